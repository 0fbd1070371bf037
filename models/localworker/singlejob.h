#pragma once

#include "models/values/runend.h"
#include <yardmaster/events.h>
#include <yardmaster/workeroptions.h>

#include <QMetaType>

#include <memory>
#include <stop_token>

namespace yardmaster {

class EventBus;
class TaskRegistry;

/// One job to be run in this process on request.
struct SingleJobRequest
{
    qint64 id = 0;
    bool isDry = false;        ///< call its handler only; the queue does not notice
    bool ignoresRunAt = false; ///< also if it is not due yet
    bool ignoresFlags = false; ///< also if the worker refuses its flags
    /// Where the run is logged before it begins, see OperatorLog; empty: nowhere. Dry runs are not.
    QString logFolder{};
};

/// What became of it.
struct SingleJobResult
{
    enum class Obstacle {
        None,
        Gone,        ///< there is no such job (any more)
        NoSuchTask,  ///< nothing here can run it
        Locked,      ///< it runs elsewhere
        Exhausted,   ///< no attempt left
        NotDue,      ///< `ignoresRunAt` would help
        QueueHeld,   ///< another job of its queue runs, or the queue is missing
        FlagRefused, ///< `ignoresFlags` would help
        Taken,       ///< another worker was faster
        Trouble,     ///< the database, or the log
    };

    SingleJobRequest request;
    RunEnd end = RunEnd::None; ///< None: not run, see `obstacle`
    Obstacle obstacle = Obstacle::None;
    JobInfo job;      ///< task empty: it was not found
    QString sentence; ///< why it was not run, or the error of the run; empty after a success
    std::chrono::microseconds duration{0};
    QDateTime retryAt; ///< UTC; of a worker's Retrying; invalid after a dry run
};

/// What it is run with.
struct SingleJobParts
{
    WorkerOptions options; ///< as a worker's; what one job has no use for is set aside
    std::shared_ptr<const TaskRegistry> registry;
    EventBus *events = nullptr; ///< told what the run does, from its threads; borrowed
    std::stop_token stop;       ///< the handler is asked to end, and of a real run soon made to
    std::stop_token kill;       ///< of a dry run: it is made to
};

/// Looks at the job, says why it cannot run, or runs it: for real by the rules of all workers, as
/// one that fetches nothing else, so that locks, fencing and retries are the same; or dry. Blocks
/// until the job has ended. Any thread; needs no event loop.
[[nodiscard]] SingleJobResult runSingleJob(const SingleJobRequest &request,
                                           const SingleJobParts &parts);

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::SingleJobResult)
