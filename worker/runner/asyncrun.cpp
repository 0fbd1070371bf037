#include "worker/runner/asyncrun.h"

#include "worker/runner/jobrunner.h"

namespace yardmaster {

AsyncRun::AsyncRun(AsyncParts &&parts, QObject *scope)
    : AsyncParts(std::move(parts))
    , TaskRun(runner->contextFor(job, deadline.get()), scope)
{ }

AsyncRun::~AsyncRun()
{
    if (!hasEnded())
        end(TaskOutcome::failure(
            QStringLiteral("The handler was destroyed without reporting an outcome")));
}

void AsyncRun::startTimeout()
{
    if (deadline)
        deadline->begin();
}

void AsyncRun::onEnded(TaskOutcome &&outcome)
{
    const bool hasTimedOut = deadline && deadline->hasPassed();
    deadline.reset();
    runner->endAsync(job, *entry, std::move(outcome), hasTimedOut, begin);
}

} // namespace yardmaster
