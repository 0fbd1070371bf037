#include "models/values/timedisplay.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

TimeDisplay &TimeDisplay::instance()
{
    static TimeDisplay display;
    return display;
}

void TimeDisplay::setZone(Zone zone)
{
    if (m_zone.exchange(zone) != zone)
        Q_EMIT changed();
}

QDateTime TimeDisplay::shown(const QDateTime &time) const
{
    return m_zone == Zone::Utc ? time.toUTC() : time.toLocalTime();
}

QTimeZone TimeDisplay::timeZone() const
{
    return m_zone == Zone::Utc ? QTimeZone::utc() : QTimeZone::systemTimeZone();
}

QString TimeDisplay::zoneName(const QDateTime &time) const
{
    return m_zone == Zone::Utc ? u"UTC"_s : time.toLocalTime().timeZoneAbbreviation();
}

} // namespace yardmaster
