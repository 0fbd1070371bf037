#include "worker/tasks/taskregistry.h"

namespace yardmaster {

namespace {

class FunctionTask final : public TaskExecutor
{
public:
    explicit FunctionTask(TaskFunction function)
        : m_function(std::move(function))
    { }

    TaskOutcome run(const TaskContext &context) const override { return m_function(context); }
    QString describe() const override { return QStringLiteral("C++ handler"); }

private:
    TaskFunction m_function;
};

} // namespace

void TaskRegistry::add(const QString &identifier, TaskFunction function)
{
    m_executors.insert(identifier, std::make_shared<FunctionTask>(std::move(function)));
}

bool TaskRegistry::add(const QString &identifier, std::shared_ptr<const TaskExecutor> executor)
{
    if (m_executors.contains(identifier))
        return false;
    m_executors.insert(identifier, std::move(executor));
    return true;
}

const TaskExecutor *TaskRegistry::find(const QString &identifier) const
{
    return m_executors.value(identifier).get();
}

} // namespace yardmaster
