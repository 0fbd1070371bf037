#include <yardmaster/coroutinetask.h>

#include "worker/tasks/handlererror.h"
#include "worker/tasks/taskrun.h"

namespace yardmaster {

namespace {

/// `function` is borrowed: the registry has it, and the run keeps the registry alive.
QCoro::Task<> drive(const CoroutineFunction *function, std::shared_ptr<TaskRun> run)
{
    TaskOutcome outcome;
    try {
        const TaskContextPtr context(run, &run->context());
        QCoro::Task<TaskOutcome> task = (*function)(context);
        outcome = co_await task; // a plain name: GCC 12 destroys some temporaries twice here
    } catch (...) {
        outcome = TaskOutcome::failure(currentExceptionText());
    }
    run->end(std::move(outcome));
}

} // namespace

void CoroutineTask::start(std::shared_ptr<TaskRun> run) const
{
    drive(&m_function, std::move(run)); // runs on by itself, and reports through end() only
}

} // namespace yardmaster
