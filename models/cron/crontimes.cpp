#include "models/cron/crontimes.h"

#include <QCoreApplication>

#include <cstdlib>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct CronTimesText
{
    Q_DECLARE_TR_FUNCTIONS(CronTimes)
};

/// What the clock of the zone shows, written as if it were UTC, which has neither gaps nor doubles.
QDateTime wallTime(const QDateTime &instant, int offset)
{
    return instant.toUTC().addSecs(offset);
}

struct Transition
{
    QDateTime at;
    int before = 0; // seconds ahead of UTC
    int after = 0;
};

QList<Transition> transitions(const QTimeZone &zone, const QDateTime &from, const QDateTime &to)
{
    QList<Transition> list;
    for (const QTimeZone::OffsetData &data : zone.transitions(from, to)) {
        const QDateTime at = data.atUtc.toUTC();
        const int before = zone.offsetFromUtc(at.addSecs(-1));
        if (before != data.offsetFromUtc)
            list << Transition{at, before, data.offsetFromUtc};
    }
    return list;
}

QString clockText(const QDateTime &wall)
{
    return wall.toString(u"yyyy-MM-dd HH:mm"_s);
}

} // namespace

QList<CronClockChange> clockChanges(const CronSchedule &schedule, const QDateTime &from,
                                    const QDateTime &to, int most)
{
    QList<CronClockChange> changes;
    if (schedule.isUtc() || schedule.hasMatcher())
        return changes;
    const CronSchedule onPaper(schedule.fields()); // by the numbers alone
    for (const Transition &transition : transitions(schedule.timeZone(), from, to)) {
        const int step = transition.after - transition.before;
        // Skipped are the times from the old to the new reading, repeated those the other way.
        const QDateTime low
            = wallTime(transition.at, std::min(transition.before, transition.after));
        const QDateTime high = low.addSecs(std::abs(step));
        const auto due = onPaper.next(low.addSecs(-1));
        if (!due || *due >= high)
            continue;
        changes << CronClockChange{step > 0 ? CronClockChange::Kind::Skipped
                                            : CronClockChange::Kind::Repeated,
                                   transition.at, *due, step / 60, schedule.timeZone()};
        if (changes.size() == most)
            break;
    }
    return changes;
}

std::optional<CronClockChange> nextShift(const CronSchedule &schedule, const QTimeZone &zone,
                                         const QDateTime &from, const QDateTime &to)
{
    const bool isAllDay = schedule.fields().hours == CronFields().hours;
    if (isAllDay || schedule.hasMatcher() || schedule.timeZone() == zone)
        return std::nullopt;
    if (!schedule.isUtc())
        return std::nullopt; // its own changes are told already
    const QList<Transition> list = transitions(zone, from, to);
    if (list.isEmpty())
        return std::nullopt;
    const Transition &first = list.first();
    return CronClockChange{CronClockChange::Kind::Shifted, first.at,
                           wallTime(first.at, first.after), (first.after - first.before) / 60,
                           zone};
}

QString clockChangeSentence(const CronClockChange &change)
{
    const QString zone = QString::fromUtf8(change.zone.id());
    switch (change.kind) {
    case CronClockChange::Kind::Skipped:
        return CronTimesText::tr("The clock of %1 skips %2: it runs right after the gap, once.")
            .arg(zone, clockText(change.local));
    case CronClockChange::Kind::Repeated:
        return CronTimesText::tr("The clock of %1 shows %2 twice: it runs the first time only.")
            .arg(zone, clockText(change.local));
    case CronClockChange::Kind::Shifted:
        break;
    }
    const QString day = change.local.toString(u"yyyy-MM-dd"_s);
    const QString amount = CronTimesText::tr("%1 min").arg(std::abs(change.minutes));
    return change.minutes > 0
        ? CronTimesText::tr(
              "The schedule is in UTC: by the clock of %1 it runs %2 later from %3 on.")
              .arg(zone, amount, day)
        : CronTimesText::tr(
              "The schedule is in UTC: by the clock of %1 it runs %2 earlier from %3 on.")
              .arg(zone, amount, day);
}

} // namespace yardmaster
