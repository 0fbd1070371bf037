#include <yardmaster/cronschedule.h>

#include "worker/json/jsspace.h"

#include <algorithm>
#include <bit>
#include <chrono>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using std::chrono::day;
using std::chrono::days;
using std::chrono::month;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month_day;

constexpr qint64 kMinuteMs = 60'000;
constexpr qint64 kDayMinutes = 24 * 60;
/// Range of the search: far from where calendar and time zone arithmetic could overflow.
constexpr qint64 kEarliest = sys_days(year(-9999) / 1 / 1).time_since_epoch().count() * kDayMinutes;
constexpr qint64 kLatest = sys_days(year(9999) / 12 / 31).time_since_epoch().count() * kDayMinutes;
/// From 29 February 2096 to the one of 2104, and a bit.
constexpr int kMonthsToLook = 12 * 9;
constexpr qint64 kMatcherMinutes = 366 * kDayMinutes;

qint64 floorDivided(qint64 value, qint64 by)
{
    return value / by - (value % by < 0 ? 1 : 0);
}

qint64 ceilDivided(qint64 value, qint64 by)
{
    return value / by + (value % by > 0 ? 1 : 0);
}

QDateTime fromMinute(qint64 minute)
{
    return QDateTime::fromMSecsSinceEpoch(minute * kMinuteMs, QTimeZone::utc()).toUTC();
}

int weekdayOf(qint64 dayNumber)
{
    return int((dayNumber % 7 + 7 + 4) % 7); // day 0 was a Thursday
}

/// Bits 1..31: the days of this month that the fields allow.
quint32 daysOf(const CronFields &fields, year_month_day first)
{
    const unsigned length = unsigned((first.year() / first.month() / std::chrono::last).day());
    const quint32 all = quint32(((quint64(1) << length) - 1) << 1);
    if (!fields.restrictsWeekdays())
        return fields.days & all;
    const int weekday = weekdayOf(sys_days(first).time_since_epoch().count());
    quint32 byWeekday = 0;
    for (unsigned d = 1; d <= length; ++d) {
        if (fields.weekdays >> ((unsigned(weekday) + d - 1) % 7) & 1)
            byWeekday |= quint32(1) << d;
    }
    return (fields.restrictsDays() ? fields.days | byWeekday : byWeekday) & all;
}

} // namespace

/// A period in which the zone's offset does not change. Minutes since 1970, UTC.
struct CronSchedule::Segment
{
    qint64 begin = kEarliest;                ///< its first whole minute
    qint64 end = kLatest;                    ///< the first one after it
    qint64 offsetMs = 0;                     ///< local time less UTC
    qint64 previousMs = 0;                   ///< the same before it; equal if nothing is known
    qint64 changeMs = kEarliest * kMinuteMs; ///< the instant it begins

    [[nodiscard]] qint64 toLocal(qint64 minute) const
    {
        return floorDivided(minute * kMinuteMs + offsetMs, kMinuteMs);
    }
    /// The first minute whose local time is not before this.
    [[nodiscard]] qint64 fromLocal(qint64 localMinute) const
    {
        return ceilDivided(localMinute * kMinuteMs - offsetMs, kMinuteMs);
    }
    /// Local times from here on have not occurred before.
    [[nodiscard]] qint64 firstNewLocal() const
    {
        return ceilDivided(changeMs + std::max(previousMs, offsetMs), kMinuteMs);
    }
    [[nodiscard]] bool hasGap() const { return offsetMs > previousMs; }
    [[nodiscard]] qint64 gapBegin() const { return ceilDivided(changeMs + previousMs, kMinuteMs); }
    [[nodiscard]] qint64 gapEnd() const { return ceilDivided(changeMs + offsetMs, kMinuteMs); }
};

CronSchedule::CronSchedule(const CronFields &fields, const QTimeZone &zone)
    : m_fields(fields)
{
    if (zone.isValid() && zone != QTimeZone::utc())
        m_zone = zone;
}

