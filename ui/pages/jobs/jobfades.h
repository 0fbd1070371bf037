#pragma once

#include "models/jobs/jobcolumns.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QTimer>

namespace yardmaster {

class JobsTable;

/// Marks the cells of a list of jobs that a refresh changed: state, attempts, worker. A mark fades
/// within a second. Only rows in view get one, and only if they were listed before the change. None
/// where no motion is wanted. GUI thread.
class JobFades final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobFades)

public:
    /// `table` is borrowed; it has its model already.
    explicit JobFades(JobsTable *table);

    /// 1: has just changed, 0: not marked.
    [[nodiscard]] double strength(int row, JobColumn column) const;
    /// Whether any cell is marked; only then does a timer run.
    [[nodiscard]] bool isFading() const { return m_timer.isActive(); }

    /// How long a mark is seen; default 1 s.
    void setDuration(std::chrono::milliseconds duration) { m_duration = duration; }

private:
    /// What of a job is watched.
    struct Watched
    {
        JobState state = JobState::Ready;
        int attempts = 0;
        QString lockedBy;
    };
    struct Mark
    {
        qint64 since = 0; // by m_clock
        bool hasState = false;
        bool hasAttempts = false;
        bool hasLockedBy = false;
    };

    void onReset();
    void onInserted(int first, int last);
    void onRemoved();
    void onChanged(int first, int last);
    void onTick();
    void repaint(int row) const;
    [[nodiscard]] bool isInView(int row) const;

    JobsTable *const m_table;
    QHash<qint64, Watched> m_known; // by id, of all rows that are here
    QHash<qint64, Mark> m_marks;    // by id
    QElapsedTimer m_clock;
    QTimer m_timer;
    std::chrono::milliseconds m_duration{1000};
};

} // namespace yardmaster
