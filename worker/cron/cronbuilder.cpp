#include <yardmaster/cronbuilder.h>

#include <QJsonDocument>

#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

Cron Cron::everyMinute()
{
    return at(u"* * * * *"_s);
}

Cron Cron::everyN(int n)
{
    if (n >= 1 && n <= 59)
        return at(u"*/%1 * * * *"_s.arg(n));
    if (n > 0 && n <= 1440 && n % 60 == 0)
        return at(u"0 */%1 * * *"_s.arg(n / 60));
    return at(u"every %1 minutes"_s.arg(n)); // not a valid schedule; the check reports it
}

Cron Cron::hourlyAt(int minute)
{
    return at(u"%1 * * * *"_s.arg(minute));
}

Cron Cron::dailyAt(int hour, int minute)
{
    return at(u"%1 %2 * * *"_s.arg(minute).arg(hour));
}

Cron Cron::weeklyOn(Qt::DayOfWeek day, int hour, int minute)
{
    return weeklyOn(QList{day}, hour, minute);
}

Cron Cron::weeklyOn(const QList<Qt::DayOfWeek> &days, int hour, int minute)
{
    QStringList numbers;
    for (const Qt::DayOfWeek day : days)
        numbers << QString::number(int(day)); // Sunday is 7 to both
    return at(u"%1 %2 * * %3"_s.arg(minute).arg(hour).arg(numbers.join(u',')));
}

Cron Cron::monthlyOn(int day, int hour, int minute)
{
    return at(u"%1 %2 %3 * *"_s.arg(minute).arg(hour).arg(day));
}

Cron Cron::yearlyOn(int month, int day, int hour, int minute)
{
    return at(u"%1 %2 %3 %4 *"_s.arg(minute).arg(hour).arg(day).arg(month));
}

Cron Cron::at(const QString &schedule)
{
    Cron cron;
    cron.m_item.schedule = schedule;
    return cron;
}

Cron Cron::when(CronMatcher matcher)
{
    Cron cron;
    cron.m_item.matcher = std::move(matcher);
    return cron;
}

Cron Cron::task(const QString &task) const
{
    return with([&](CronItem &item) { item.task = task; });
}

Cron Cron::id(const QString &identifier) const
{
    return with([&](CronItem &item) { item.identifier = identifier; });
}

Cron Cron::fill(std::chrono::milliseconds period) const
{
    return with([&](CronItem &item) { item.options.backfillPeriod = period; });
}

Cron Cron::maxAttempts(int attempts) const
{
    return with([&](CronItem &item) { item.options.maxAttempts = attempts; });
}

Cron Cron::queue(const QString &name) const
{
    return with([&](CronItem &item) { item.options.queueName = name; });
}

Cron Cron::priority(int priority) const
{
    return with([&](CronItem &item) { item.options.priority = priority; });
}

Cron Cron::jobKey(const QString &key, JobKeyMode mode) const
{
    return with([&](CronItem &item) {
        item.options.jobKey = key;
        item.options.jobKeyMode = mode;
    });
}

Cron Cron::flags(const QStringList &flags) const
{
    return with([&](CronItem &item) { item.options.flags = flags; });
}

Cron Cron::timeZone(const QByteArray &ianaName) const
{
    return with([&](CronItem &item) { item.options.timeZone = ianaName; });
}

Cron Cron::payload(const QJsonObject &payload) const
{
    return with([&](CronItem &item) {
        item.payload = QJsonDocument(payload).toJson(QJsonDocument::Compact);
    });
}

} // namespace yardmaster
