#include <yardmaster/crondescription.h>

#include <QCoreApplication>

#include <array>
#include <bit>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct CronDescriptionText
{
    Q_DECLARE_TR_FUNCTIONS(CronDescription)
};

constexpr int kTimesInFull = 6; ///< more times of day than these are summarised

QList<int> membersOf(quint64 bits)
{
    QList<int> numbers;
    for (; bits; bits &= bits - 1)
        numbers << std::countr_zero(bits);
    return numbers;
}

/// The n for which the set is 0, n, 2n … below `end`, where n divides `end`; 0: none.
int stepOf(quint64 bits, int end)
{
    for (int n = 1; n < end; ++n) {
        quint64 steps = 0;
        for (int i = 0; i < end; i += n)
            steps |= quint64(1) << i;
        if (steps == bits)
            return end % n == 0 ? n : 0;
    }
    return 0;
}

bool isOneRange(const QList<int> &numbers)
{
    return numbers.last() - numbers.first() == numbers.size() - 1;
}

/// "a", "a and b", "a, b and c"
QString joined(const QStringList &parts)
{
    if (parts.size() < 2)
        return parts.value(0);
    return CronDescriptionText::tr("%1 and %2")
        .arg(parts.mid(0, parts.size() - 1).join(", "_L1), parts.last());
}

/// Lists them, three or more in a row as "a to c".
template <typename Name> QString listed(const QList<int> &numbers, Name name)
{
    QStringList parts;
    for (qsizetype i = 0; i < numbers.size();) {
        qsizetype last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        if (last - i < 2)
            last = i;
        parts << (last == i ? name(numbers[i])
                            : CronDescriptionText::tr("%1 to %2")
                                  .arg(name(numbers[i]), name(numbers[last])));
        i = last + 1;
    }
    return joined(parts);
}

QString ordinal(int number)
{
    const bool isTeen = number % 100 >= 11 && number % 100 <= 13;
    const int last = isTeen ? 0 : number % 10;
    const QString pattern = last == 1 ? CronDescriptionText::tr("%1st")
        : last == 2                   ? CronDescriptionText::tr("%1nd")
        : last == 3                   ? CronDescriptionText::tr("%1rd")
                                      : CronDescriptionText::tr("%1th");
    return pattern.arg(number);
}

QString monthName(int month)
{
    static constexpr std::array kNames{QT_TRANSLATE_NOOP("CronDescription", "January"),
                                       QT_TRANSLATE_NOOP("CronDescription", "February"),
                                       QT_TRANSLATE_NOOP("CronDescription", "March"),
                                       QT_TRANSLATE_NOOP("CronDescription", "April"),
                                       QT_TRANSLATE_NOOP("CronDescription", "May"),
                                       QT_TRANSLATE_NOOP("CronDescription", "June"),
                                       QT_TRANSLATE_NOOP("CronDescription", "July"),
                                       QT_TRANSLATE_NOOP("CronDescription", "August"),
                                       QT_TRANSLATE_NOOP("CronDescription", "September"),
                                       QT_TRANSLATE_NOOP("CronDescription", "October"),
                                       QT_TRANSLATE_NOOP("CronDescription", "November"),
                                       QT_TRANSLATE_NOOP("CronDescription", "December")};
    return CronDescriptionText::tr(kNames[size_t(month - 1)]);
}

struct Weekday
{
    const char *name;
    const char *every; ///< behind "on"
};

/// @param day  1: Monday … 7: Sunday
const Weekday &weekday(int day)
{
    static constexpr std::array<Weekday, 7> kDays{
        {{QT_TRANSLATE_NOOP("CronDescription", "Monday"),
          QT_TRANSLATE_NOOP("CronDescription", "Mondays")},
         {QT_TRANSLATE_NOOP("CronDescription", "Tuesday"),
          QT_TRANSLATE_NOOP("CronDescription", "Tuesdays")},
         {QT_TRANSLATE_NOOP("CronDescription", "Wednesday"),
          QT_TRANSLATE_NOOP("CronDescription", "Wednesdays")},
         {QT_TRANSLATE_NOOP("CronDescription", "Thursday"),
          QT_TRANSLATE_NOOP("CronDescription", "Thursdays")},
         {QT_TRANSLATE_NOOP("CronDescription", "Friday"),
          QT_TRANSLATE_NOOP("CronDescription", "Fridays")},
         {QT_TRANSLATE_NOOP("CronDescription", "Saturday"),
          QT_TRANSLATE_NOOP("CronDescription", "Saturdays")},
         {QT_TRANSLATE_NOOP("CronDescription", "Sunday"),
          QT_TRANSLATE_NOOP("CronDescription", "Sundays")}}};
    return kDays[size_t(day - 1)];
}

QString clock(int hour, int minute)
{
    return u"%1:%2"_s.arg(hour, 2, 10, QLatin1Char('0')).arg(minute, 2, 10, QLatin1Char('0'));
}

/// The text of the time of day, and whether it follows the day ("Mondays at 08:00") or precedes it
/// ("every minute on Mondays").
struct Times
{
    QString text;
    bool isClock = false;
};

/// "every minute", "every 5 minutes", "at minutes 0 and 7". @param step  as of stepOf().
QString minutesText(const QList<int> &minutes, int step)
{
    if (step == 1)
        return CronDescriptionText::tr("every minute");
    if (step > 0)
        return CronDescriptionText::tr("every %1 minutes").arg(step);
    const QString numbers = listed(minutes, [](int m) { return QString::number(m); });
    return minutes.size() == 1 ? CronDescriptionText::tr("at minute %1").arg(numbers)
                               : CronDescriptionText::tr("at minutes %1").arg(numbers);
}

