#include "worker/runner/dryrun.h"

#include "worker/runner/handlerthreads.h"
#include "worker/runner/jobrunner.h"
#include "worker/runner/jobsender.h"
#include <yardmaster/workeroptions.h>

#include <condition_variable>
#include <mutex>
#include <optional>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

WorkerOptions forOneJob(WorkerOptions options)
{
    options.concurrency = 1;
    options.asyncConcurrency = 0;
    options.localQueueSize = 0;
    options.taskLimits.clear();
    options.taskRates.clear();
    options.flagLimits.clear();
    options.flagRates.clear();
    return options;
}

/// Shared with the handler's thread, which may be left behind.
struct DryRunAnswer
{
    std::mutex mutex; // guards the outcome
    std::condition_variable_any isThere;
    std::optional<DryRunOutcome> outcome;
};

} // namespace

DryRunOutcome runDry(const WorkerOptions &options,
                     const std::shared_ptr<const TaskRegistry> &registry, EventBus *events,
                     const Job &job, const std::stop_token &stop, const std::stop_token &kill)
{
    const auto sender
        = std::make_shared<JobSender>(options.connection, options.schema, options.clock);
    const auto jobs
        = std::make_shared<JobRunner>(u"dry run"_s, registry, forOneJob(options), sender);
    const auto answer = std::make_shared<DryRunAnswer>();
    std::optional<DryRunOutcome> outcome;
    {
        const HandlerThreads threads(1, !registry->asynchronous().isEmpty());
        JobRunner::Reports reports{};
        reports.events = events;
        reports.pool = threads.pool();
        reports.loop = threads.loop();
        reports.onUnwritten
            = [answer](const TaskOutcome &ended, std::chrono::microseconds duration) {
                  const std::scoped_lock lock(answer->mutex);
                  answer->outcome = DryRunOutcome{ended, duration};
                  answer->isThere.notify_all();
              };
        jobs->reportTo(std::move(reports));
        {
            const std::stop_callback onStop(stop, [&jobs] { jobs->requestStop(); });
            const std::stop_callback onKill(kill, [&jobs] {
                jobs->requestStop();
                jobs->kill.request_stop();
            });
            jobs->start(jobs->local().push({job}));
            std::unique_lock lock(answer->mutex);
            const auto hasEnded = [&answer] { return answer->outcome.has_value(); };
            if (!answer->isThere.wait(lock, kill, hasEnded))
                answer->isThere.wait_for(lock, 2s, hasEnded);
            outcome = answer->outcome;
        }
        jobs->reportTo({});
    }
    sender->stop(); // a handler left behind may keep it
    return outcome.value_or(DryRunOutcome{TaskOutcome::interrupted(), {}});
}

} // namespace yardmaster
