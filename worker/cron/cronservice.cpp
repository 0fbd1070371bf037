#include "worker/cron/cronservice.h"

#include "worker/cron/cronscheduler.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

CronService::CronService(const WorkerOptions &options, const QString &workerId,
                         const Crontab &crontab, const QStringList &tasks, EventBus *events)
    : m_scheduler(std::make_unique<CronScheduler>(options, workerId, crontab, tasks, events))
{
    m_thread.setObjectName("yardmaster cron"_L1);
    m_scheduler->moveToThread(&m_thread);
    m_thread.start();
}

CronService::~CronService()
{
    m_scheduler->interrupt();
    stop();
    // After stop(), on its thread.
    QMetaObject::invokeMethod(
        m_scheduler.get(), [this] { m_thread.quit(); }, Qt::QueuedConnection);
    if (!m_thread.wait(2000))
        m_scheduler->cancel();
    m_thread.wait();
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

} // namespace yardmaster
