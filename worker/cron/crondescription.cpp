#include <yardmaster/crondescription.h>

#include <array>
#include <bit>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

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
    return parts.mid(0, parts.size() - 1).join(", "_L1) + " and "_L1 + parts.last();
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
                            : u"%1 to %2"_s.arg(name(numbers[i]), name(numbers[last])));
        i = last + 1;
    }
    return joined(parts);
}

QString ordinal(int number)
{
    const bool isTeen = number % 100 >= 11 && number % 100 <= 13;
    const int last = isTeen ? 0 : number % 10;
    return QString::number(number)
        + (last == 1       ? "st"_L1
               : last == 2 ? "nd"_L1
               : last == 3 ? "rd"_L1
                           : "th"_L1);
}

QString monthName(int month)
{
    static const std::array<QString, 13> names{
        QString(),    u"January"_s,  u"February"_s, u"March"_s,  u"April"_s,
        u"May"_s,     u"June"_s,     u"July"_s,     u"August"_s, u"September"_s,
        u"October"_s, u"November"_s, u"December"_s};
    return names[size_t(month)];
}

/// 1: Monday … 7: Sunday
QString weekdayName(int day)
{
    static const std::array<QString, 8> names{QString(),      u"Monday"_s,   u"Tuesday"_s,
                                              u"Wednesday"_s, u"Thursday"_s, u"Friday"_s,
                                              u"Saturday"_s,  u"Sunday"_s};
    return names[size_t(day)];
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

/// "every minute", "every 5 minutes", "at minutes 0 and 7"
QString minutesText(quint64 bits)
{
    if (const int step = stepOf(bits, 60); step > 0)
        return step == 1 ? u"every minute"_s : u"every %1 minutes"_s.arg(step);
    const QList<int> minutes = membersOf(bits);
    return (minutes.size() == 1 ? u"at minute "_s : u"at minutes "_s)
        + listed(minutes, [](int m) { return QString::number(m); });
}

Times timesOf(const CronFields &fields)
{
    const QList<int> minutes = membersOf(fields.minutes);
    const QList<int> hours = membersOf(fields.hours);
    const bool isOnTheHour = minutes == QList{0};
    const QString minutely = minutesText(fields.minutes);
    const int hourStep = stepOf(fields.hours, 24);

    if (hourStep > 0) {
        const QString every = hourStep == 1 ? u"every hour"_s : u"every %1 hours"_s.arg(hourStep);
        if (isOnTheHour)
            return {every + u", on the hour"_s};
        if (hourStep == 1 && minutely.startsWith("every"_L1))
            return {minutely};
        if (minutes.size() == 1)
            return {u"%1, %2"_s.arg(every, minutely)};
        if (hourStep == 1)
            return {minutely + u" of every hour"_s};
    }
    if (minutes.size() * hours.size() <= kTimesInFull) {
        QStringList times;
        for (const int hour : hours) {
            for (const int minute : minutes)
                times << clock(hour, minute);
        }
        return {u"at "_s + joined(times), true};
    }
    if (isOneRange(hours)) {
        if (minutes.size() == 1) {
            return {u"every hour from %1 to %2"_s.arg(clock(hours.first(), minutes.first()),
                                                      clock(hours.last(), minutes.first()))};
        }
        if (minutely.startsWith("every"_L1)) {
            return {u"%1 from %2 to %3"_s.arg(minutely, clock(hours.first(), 0),
                                              clock(hours.last(), minutes.last()))};
        }
    }
    return {u"%1 of the hours %2"_s.arg(minutely,
                                        listed(hours, [](int h) { return QString::number(h); }))};
}

QString weekdaysText(const CronFields &fields)
{
    // Monday first, so that a weekend is in one piece.
    const quint64 bits = (fields.weekdays & 0x7e) | (fields.weekdays & 1) << 7;
    const QList<int> days = membersOf(bits);
    if (days.size() >= 3 && isOneRange(days))
        return u"%1 to %2"_s.arg(weekdayName(days.first()), weekdayName(days.last()));
    QStringList names;
    for (const int day : days)
        names << weekdayName(day) + u's';
    return u"on "_s + joined(names);
}

QString monthsText(const QList<int> &months)
{
    return months.size() == 12 ? QString() : u" in "_s + listed(months, &monthName);
}

/// Empty: every day of every month.
QString daysText(const CronFields &fields)
{
    const QList<int> days = membersOf(fields.days);
    const QList<int> months = membersOf(fields.months);
    if (!fields.restrictsDays()) {
        return fields.restrictsWeekdays() ? weekdaysText(fields) + monthsText(months)
            : months.size() < 12          ? u"every day"_s + monthsText(months)
                                          : QString();
    }
    QString text;
    if (days.size() == 1 && months.size() == 1) {
        text = u"every year on %1 %2"_s.arg(days.first()).arg(monthName(months.first()));
    } else {
        text = u"on the %1"_s.arg(listed(days, &ordinal));
        text += months.size() == 12 ? u" of every month"_s : monthsText(months);
    }
    if (fields.restrictsWeekdays()) {
        // Either is enough.
        text += u", and "_s + weekdaysText(fields) + monthsText(months);
    }
    return text;
}

QString sentence(const CronSchedule &schedule)
{
    if (schedule.hasMatcher())
        return u"when the program says so"_s;
    static const QDateTime anyTime(QDate(2000, 1, 1).startOfDay(QTimeZone::utc()));
    if (!schedule.next(anyTime))
        return u"never"_s;
    const Times times = timesOf(schedule.fields());
    const QString days = daysText(schedule.fields());
    if (times.isClock)
        return u"%1 %2"_s.arg(days.isEmpty() ? u"every day"_s : days, times.text);
    return days.isEmpty() ? times.text : u"%1 %2"_s.arg(times.text, days);
}

} // namespace

QString describeSchedule(const CronSchedule &schedule)
{
    const QString zone = schedule.isUtc() ? u"UTC"_s : QString::fromUtf8(schedule.timeZone().id());
    return u"%1 (%2)"_s.arg(sentence(schedule), zone);
}

} // namespace yardmaster
