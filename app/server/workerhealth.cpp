#include "app/server/workerhealth.h"

#include <yardmaster/eventbus.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

qint64 wholeSeconds(WorkerStatus::Duration duration)
{
    return std::chrono::floor<std::chrono::seconds>(duration).count();
}

} // namespace

WorkerHealth::WorkerHealth(EventBus *events)
    : m_outages(events, {}, [](OutageLog::Severity, const QString &) {})
{
    // All direct: what is asked right after an event knows of it.
    const auto stopping = [this] { m_isStopping = true; };
    connect(
        events, &EventBus::workerStarted, this, [this] { m_isStarted = true; },
        Qt::DirectConnection);
    connect(events, &EventBus::signalReceived, this, stopping, Qt::DirectConnection);
    connect(events, &EventBus::stopRequested, this, stopping, Qt::DirectConnection);
    connect(events, &EventBus::workerReleased, this, stopping, Qt::DirectConnection);
}

QString WorkerHealth::problem(const WorkerStatus &status)
{
    if (status.unresponsive < kHung)
        return {};
    return u"a thread of the worker has not responded for %1 s"_s.arg(
        wholeSeconds(status.unresponsive));
}

QString WorkerHealth::whyNotReady(const WorkerStatus &status) const
{
    if (m_isStopping)
        return u"stopping"_s;
    if (const QString hung = problem(status); !hung.isEmpty())
        return hung;
    if (!m_isStarted)
        return u"starting"_s;
    if (m_outages.isGone())
        return u"the database is unreachable"_s;
    if (!status.mayStart)
        return u"no heartbeat has been confirmed lately, so no job is started"_s;
    if (status.unansweredFetch > kUnanswered)
        return u"no fetch has succeeded for %1 s"_s.arg(wholeSeconds(*status.unansweredFetch));
    return {};
}

} // namespace yardmaster
