#include "models/session/poller.h"

#include "models/session/reachability.h"

#include <algorithm>
#include <utility>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kSoon = 300ms;    // a burst of changes is one reading
constexpr std::chrono::milliseconds kAfterError = 3s; // at most

} // namespace

PollerBase::PollerBase(const SessionPool &sessions, std::chrono::milliseconds interval,
                       QObject *parent)
    : QObject(parent)
    , m_server(sessions.reachability())
    , m_interval(interval)
    , m_timer(this)
    , m_late(this)
{
    m_timer.setSingleShot(true);
    m_late.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &PollerBase::begin);
    connect(&m_late, &QTimer::timeout, this, [this] { setOverdue(true); });
    connect(m_server, &Reachability::lost, this, &PollerBase::onLost);
    connect(m_server, &Reachability::recovered, this, &PollerBase::onRecovered);
    connect(m_server, &Reachability::lateChanged, this, [this](bool isLate) {
        m_isOverdue = m_isOverdue || isLate; // until it has been read
        Q_EMIT freshnessChanged();
    });
}

PollerBase::~PollerBase() = default;

void PollerBase::setPaused(bool isPaused)
{
    if (std::exchange(m_isPaused, isPaused) == isPaused)
        return;
    if (isPaused)
        m_timer.stop();
    else if (!m_isReading && !m_isOverdue && restLeft() > 0ms)
        m_timer.start(restLeft());
    else if (!m_isReading)
        begin();
}

void PollerBase::refreshSoon()
{
    if (m_isReading)
        m_isWantedAgain = true;
    const auto soon = std::max(kSoon, restLeft());
    // After an error the next attempt comes soon enough.
    if (!m_isPaused && !m_isReading && !m_error && m_timer.remainingTimeAsDuration() > soon)
        m_timer.start(soon);
}

void PollerBase::refresh()
{
    if (m_isReading)
        m_isWantedAgain = true;
    else if (!m_isPaused)
        begin();
}

QDateTime PollerBase::nextAt() const
{
    return m_timer.isActive() ? QDateTime::currentDateTimeUtc().addMSecs(m_timer.remainingTime())
                              : QDateTime();
}

Freshness PollerBase::freshness() const
{
    return {m_readAt, m_error, m_isOverdue || m_server->isLate()};
}

void PollerBase::begin()
{
    m_timer.stop();
    m_isReading = true;
    m_isWantedAgain = false;
    m_late.start(kOverdue);
    ask();
}

void PollerBase::onLost(const DbError &error)
{
    m_error = error;
    if (!m_isPaused)
        Q_EMIT failed(error);
    Q_EMIT freshnessChanged();
}

void PollerBase::onRecovered()
{
    if (!m_error && !m_isOverdue)
        return;
    m_error.reset();
    m_isOverdue = true; // until it has been read
    if (m_isReading)
        m_isWantedAgain = true;
    else if (!m_isPaused)
        begin();
    Q_EMIT freshnessChanged();
}

void PollerBase::setOverdue(bool isOverdue)
{
    if (std::exchange(m_isOverdue, isOverdue) != isOverdue)
        Q_EMIT freshnessChanged();
}

void PollerBase::succeeded(std::chrono::milliseconds cost, bool isOther)
{
    const bool wasStale = m_error || m_isOverdue;
    m_error.reset();
    m_isOverdue = false;
    m_readAt = QDateTime::currentDateTimeUtc();
    end(cost, m_isWantedAgain ? kSoon : m_interval);
    if (wasStale)
        Q_EMIT freshnessChanged();
    Q_EMIT read();
    if (isOther)
        Q_EMIT changed();
}

void PollerBase::hasFailed(std::chrono::milliseconds cost, const DbError &error)
{
    m_error = m_server->explained(error);
    // Only what was too expensive is asked less often; nobody is spared by waiting for the rest.
    const bool isTooSlow = error.kind == DbError::Kind::Cancelled;
    end(isTooSlow ? cost : 0ms, m_isWantedAgain ? kSoon : std::min(m_interval, kAfterError));
    m_isOverdue = false;
    Q_EMIT failed(*m_error);
    Q_EMIT freshnessChanged();
}

void PollerBase::end(std::chrono::milliseconds cost, std::chrono::milliseconds wait)
{
    m_isReading = false;
    m_late.stop();
    m_cost = cost;
    m_sinceEnd.start();
    if (!m_isPaused)
        m_timer.start(std::max(wait, restLeft()));
}

std::chrono::milliseconds PollerBase::restLeft() const
{
    return m_sinceEnd.isValid()
        ? std::max(0ms, m_rest * m_cost - std::chrono::milliseconds(m_sinceEnd.elapsed()))
        : 0ms;
}

} // namespace yardmaster
