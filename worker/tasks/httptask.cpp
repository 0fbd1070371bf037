#include "worker/tasks/httptask.h"

#include "worker/tasks/httppool.h"
#include "worker/tasks/taskrun.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

void HttpTask::start(std::shared_ptr<TaskRun> run) const
{
    HttpPool::in(run->scope())->start(m_target, std::move(run));
}

TaskFacts HttpTask::facts() const
{
    return {u"HTTP"_s, m_file, m_target->shown()};
}

QString HttpTask::describe() const
{
    return u"HTTP "_s + (m_file.isEmpty() ? m_target->shown() : m_file);
}

} // namespace yardmaster
