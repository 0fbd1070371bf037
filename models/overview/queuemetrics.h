#pragma once

#include "models/values/statecounts.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <array>
#include <chrono>
#include <optional>

namespace yardmaster {

/// A queue with due jobs, and since when the oldest of them waits.
struct QueueAge
{
    QString queue;                    ///< empty: the jobs of no queue
    std::chrono::milliseconds age{0}; ///< of its oldest due job
    Count due;                        ///< among the jobs that were looked at
    bool isHeld = false;              ///< a running job holds the queue: its jobs are blocked

    [[nodiscard]] bool operator==(const QueueAge &) const = default;
};

/// A task and how many of its jobs failed last time they ran.
struct TaskFailures
{
    QString task;
    qint64 failed = 0;   ///< no attempt left
    qint64 retrying = 0; ///< due again

    [[nodiscard]] qint64 count() const { return failed + retrying; }
    [[nodiscard]] bool operator==(const TaskFailures &) const = default;
};

/// What ended in a time, as the history has recorded it. A value.
struct RunFigures
{
    using Duration = std::optional<std::chrono::microseconds>;

    double succeeded = 0; ///< a minute
    double failed = 0;    ///< attempts a minute
    // Half of the durations are below the first, 95 % below the second, 99 % below the third.
    std::array<Duration, 3> wait; ///< from being due to being fetched
    std::array<Duration, 3> held; ///< from the fetch to the end

    [[nodiscard]] bool operator==(const RunFigures &) const = default;
};

/// One reading of a queue: how much waits, how long, and how fast it moves. A value; what is not
/// known is unset.
struct QueueMetrics : StateCounts
{
    QDateTime time;          ///< when it was read, by this machine's clock; invalid: never
    bool isAfterGap = false; ///< nothing was read for a while before

    /// When ready, and when running, failed and stuck were counted: a big table is counted less
    /// often.
    QDateTime readyTime;
    QDateTime takenTime;

    /// How long the oldest ready job has been due; zero while none is ready, unset while
    /// that is unknown.
    std::optional<std::chrono::milliseconds> oldestReady;
    bool isOldestLowerBound = false; ///< behind many blocked jobs there may be an older one

    // Per minute, over the last minute or as much of it as was watched.

    /// Rows that were added to the table, as the server counts them. It learns of what a session
    /// did within a second, seldom ten.
    std::optional<double> arrivals;
    /// Rows that left the table, likewise: nothing else is left of a job that ended well. Includes
    /// those deleted by hand or by a clean-up.
    std::optional<double> completions;
    /// Runs that failed, estimated: jobs that were written between two readings, have an error, and
    /// either wait for the standard delay or have no attempt left; not those that were changed by
    /// hand. Tasks with a retry delay of their own are not counted until their last attempt, nor
    /// jobs that were changed in the seconds before they failed.
    std::optional<double> failures;
    bool isFailuresLowerBound = false; ///< there were too many, or too long not looked at
    bool areFailuresExact = false;     ///< the history has recorded them

    /// Since the reading before; unset where the history was not asked.
    std::optional<RunFigures> runs;
    std::optional<RunFigures> runsBefore; ///< at the time that it is compared with

    QList<QueueAge> oldestQueues;     ///< the oldest first, kListedQueues at most
    QList<TaskFailures> failingTasks; ///< the most first, kListedTasks at most
    bool hasTasks = false;            ///< those have been read, once at least
    bool areTasksComplete = false;    ///< all jobs were looked at, not only the newest

    [[nodiscard]] Count::Precision failuresPrecision() const
    {
        if (areFailuresExact)
            return Count::Exact;
        return isFailuresLowerBound ? Count::AtLeast : Count::Estimate;
    }
    /// Of the runs that ended in the last minute, 0..1; unset while none did or it is unknown.
    [[nodiscard]] std::optional<double> failureShare() const;
    [[nodiscard]] bool operator==(const QueueMetrics &) const = default;
};

inline constexpr int kListedQueues = 8;
inline constexpr int kListedTasks = 8;

} // namespace yardmaster
