#pragma once

#include "models/query/jobloads.h"

#include <QStringList>

namespace yardmaster {

class Session;

/// A task identifier, its jobs, and who is known to run it. A value.
struct TaskRow
{
    qint64 id = 0;
    QString name;
    JobLoad load;
    QStringList workers; ///< live ones in the registry that say they know it
    QStringList holders; ///< workers that have a job of it locked

    [[nodiscard]] bool operator==(const TaskRow &) const = default;
};

/// The tasks at one moment.
struct TaskReading
{
    QList<TaskRow> tasks;    ///< by name
    bool isCut = false;      ///< there are more than are listed
    bool isComplete = false; ///< every job was looked at
    qint64 looked = 0;
    bool hasRegistry = false;
    int alive = 0;  ///< registered workers
    int silent = 0; ///< of those, the ones that do not say their tasks, or not all
    Timestamp now;  ///< the server's
};

inline constexpr int kTaskCap = 1000;

/// Some milliseconds whatever the number of jobs. Blocks.
[[nodiscard]] Result<TaskReading> readTasks(Session &session, const QString &schema);

/// Whether somebody runs a task, as far as anybody can know.
enum class TaskKnown {
    Here,     ///< the worker of this window, which runs
    Yes,      ///< a live worker says so
    Held,     ///< nobody says so, but a worker holds a job of it
    NoneSays, ///< all registered workers say what they know, and none knows it; others never
              ///< register
    Unknown,  ///< there is nobody to ask
};

[[nodiscard]] TaskKnown whoKnows(const TaskRow &task, const TaskReading &reading, bool isHere);
/// "Here", "2 workers", "None says so"…
[[nodiscard]] QString taskKnownWord(TaskKnown known, const TaskRow &task);
/// The evidence, one sentence.
[[nodiscard]] QString taskKnownSentence(TaskKnown known, const TaskRow &task,
                                        const TaskReading &reading);

} // namespace yardmaster
