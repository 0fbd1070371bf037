#include "worker/runner/runreport.h"

#include <yardmaster/eventbus.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

RunReport::RunReport(Config config, QString workerId, EventBus *events)
    : m_config(std::move(config))
    , m_workerId(std::move(workerId))
    , m_events(events)
{ }

void RunReport::onOpened()
{
    m_isOpen = true;
    Q_EMIT m_events->poolCreated(m_workerId, m_config.schema, m_config.concurrency);
    Q_EMIT m_events->localQueueCreated(m_workerId, m_config.localQueueSize);
}

void RunReport::onStarted(const QStringList &tasks)
{
    m_isStarted = true;
    Q_EMIT m_events->workerStarted(m_workerId, tasks);
}

void RunReport::onMode(LocalQueueMode mode)
{
    if (mode == m_mode)
        return;
    Q_EMIT m_events->localQueueModeChanged(m_workerId, std::exchange(m_mode, mode), mode);
    if (mode == LocalQueueMode::Released)
        Q_EMIT m_events->workerReleased(m_workerId);
}

void RunReport::onStopping(Shutdown kind, const QString &message)
{
    m_isStopping = true;
    m_kind = kind;
    Q_EMIT m_events->shutdownStarted(m_workerId, kind, message);
}

void RunReport::onEnded(const RunOutcome &outcome)
{
    if (!m_isOpen)
        return; // stopped before it began
    const bool isFailed = outcome.reason == RunOutcome::Reason::Failed;
    if (isFailed || outcome.reason == RunOutcome::Reason::SchemaTooNew)
        Q_EMIT m_events->poolFailed(m_workerId, outcome.error,
                                    !m_isStarted   ? u"starting"_s
                                        : isFailed ? u"writing results"_s
                                                   : u"checking the schema"_s);
    if (m_isStarted) {
        onMode(LocalQueueMode::Released);
        Q_EMIT m_events->workerStopped(m_workerId, outcome.error.message);
    }
    if (m_isStopping && isFailed)
        Q_EMIT m_events->shutdownFailed(m_workerId, m_kind, outcome.error);
    else if (m_isStopping)
        Q_EMIT m_events->shutdownCompleted(m_workerId, m_kind);
    Q_EMIT m_events->poolReleased(m_workerId);
}

} // namespace yardmaster