CronSchedule::CronSchedule(CronMatcher matcher, const QTimeZone &zone)
    : m_matcher(std::move(matcher))
{
    if (zone.isValid() && zone != QTimeZone::utc())
        m_zone = zone;
}

tl::expected<CronSchedule, QList<CrontabProblem>>
CronSchedule::parse(QStringView text, CrontabDialect dialect, const QTimeZone &zone)
{
    std::array<QStringView, 5> parts;
    std::array<CrontabSpan, 5> places;
    size_t count = 0;
    for (qsizetype at = 0; at < text.size();) {
        if (isJsSpace(text[at])) {
            ++at;
            continue;
        }
        qsizetype end = at;
        while (end < text.size() && !isJsSpace(text[end]))
            ++end;
        if (count < 5) {
            parts[count] = text.mid(at, end - at);
            places[count] = {int(at) + 1, int(end - at)};
        }
        ++count;
        at = end;
    }
    QList<CrontabProblem> problems;
    if (count != 5) {
        problems.append(
            {1, 1, std::max(1, int(text.size())),
             u"'%1' is not a schedule: it has %2 fields, not five"_s.arg(text).arg(count),
             u"minute, hour, day of the month, month, day of the week"_s});
        return tl::make_unexpected(problems);
    }
    const CronFields fields = CronFields::parse(parts, places, 1, dialect, &problems);
    if (!problems.isEmpty())
        return tl::make_unexpected(problems);
    return CronSchedule(fields, zone);
}

bool CronSchedule::matches(const QDateTime &instant) const
{
    return instant.isValid() && matchesMinute(floorDivided(instant.toMSecsSinceEpoch(), kMinuteMs));
}

std::optional<QDateTime> CronSchedule::next(const QDateTime &after) const
{
    if (!after.isValid())
        return std::nullopt;
    const qint64 minute = floorDivided(after.toMSecsSinceEpoch(), kMinuteMs);
    const auto found = nextMinute(std::max(minute + 1, kEarliest));
    return found ? std::optional(fromMinute(*found)) : std::nullopt;
}

QList<QDateTime> CronSchedule::upcoming(const QDateTime &after, int count) const
{
    QList<QDateTime> times;
    std::optional<QDateTime> time = after;
    while (times.size() < count && (time = next(*time)))
        times << *time;
    return times;
}

CronSchedule::Segment CronSchedule::segmentAt(qint64 minute) const
{
    Segment segment;
    if (!m_zone)
        return segment;
    const QDateTime instant = fromMinute(minute);
    segment.offsetMs = segment.previousMs = m_zone->offsetFromUtc(instant) * 1000LL;
    if (!m_zone->hasTransitions())
        return segment;
    // previousTransition() is strict, and this minute may begin with one.
    const auto before = m_zone->previousTransition(instant.addMSecs(1));
    if (before.atUtc.isValid()) {
        segment.changeMs = before.atUtc.toMSecsSinceEpoch();
        segment.begin = ceilDivided(segment.changeMs, kMinuteMs);
        segment.previousMs = m_zone->offsetFromUtc(before.atUtc.addMSecs(-1)) * 1000LL;
    }
    const auto after = m_zone->nextTransition(instant);
    if (after.atUtc.isValid())
        segment.end = std::min(kLatest, ceilDivided(after.atUtc.toMSecsSinceEpoch(), kMinuteMs));
    return segment;
}

bool CronSchedule::matchesLocal(qint64 localMinute) const
{
    const qint64 dayNumber = floorDivided(localMinute, kDayMinutes);
    const int ofDay = int(localMinute - dayNumber * kDayMinutes);
    const year_month_day date{sys_days(days(dayNumber))};
    const CronDigest digest{ofDay % 60, ofDay / 60, int(unsigned(date.day())),
                            int(unsigned(date.month())), weekdayOf(dayNumber)};
    if (m_matcher)
        return m_matcher(digest);
    if (!(m_fields.minutes >> digest.minute & 1) || !(m_fields.hours >> digest.hour & 1)
        || !(m_fields.months >> digest.month & 1))
        return false;
    const bool day = m_fields.days >> digest.dayOfMonth & 1;
    const bool weekday = m_fields.weekdays >> digest.dayOfWeek & 1;
    // Where both are restricted, either is enough: cron's old rule.
    if (m_fields.restrictsDays() && m_fields.restrictsWeekdays())
        return day || weekday;
    return day && weekday;
}

