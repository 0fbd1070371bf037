#include "worker/cron/cronservice.h"

#include "worker/cron/cronscheduler.h"
#include "worker/db/opensessions.h"

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

CronService::CronService(const WorkerOptions &options, const QString &workerId,
                         const Crontab &crontab, const QStringList &tasks, EventBus *events)
    : m_sessions(options.connection.sessions())
    , m_thread(std::make_unique<QThread>())
    , m_scheduler(std::make_unique<CronScheduler>(options, workerId, crontab, tasks, events))
{
    m_thread->setObjectName("yardmaster cron"_L1);
    m_scheduler->moveToThread(m_thread.get());
    m_thread->start();
}

CronService::~CronService()
{
    m_scheduler->interrupt();
    stop();
    // After stop(), on its thread.
    QMetaObject::invokeMethod(
        m_scheduler.get(), [thread = m_thread.get()] { thread->quit(); }, Qt::QueuedConnection);
    if (m_thread->wait(500))
        return;
    m_scheduler->cancel();
    if (m_thread->wait(500))
        return;
    const QStringList ours{u"cron"_s};
    if (m_sessions)
        m_sessions->cut(0ms, ours);
    for (int tries = 0; !m_thread->wait(100); ++tries) {
        if (tries >= 5 && m_sessions && m_sessions->abandonOpening(ours)) {
            m_scheduler.release(); // NOLINT(bugprone-unused-return-value): the thread still uses it
            m_thread.release();    // NOLINT(bugprone-unused-return-value)
            return;
        }
    }
}

void CronService::start()
{
    QMetaObject::invokeMethod(m_scheduler.get(), &CronScheduler::start, Qt::QueuedConnection);
}

void CronService::stop()
{
    m_scheduler->interrupt(); // at once
    QMetaObject::invokeMethod(m_scheduler.get(), &CronScheduler::stop, Qt::QueuedConnection);
}

void CronService::reload()
{
    QMetaObject::invokeMethod(m_scheduler.get(), &CronScheduler::reload, Qt::QueuedConnection);
}

void CronService::setTasks(const QStringList &tasks)
{
    QMetaObject::invokeMethod(
        m_scheduler.get(), [scheduler = m_scheduler.get(), tasks] { scheduler->setTasks(tasks); },
        Qt::QueuedConnection);
}

} // namespace yardmaster
