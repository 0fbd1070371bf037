#pragma once

#include "models/jobs/whynot.h"
#include "models/query/operationspec.h"

namespace yardmaster {

/// The one thing a window can do about a job that is not running.
struct HelpfulAction
{
    enum class What {
        Nothing,
        Operation, ///< `kind` on job `jobId`; writes
        ShowJob,   ///< `jobId`
        ShowJobs,  ///< those of `filter`
        ShowSql,
        Sweep,       ///< of stale workers, because of `worker`; writes
        CopyCommand, ///< `command`, to be run in a terminal
    };

    What what = What::Nothing;
    QString text; ///< of the button; empty for Nothing
    OperationKind kind = OperationKind::Retry;
    qint64 jobId = 0;
    QString filter = {};
    QString command = {};
    QString worker = {};
};

/// Pure.
[[nodiscard]] HelpfulAction helpfulAction(const JobDetails &details, const WhyNot &why,
                                          const QString &schema);

} // namespace yardmaster
