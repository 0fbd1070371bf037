#include "worker/runner/refetchdelay.h"

#include <yardmaster/eventbus.h>

#include <QRandomGenerator>

namespace yardmaster {

using namespace std::chrono_literals;

RefetchDelayTimer::RefetchDelayTimer(Config config, QString workerId, EventBus *events,
                                     QObject *parent)
    : QObject(parent)
    , m_config(config)
    , m_workerId(std::move(workerId))
    , m_events(events)
    , m_timer(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        Q_EMIT m_events->refetchDelayExpired(m_workerId);
        Q_EMIT expired();
    });
}

void RefetchDelayTimer::afterFetch(int jobCount)
{
    if (m_config.delay == 0ms || jobCount > m_config.threshold)
        return;
    auto *random = QRandomGenerator::global();
    m_announced = 0;
    m_abortAt = qint64(random->bounded(1.0) * m_config.maxAbortThreshold) + 1;
    const double factor = 0.5 + random->bounded(1.0);
    const std::chrono::milliseconds delay(qint64(double(m_config.delay.count()) * factor));
    m_timer.start(delay);
    Q_EMIT m_events->refetchDelayStarted(m_workerId,
                                         {jobCount, m_config.threshold, delay, m_abortAt});
}

void RefetchDelayTimer::onAnnounced(int count)
{
    m_announced += count;
    if (!m_timer.isActive() || m_announced < m_abortAt)
        return;
    m_timer.stop();
    Q_EMIT m_events->refetchDelayAborted(m_workerId, m_announced, m_abortAt);
}

} // namespace yardmaster
