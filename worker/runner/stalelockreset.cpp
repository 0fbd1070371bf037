#include "worker/runner/stalelockreset.h"

#include "worker/runner/fetcher.h"
#include <yardmaster/eventbus.h>

#include <QLoggingCategory>
#include <QRandomGenerator>

Q_LOGGING_CATEGORY(lcStaleLocks, "yardmaster.worker.stalelocks", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

StaleLockReset::StaleLockReset(JobQueue queue, Fetcher *connection, EventBus *events,
                               QObject *parent)
    : QObject(parent)
    , m_queue(std::move(queue))
    , m_connection(connection)
    , m_events(events)
    , m_resetting(u"resetting stale locks"_s, m_queue.workerId(), events)
    , m_timer(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        schedule(8min, 10min);
        runOnce();
    });
}

void StaleLockReset::start()
{
    schedule(0ms, 60s);
}

void StaleLockReset::schedule(std::chrono::milliseconds from, std::chrono::milliseconds to)
{
    const auto span = double((to - from).count());
    m_timer.start(from
                  + std::chrono::milliseconds(qint64(QRandomGenerator::global()->bounded(span))));
}

void StaleLockReset::runOnce()
{
    const auto session = m_connection->session();
    if (!session)
        return; // the fetch reports it
    const QString &worker = m_queue.workerId();
    Q_EMIT m_events->staleLockResetStarted(worker);
    const auto count = m_queue.resetStaleLocks(**session);
    if (!count && m_timer.isActive())
        schedule(0ms, 60s); // as at the start: what failed is not put off for minutes
    const std::chrono::milliseconds next(std::max(0, m_timer.remainingTime()));
    if (!count) {
        Q_EMIT m_events->staleLockResetFailed(worker, count.error(), next);
        m_resetting.onTrouble(count.error());
        return;
    }
    m_resetting.onSuccess();
    Q_EMIT m_events->staleLockResetSucceeded(worker, *count, next);
    if (*count > 0) {
        qCWarning(lcStaleLocks, "unlocked %lld jobs that had been locked for more than 4 hours",
                  qlonglong(*count));
        Q_EMIT unlocked();
    }
}

} // namespace yardmaster