Times timesOf(const CronFields &fields)
{
    const QList<int> minutes = membersOf(fields.minutes);
    const QList<int> hours = membersOf(fields.hours);
    const bool isOnTheHour = minutes == QList{0};
    const int minuteStep = stepOf(fields.minutes, 60);
    const QString minutely = minutesText(minutes, minuteStep);
    const int hourStep = stepOf(fields.hours, 24);

    if (hourStep > 0) {
        const QString every = hourStep == 1
            ? CronDescriptionText::tr("every hour")
            : CronDescriptionText::tr("every %1 hours").arg(hourStep);
        if (isOnTheHour)
            return {CronDescriptionText::tr("%1, on the hour").arg(every)};
        if (hourStep == 1 && minuteStep > 0)
            return {minutely};
        if (minutes.size() == 1)
            return {u"%1, %2"_s.arg(every, minutely)};
        if (hourStep == 1)
            return {CronDescriptionText::tr("%1 of every hour").arg(minutely)};
    }
    if (minutes.size() * hours.size() <= kTimesInFull) {
        QStringList times;
        for (const int hour : hours) {
            for (const int minute : minutes)
                times << clock(hour, minute);
        }
        return {CronDescriptionText::tr("at %1").arg(joined(times)), true};
    }
    if (isOneRange(hours)) {
        if (minutes.size() == 1) {
            return {CronDescriptionText::tr("every hour from %1 to %2")
                        .arg(clock(hours.first(), minutes.first()),
                             clock(hours.last(), minutes.first()))};
        }
        if (minuteStep > 0) {
            return {
                CronDescriptionText::tr("%1 from %2 to %3")
                    .arg(minutely, clock(hours.first(), 0), clock(hours.last(), minutes.last()))};
        }
    }
    return {CronDescriptionText::tr("%1 of the hours %2").arg(minutely, listed(hours, [](int h) {
                                                                  return QString::number(h);
                                                              }))};
}

QString weekdaysText(const CronFields &fields)
{
    // Monday first, so that a weekend is in one piece.
    const quint64 bits = (fields.weekdays & 0x7e) | (fields.weekdays & 1) << 7;
    const QList<int> days = membersOf(bits);
    if (days.size() >= 3 && isOneRange(days))
        return CronDescriptionText::tr("%1 to %2", "days of the week")
            .arg(CronDescriptionText::tr(weekday(days.first()).name),
                 CronDescriptionText::tr(weekday(days.last()).name));
    QStringList names;
    for (const int day : days)
        names << CronDescriptionText::tr(weekday(day).every);
    return CronDescriptionText::tr("on %1", "days of the week").arg(joined(names));
}

/// `text` and the months, if they are not all.
QString withMonths(const QString &text, const QList<int> &months)
{
    if (months.size() == 12)
        return text;
    const QString in = months.size() >= 3 && isOneRange(months)
        ? CronDescriptionText::tr("in %1 to %2", "months")
              .arg(monthName(months.first()), monthName(months.last()))
        : CronDescriptionText::tr("in %1", "months").arg(listed(months, &monthName));
    return text + u' ' + in;
}

/// Empty: every day of every month.
QString daysText(const CronFields &fields)
{
    const QList<int> days = membersOf(fields.days);
    const QList<int> months = membersOf(fields.months);
    if (!fields.restrictsDays()) {
        return fields.restrictsWeekdays() ? withMonths(weekdaysText(fields), months)
            : months.size() < 12          ? withMonths(CronDescriptionText::tr("every day"), months)
                                          : QString();
    }
    QString text;
    if (days.size() == 1 && months.size() == 1) {
        text = CronDescriptionText::tr("every year on %1 %2")
                   .arg(QString::number(days.first()), monthName(months.first()));
    } else {
        text = CronDescriptionText::tr("on the %1").arg(listed(days, &ordinal));
        text = months.size() == 12 ? CronDescriptionText::tr("%1 of every month").arg(text)
                                   : withMonths(text, months);
    }
    if (fields.restrictsWeekdays()) {
        // Either is enough.
        text = CronDescriptionText::tr("%1, and %2")
                   .arg(text, withMonths(weekdaysText(fields), months));
    }
    return text;
}

QString sentence(const CronSchedule &schedule)
{
    if (schedule.hasMatcher())
        return CronDescriptionText::tr("when the program decides");
    static const QDateTime anyTime(QDate(2000, 1, 1).startOfDay(QTimeZone::utc()));
    if (!schedule.next(anyTime))
        return CronDescriptionText::tr("never");
    const Times times = timesOf(schedule.fields());
    const QString days = daysText(schedule.fields());
    if (times.isClock)
        return (days.isEmpty() ? CronDescriptionText::tr("every day") : days) + u' ' + times.text;
    return days.isEmpty() ? times.text : u"%1 %2"_s.arg(times.text, days);
}

} // namespace

QString describeSchedule(const CronSchedule &schedule)
{
    const QString zone = schedule.isUtc() ? u"UTC"_s : QString::fromUtf8(schedule.timeZone().id());
    return u"%1 (%2)"_s.arg(sentence(schedule), zone);
}

} // namespace yardmaster
