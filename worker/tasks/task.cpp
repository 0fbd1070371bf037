#include <yardmaster/task.h>

#include "worker/tasks/taskrun.h"

namespace yardmaster {

TaskOutcome TaskExecutor::run(const TaskContext &context) const
{
    Q_UNUSED(context)
    Q_ASSERT_X(false, "TaskExecutor", "a blocking executor must implement run()");
    return TaskOutcome::failure(QStringLiteral("%1 cannot be run blocking").arg(describe()));
}

void TaskExecutor::start(std::shared_ptr<TaskRun> run) const
{
    Q_ASSERT_X(false, "TaskExecutor", "an asynchronous executor must implement start()");
    run->end(TaskOutcome::failure(
        QStringLiteral("%1 cannot be started without a thread of its own").arg(describe())));
}

} // namespace yardmaster
