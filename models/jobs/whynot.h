#pragma once

#include "models/query/jobdetails.h"

namespace yardmaster {

/// Why a job is not running, as far as the database can tell.
struct WhyNot
{
    enum class Reason {
        Running,       ///< it is, or waits in the memory of the worker that has locked it
        WorkerStale,   ///< locked by a registered worker that sends no heartbeat
        Stuck,         ///< locked for more than four hours
        Exhausted,     ///< no attempt left
        Never,         ///< due at the end of time
        NotDue,        ///< due later
        Retrying,      ///< due later, after a failure
        QueueMissing,  ///< its queue has no row
        QueueHeld,     ///< another job of its queue runs
        QueueStale,    ///< its queue is held by a registered worker that sends no heartbeat
        FlagForbidden, ///< workers refuse one of its flags
        NobodyThere,   ///< due, and no worker is known to be alive
        InLine,        ///< due, other jobs come first
        AnyMoment,     ///< due, first in line: any worker that knows the task may take it
    };
    /// What would help.
    enum class Action {
        None,
        Wait,
        RunNow,
        Retry,
        SweepWorker,
        UnlockWorker,
        StartWorker,
        Inspect
    };

    Reason reason = Reason::AnyMoment;
    QString sentence;     ///< the answer
    QStringList evidence; ///< what it follows from, one fact each
    Action action = Action::None;
    QString advice; ///< the action, as a sentence
};

/// Pure: the same details give the same answer.
[[nodiscard]] WhyNot explainWhyNot(const JobDetails &details);

} // namespace yardmaster
