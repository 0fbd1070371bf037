#pragma once

#include <yardmaster/result.h>

#include <QStringList>

#include <vector>

namespace yardmaster {

class Session;

/// Due jobs that a worker cannot run, for one reason.
struct RemainingJobs
{
    enum class Reason {
        Locked, ///< by the worker `name`
        Task,   ///< `name` is not one of the worker's tasks
        Queue,  ///< of a named queue that the worker `name` holds
        Other,  ///< excluded by flags, or added a moment ago
    };
    Reason reason = Reason::Other;
    QString name;
    qint64 jobs = 0;
};

/// Reads all due jobs once. @param tasks  the identifiers the worker serves.
/// @returns most jobs first. Blocks.
[[nodiscard]] Result<std::vector<RemainingJobs>>
readRemainingJobs(Session &session, const QString &schema, const QStringList &tasks);

/// "60 behind queues locked by worker w1, 3 of unknown tasks (mail, report)"; empty if there are
/// none.
[[nodiscard]] QString remainingJobsText(const std::vector<RemainingJobs> &remaining);

} // namespace yardmaster
