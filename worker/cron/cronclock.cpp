#include <yardmaster/cronclock.h>

#include <algorithm>

namespace yardmaster {

SystemCronClock::SystemCronClock()
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer); // a coarse one may be seconds early
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { std::exchange(m_wake, {})(); });
}

QDateTime SystemCronClock::now() const
{
    return QDateTime::currentDateTimeUtc();
}

void SystemCronClock::wakeAt(const QDateTime &time, std::function<void()> wake)
{
    m_wake = std::move(wake);
    m_timer.start(int(std::clamp<qint64>(now().msecsTo(time), 1, 60000)));
}

} // namespace yardmaster
