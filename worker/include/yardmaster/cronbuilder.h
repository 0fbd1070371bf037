#pragma once

#include <yardmaster/cronitem.h>

#include <QJsonObject>
#include <QList>

#include <chrono>

namespace yardmaster {

/// Writes a CronItem in words. A value; every function returns another one.
///
///     options.cron.items = QList<CronItem>{
///         Cron::dailyAt(8, 0).task(u"report"_s).fill(2h),
///         Cron::weeklyOn(Qt::Monday, 9, 30).task(u"digest"_s).timeZone("Europe/Paris"),
///     };
///
/// Impossible values (hour 25) are found when the list is checked: crontabFromItems().
class Cron final
{
public:
    [[nodiscard]] static Cron everyMinute();
    /// Every n minutes, counted from each full hour; from midnight if n is a multiple of 60. For
    /// even steps, n has to divide an hour or a day.
    /// @param n  1..59, or a multiple of 60 up to 1440.
    [[nodiscard]] static Cron everyN(int n);
    [[nodiscard]] static Cron hourlyAt(int minute);
    [[nodiscard]] static Cron dailyAt(int hour, int minute);
    [[nodiscard]] static Cron weeklyOn(Qt::DayOfWeek day, int hour, int minute);
    [[nodiscard]] static Cron weeklyOn(const QList<Qt::DayOfWeek> &days, int hour, int minute);
    /// Months without that day are left out.
    [[nodiscard]] static Cron monthlyOn(int day, int hour, int minute);
    [[nodiscard]] static Cron yearlyOn(int month, int day, int hour, int minute);
    /// Five fields, as in a crontab.
    [[nodiscard]] static Cron at(const QString &schedule);
    /// Whenever the function says so.
    [[nodiscard]] static Cron when(CronMatcher matcher);

    [[nodiscard]] Cron task(const QString &task) const;
    [[nodiscard]] Cron id(const QString &identifier) const;
    [[nodiscard]] Cron fill(std::chrono::milliseconds period) const;
    [[nodiscard]] Cron maxAttempts(int attempts) const;
    [[nodiscard]] Cron queue(const QString &name) const;
    [[nodiscard]] Cron priority(int priority) const;
    [[nodiscard]] Cron jobKey(const QString &key, JobKeyMode mode = JobKeyMode::Replace) const;
    [[nodiscard]] Cron flags(const QStringList &flags) const;
    [[nodiscard]] Cron timeZone(const QByteArray &ianaName) const;
    [[nodiscard]] Cron payload(const QJsonObject &payload) const;

    [[nodiscard]] const CronItem &item() const { return m_item; }
    // Implicit, so that a list of items can be written as above.
    operator CronItem() const { return m_item; }

private:
    template <typename Change> [[nodiscard]] Cron with(Change change) const
    {
        Cron copy = *this;
        change(copy.m_item);
        return copy;
    }

    CronItem m_item;
};

} // namespace yardmaster
