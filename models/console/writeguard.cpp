#include "models/console/writeguard.h"

#include <algorithm>

namespace yardmaster {

WriteGuard::WriteGuard(Environment environment, QObject *parent)
    : QObject(parent)
    , m_environment(environment)
    , m_isGuarded(isGuarded(environment))
{
    m_end.setSingleShot(true);
    connect(&m_end, &QTimer::timeout, this, &WriteGuard::lock);
}

void WriteGuard::setForbidden(const QString &reason)
{
    if (m_forbidden == reason)
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
    const bool isArmed = m_armedUntil.isValid() && QDateTime::currentDateTimeUtc() < m_armedUntil;
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
            ? tr("No profile says what this database is, so it is locked against changes like "
                 "production. Arm the window to change jobs.")
            : tr("Production is locked against changes. Arm the window to change jobs.");
    case State::Forbidden:
        return m_forbidden;
    }
    Q_UNREACHABLE();
    return {};
}

} // namespace yardmaster
