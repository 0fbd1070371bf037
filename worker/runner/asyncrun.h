#pragma once

#include "worker/runner/deadlines.h"
#include "worker/tasks/taskrun.h"
#include <yardmaster/taskregistry.h>

namespace yardmaster {

class JobRunner;

/// What an AsyncRun's context refers to; a base, so that it is there before the context is.
struct AsyncParts
{
    std::shared_ptr<JobRunner> runner; ///< and with it the registry and the executor
    Job job;
    const TaskRegistry::Entry *entry;
    Deadlines::Clock::time_point begin;
    std::unique_ptr<Deadlines::Run> deadline; ///< null: no timeout
};

/// One asynchronous run on behalf of the job runner.
class AsyncRun final
    : private AsyncParts
    , public TaskRun
{
public:
    AsyncRun(AsyncParts &&parts, QObject *scope);
    ~AsyncRun() override;

    void startTimeout() override;

private:
    void onEnded(TaskOutcome &&outcome) override;
};

} // namespace yardmaster