/// The first matching minute of the clock, this one included.
std::optional<qint64> CronSchedule::nextLocal(qint64 localMinute) const
{
    if (m_matcher) {
        for (qint64 m = localMinute; m < localMinute + kMatcherMinutes; ++m) {
            if (matchesLocal(m))
                return m;
        }
        return std::nullopt;
    }
    if (m_fields.minutes == 0 || m_fields.hours == 0)
        return std::nullopt;
    const qint64 dayNumber = floorDivided(localMinute, kDayMinutes);
    const int ofDay = int(localMinute - dayNumber * kDayMinutes);
    const year_month_day today{sys_days(days(dayNumber))};

    // The first minute of a day at or after a time of day, or -1.
    const auto timeFrom = [this](int time) {
        const int hour = time / 60;
        if (m_fields.hours >> hour & 1) {
            if (const quint64 minutes = m_fields.minutes >> (time % 60))
                return time + std::countr_zero(minutes);
        }
        const quint32 hours = m_fields.hours >> (hour + 1);
        return hours
            ? (hour + 1 + std::countr_zero(hours)) * 60 + std::countr_zero(m_fields.minutes)
            : -1;
    };
    std::chrono::year_month ym = today.year() / today.month();
    for (int i = 0; i < kMonthsToLook; ++i, ym += std::chrono::months(1)) {
        if (!(m_fields.months >> unsigned(ym.month()) & 1))
            continue;
        const year_month_day first = ym / day(1);
        quint32 allowed = daysOf(m_fields, first);
        const qint64 zeroth = sys_days(first).time_since_epoch().count() - 1;
        if (i == 0) {
            const unsigned d = unsigned(today.day());
            if (allowed >> d & 1) {
                if (const int time = timeFrom(ofDay); time >= 0)
                    return dayNumber * kDayMinutes + time;
            }
            allowed &= ~((quint32(2) << d) - 1);
        }
        if (allowed)
            return (zeroth + std::countr_zero(allowed)) * kDayMinutes + timeFrom(0);
    }
    return std::nullopt;
}

bool CronSchedule::matchesMinute(qint64 minute) const
{
    if (minute < kEarliest || minute >= kLatest)
        return false;
    const Segment segment = segmentAt(minute);
    const qint64 local = segment.toLocal(minute);
    if (local >= segment.firstNewLocal() && matchesLocal(local))
        return true;
    if (minute != segment.begin || !segment.hasGap())
        return false;
    const auto skipped = nextLocal(segment.gapBegin());
    return skipped && *skipped < segment.gapEnd();
}

/// The first matching minute, this one included.
std::optional<qint64> CronSchedule::nextMinute(qint64 minute) const
{
    while (minute < kLatest) {
        const Segment segment = segmentAt(minute);
        if (minute == segment.begin && segment.hasGap()) {
            const auto skipped = nextLocal(segment.gapBegin());
            if (skipped && *skipped < segment.gapEnd())
                return minute;
        }
        const qint64 from = std::max(segment.toLocal(minute), segment.firstNewLocal());
        const auto local = nextLocal(from);
        if (!local)
            return std::nullopt; // not in any later segment either
        const qint64 found = segment.fromLocal(*local);
        if (found < segment.end)
            return found < kLatest ? std::optional(found) : std::nullopt;
        // No earlier local time matches, so years of segments can be skipped; the clocks of two
        // zones are never further apart than this.
        minute = std::max(segment.end, found - 26 * 60);
    }
    return std::nullopt;
}

} // namespace yardmaster
