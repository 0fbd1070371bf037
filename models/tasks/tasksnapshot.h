#pragma once

#include "models/query/jobcounts.h"

#include <QStringList>

#include <optional>

namespace yardmaster {

class Session;

/// What the worker of a window found for a task. A value.
struct LocalTask
{
    QString kind;    ///< see TaskFacts
    QString file;    ///< absolute, or the server; empty: it has none
    QString problem; ///< why its jobs are not run here; empty: they are

    [[nodiscard]] bool operator==(const LocalTask &) const = default;
};
/// "JavaScript", "executable", in the user's language where it is not a name.
[[nodiscard]] QString taskKindWord(const QString &kind);

/// A task identifier, its jobs, and who is known to run it. A value.
struct TaskRow
{
    qint64 id = 0;
    QString name;
    JobLoad load;
    QStringList workers;             ///< live ones in the registry that say they know it
    QStringList holders;             ///< workers that have a job of it locked
    std::optional<LocalTask> here{}; ///< what the worker of this window has for it

    [[nodiscard]] bool operator==(const TaskRow &) const = default;
};

/// The tasks at one moment.
struct TaskSnapshot
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
[[nodiscard]] Result<TaskSnapshot> readTasks(Session &session, const QString &schema);

/// Takes the numbers of `counts` over where they say more.
void improve(TaskSnapshot *reading, const JobCounts &counts);

/// Whether any worker runs a task, as far as is known.
enum class TaskKnown {
    Here,     ///< the worker of this window, which runs
    Yes,      ///< a live worker says so
    Held,     ///< no worker reports it, but one holds a job of it
    NoneSays, ///< all registered workers say what they know, and none knows it; others never
              ///< register
    Unknown,  ///< no worker is registered
};

[[nodiscard]] TaskKnown whoKnows(const TaskRow &task, const TaskSnapshot &reading, bool isHere);
/// "Here", "2 workers", "No registered worker"…
[[nodiscard]] QString taskKnownWord(TaskKnown known, const TaskRow &task);
/// The evidence, one sentence.
[[nodiscard]] QString taskKnownSentence(TaskKnown known, const TaskRow &task,
                                        const TaskSnapshot &reading);

} // namespace yardmaster
