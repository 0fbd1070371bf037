#include "app/server/servicereport.h"

#include "app/server/workerhealth.h"
#include <yardmaster/eventbus.h>

#include <algorithm>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A quarter of what the service manager waits for, so that a report may come late.
std::chrono::milliseconds intervalFor(std::chrono::microseconds watchdog)
{
    const auto quarter = std::chrono::duration_cast<std::chrono::milliseconds>(watchdog / 4);
    return watchdog.count() > 0 ? std::clamp(quarter, 1ms, 5000ms) : 5000ms;
}

} // namespace

ServiceReport::ServiceReport(ServiceNotifier notifier, EventBus *events, const WorkerHealth *health,
                             std::function<WorkerStatus()> status)
    : m_notifier(std::move(notifier))
    , m_health(health)
    , m_status(std::move(status))
    , m_interval(intervalFor(m_notifier.watchdog()))
{
    if (!m_notifier.isOn())
        return;
    connect(&m_timer, &QTimer::timeout, this, &ServiceReport::report);
    m_timer.start(m_interval);
    // Queued: they are emitted on the engine's threads.
    connect(
        events, &EventBus::workerStarted, this,
        [this] {
            m_notifier.send("READY=1");
            report();
        },
        Qt::QueuedConnection);
    const auto stopping = [this] {
        if (!std::exchange(m_isStopping, true))
            m_notifier.send("STOPPING=1");
        report();
    };
    connect(events, &EventBus::stopRequested, this, stopping, Qt::QueuedConnection);
    connect(events, &EventBus::workerReleased, this, stopping, Qt::QueuedConnection); // by itself
    report();
}

QByteArray ServiceReport::statusLine(const WorkerStatus &status) const
{
    QStringList parts;
    if (const QString why = m_health->whyNotReady(status); !why.isEmpty())
        parts << why;
    parts << u"%1 running"_s.arg(status.running) << u"%1 fetched ahead"_s.arg(status.waiting);
    if (status.unwritten > 0)
        parts << u"%1 results to write"_s.arg(status.unwritten);
    return parts.join(", "_L1).toUtf8();
}

void ServiceReport::report()
{
    const WorkerStatus status = m_status();
    QByteArray state;
    // Two intervals: one may pass before the event loop of a busy thread has its turn.
    if (m_notifier.watchdog().count() > 0 && status.unresponsive <= 2 * m_interval)
        state += "WATCHDOG=1\n";
    if (const QByteArray line = statusLine(status); line != m_lastLine) {
        m_lastLine = line;
        state += "STATUS=" + line + '\n';
    }
    if (!state.isEmpty())
        m_notifier.send(state);
}

} // namespace yardmaster
