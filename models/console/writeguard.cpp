#include "models/console/writeguard.h"

#include <algorithm>
#include <utility>

#include <ctime>

namespace yardmaster {

namespace {

/// More than the two clocks are apart by being read one after the other.
constexpr std::chrono::milliseconds kSuspended{1000};

std::chrono::milliseconds suspendedSinceBoot()
{
#ifdef CLOCK_BOOTTIME
    timespec boot = {};
    timespec running = {};
    ::clock_gettime(CLOCK_BOOTTIME, &boot);
    ::clock_gettime(CLOCK_MONOTONIC, &running);
    return std::chrono::milliseconds((boot.tv_sec - running.tv_sec) * 1000
                                     + (boot.tv_nsec - running.tv_nsec) / 1000000);
#else
    return {};
#endif
}

} // namespace

WriteGuard::WriteGuard(Environment environment, QObject *parent, Suspended suspended)
    : QObject(parent)
    , m_environment(environment)
    , m_isGuarded(isGuarded(environment))
    , m_suspended(suspended ? std::move(suspended) : suspendedSinceBoot)
{
    m_end.setSingleShot(true);
    connect(&m_end, &QTimer::timeout, this, &WriteGuard::lock);
}

void WriteGuard::setForbidden(const QString &reason)
{
    if (std::exchange(m_isKnown, true) && m_forbidden == reason)
        return;
    m_forbidden = reason;
    Q_EMIT changed();
}

void WriteGuard::arm(std::chrono::minutes time)
{
    if (!m_isGuarded || !m_forbidden.isEmpty())
        return;
    const auto duration = std::clamp(time, std::chrono::minutes{1}, kLongestArming);
    m_end.start(duration);
    m_suspendedBefore = m_suspended();
    m_armedUntil
        = QDateTime::currentDateTimeUtc().addMSecs(std::chrono::milliseconds(duration).count());
    Q_EMIT changed();
}

void WriteGuard::lock()
{
    if (!m_armedUntil.isValid())
        return;
    m_end.stop();
    m_armedUntil = {};
    Q_EMIT changed();
}

WriteGuard::State WriteGuard::state() const
{
    if (!m_forbidden.isEmpty())
        return State::Forbidden;
    if (!m_isGuarded)
        return State::Open;
    // By the clock too: a machine that slept must not wake up armed.
    const bool isArmed = m_armedUntil.isValid() && QDateTime::currentDateTimeUtc() < m_armedUntil
        && m_suspended() - m_suspendedBefore < kSuspended;
    return isArmed ? State::Armed : State::Locked;
}

QString WriteGuard::reason() const
{
    switch (state()) {
    case State::Open:
    case State::Armed:
        return {};
    case State::Locked:
        return m_environment == Environment::Unknown
            ? tr("No profile says which environment this database belongs to, so it is locked "
                 "against changes like production. Unlock changes first.")
            : tr("Production is locked against changes. Unlock changes first.");
    case State::Forbidden:
        return m_forbidden;
    }
    Q_UNREACHABLE();
    return {};
}

} // namespace yardmaster
