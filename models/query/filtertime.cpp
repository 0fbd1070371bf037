#include "models/query/filtertime.h"

#include "worker/time/duration.h"
#include <yardmaster/timestamp.h>

#include <QRegularExpression>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::optional<FilterTime> parseCalendar(const QString &text)
{
    static const QRegularExpression form(
        u"^([0-9]{4})-([0-9]{2})-([0-9]{2})"
        "(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\\.([0-9]{1,6}))?)?)?"
        "(Z|[+-][0-9]{2}(?::?[0-9]{2})?)?$"_s,
        QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const auto number = [&match](int group) { return match.capturedView(group).toInt(); };
    FilterTime time;
    time.anchor = FilterTime::Anchor::Calendar;
    time.date = QDate(number(1), number(2), number(3));
    if (!time.date.isValid() || number(1) < 1900) // earlier is a slip of the finger
        return std::nullopt;
    if (match.hasCaptured(4)) {
        if (number(4) > 23 || number(5) > 59 || number(6) > 59)
            return std::nullopt;
        const std::chrono::microseconds clock = std::chrono::hours(number(4))
            + std::chrono::minutes(number(5)) + std::chrono::seconds(number(6));
        const QString fraction = match.captured(7);
        time.timeOfDay = clock.count() + fraction.leftJustified(6, u'0').toLongLong();
        time.unit = !fraction.isEmpty() ? 1us : match.hasCaptured(6) ? 1s : 1min;
        for (qsizetype digits = fraction.size(); !fraction.isEmpty() && digits < 6; ++digits)
            time.unit *= 10;
    }
    const QString zone = match.captured(8);
    if (!zone.isEmpty()) {
        int seconds = 0;
        if (zone.size() > 1) {
            const int minutes = zone.size() > 3 ? zone.right(2).toInt() : 0;
            seconds = (zone.mid(1, 2).toInt() * 60 + minutes) * 60;
            if (seconds > 16 * 3600 || minutes > 59)
                return std::nullopt;
        }
        time.utcOffset = zone.startsWith(u'-') ? -seconds : seconds;
    }
    return time;
}

} // namespace

std::optional<FilterTime> parseFilterTime(QStringView text)
{
    const QString lower = text.toString().toLower();
    FilterTime time;
    if (lower == "now"_L1)
        return time;
    if (lower.startsWith("now"_L1) && lower.size() > 3
        && (lower.at(3) == u'-' || lower.at(3) == u'+')) {
        const auto span = parseDuration(lower.sliced(4), DurationSyntax::Filter);
        if (!span)
            return std::nullopt;
        time.offset = lower.at(3) == u'-' ? -*span : *span;
        return time;
    }
    time.anchor = FilterTime::Anchor::Today;
    if (lower == "today"_L1)
        return time;
    time.offset = 24h;
    if (lower == "tomorrow"_L1)
        return time;
    time.offset = -24h;
    if (lower == "yesterday"_L1)
        return time;
    return parseCalendar(text.toString());
}

TimeBounds boundsOf(const FilterTime &time, const QTimeZone &zone, QDate today)
{
    const bool isCalendar = time.anchor == FilterTime::Anchor::Calendar;
    const QDate date = isCalendar ? time.date : today.addDays(time.offset / std::chrono::hours(24));
    const auto instant = [&time, &zone](QDate day, qint64 microseconds) {
        QDateTime start;
        if (time.utcOffset)
            start = QDateTime(day, QTime(0, 0), kUtc).addSecs(-*time.utcOffset);
        else if (microseconds == 0)
            start = day.startOfDay(zone); // where midnight is skipped, the first moment there is
        else
            return timestamp(QDateTime(
                       day, QTime::fromMSecsSinceStartOfDay(int(microseconds / 1000)), zone))
                + std::chrono::microseconds(microseconds % 1000);
        return timestamp(start) + std::chrono::microseconds(microseconds);
    };
    const Timestamp begin = instant(date, time.timeOfDay);
    const bool isDay = time.unit == std::chrono::microseconds(0);
    return {begin, isDay ? instant(date.addDays(1), 0) : begin + time.unit};
}

} // namespace yardmaster
