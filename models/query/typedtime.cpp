#include "models/query/typedtime.h"

#include "models/query/filtertime.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "worker/time/duration.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// `14:30`, `9:05:10`.
std::optional<QTime> clockOf(const QString &text)
{
    static const QRegularExpression form(u"^([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?$"_s);
    const auto match = form.match(text);
    const QTime time(match.captured(1).toInt(), match.captured(2).toInt(),
                     match.captured(3).toInt());
    return match.hasMatch() && time.isValid() ? std::optional(time) : std::nullopt;
}

QDate dateOf(Timestamp time, const QTimeZone &zone)
{
    return dateTime(time).toTimeZone(zone).date();
}

} // namespace

std::optional<Timestamp> parseTypedTime(QStringView text, Timestamp now, const QTimeZone &zone)
{
    const QString typed = text.trimmed().toString();
    const QString lower = typed.toLower();
    if (lower == "never"_L1 || lower == "infinity"_L1)
        return Timestamp::max();
    const bool isAhead = lower.startsWith("in "_L1);
    if (isAhead || lower.startsWith(u'+') || lower.startsWith(u'-')) {
        const auto span = parseDuration(isAhead ? lower.mid(3) : lower, DurationSyntax::Typed);
        return span ? std::optional(now + *span) : std::nullopt;
    }
    if (const auto clock = clockOf(lower)) {
        QDateTime next(dateOf(now, zone), *clock, zone);
        if (timestamp(next) < now)
            next = QDateTime(dateOf(now, zone).addDays(1), *clock, zone);
        return timestamp(next);
    }
    for (const auto &[word, days] : {std::pair("today "_L1, 0), std::pair("tomorrow "_L1, 1)}) {
        if (!lower.startsWith(word))
            continue;
        const auto clock = clockOf(lower.mid(word.size()).trimmed());
        if (!clock)
            return std::nullopt;
        return timestamp(QDateTime(dateOf(now, zone).addDays(days), *clock, zone));
    }
    const auto time = parseFilterTime(typed);
    if (!time)
        return std::nullopt;
    if (time->anchor == FilterTime::Anchor::Now)
        return now + time->offset;
    return boundsOf(*time, zone, dateOf(now, zone)).begin;
}

QString describeMoment(Timestamp time)
{
    if (time == Timestamp::max())
        return QCoreApplication::translate("Operation", "never");
    const QString shown = formatInstant(dateTime(time));
    const QDateTime here = dateTime(time).toLocalTime();
    if (TimeDisplay::instance().zone() == TimeDisplay::Zone::Local || here.offsetFromUtc() == 0)
        return shown;
    const bool isSameDay = here.date() == dateTime(time).date();
    const QString local = here.toString(isSameDay ? u"HH:mm:ss t"_s : u"yyyy-MM-dd HH:mm:ss t"_s);
    return QCoreApplication::translate("Operation", "%1 (%2 here)").arg(shown, local);
}

} // namespace yardmaster
