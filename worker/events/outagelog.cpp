#include "worker/events/outagelog.h"

#include "worker/time/duration.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

bool isOutage(const DbError &error)
{
    using Kind = DbError::Kind;
    return error.kind == Kind::ConnectionLost || error.kind == Kind::CannotConnect
        || error.kind == Kind::Authentication || error.kind == Kind::Certificate;
}

} // namespace

OutageLog::OutageLog(EventBus *events, QString where, Sink sink, QObject *parent)
    : QObject(parent)
    , m_where(std::move(where))
    , m_sink(std::move(sink))
{
    // Direct: lines are written by the thread that emits.
    connect(events, &EventBus::databaseTrouble, this, &OutageLog::onTrouble, Qt::DirectConnection);
    connect(events, &EventBus::databaseRecovered, this, &OutageLog::onRecovered,
            Qt::DirectConnection);
}

void OutageLog::onTrouble(const QString &during, const DbError &error, const QString &workerId)
{
    if (error.isByStop || (error.kind == DbError::Kind::Cancelled && error.sqlState.isEmpty()))
        return; // the worker is stopping; in the latter case it sends no more statements
    const std::scoped_lock lock(m_mutex);
    Worker &worker = m_workers[workerId];
    if (!isOutage(error)) {
        if (worker.refused.value(during) == error.message)
            return;
        worker.refused.insert(during, error.message);
        m_sink(Severity::Warning,
               u"database error while %1: %2; retrying"_s.arg(during, error.message));
        return;
    }
    const auto now = m_clock();
    const bool isLate = worker.notBack.contains(during) && now - worker.since < kLate;
    const bool isOld = error.kind == DbError::Kind::ConnectionLost && !worker.renewed.isEmpty()
        && !worker.renewed.contains(during);
    worker.notBack.insert(during);
    worker.renewed.insert(during);
    if (worker.isGone || isLate || isOld)
        return;
    worker.isGone = true;
    ++m_outages;
    worker.since = now;
    worker.renewed = {during};
    m_sink(
        Severity::Warning,
        u"the database%1 is unreachable: %2; retrying until it is back"_s.arg(at(), error.message));
}

bool OutageLog::isGone() const
{
    const std::scoped_lock lock(m_mutex);
    return std::ranges::any_of(m_workers, &Worker::isGone);
}

qint64 OutageLog::outages() const
{
    const std::scoped_lock lock(m_mutex);
    return m_outages;
}

QString OutageLog::at() const
{
    return m_where.isEmpty() ? QString() : u" at "_s + m_where;
}

void OutageLog::onRecovered(const QString &during, const QString &workerId)
{
    const std::scoped_lock lock(m_mutex);
    Worker &worker = m_workers[workerId];
    if (worker.refused.remove(during) > 0 && !worker.isGone)
        m_sink(Severity::Info, u"%1 works again"_s.arg(during));
    worker.notBack.remove(during);
    if (!worker.isGone)
        return;
    worker.isGone = false;
    const auto now = m_clock();
    const auto gone = now - std::exchange(worker.since, now);
    const QString took = durationText(std::chrono::duration_cast<std::chrono::microseconds>(gone));
    m_sink(Severity::Info, u"the database%1 is back after %2"_s.arg(at(), took));
}

} // namespace yardmaster
