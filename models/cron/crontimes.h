#pragma once

#include <yardmaster/cronschedule.h>

#include <QDateTime>
#include <QList>
#include <QTimeZone>

namespace yardmaster {

/// A change of the clock that a schedule notices.
struct CronClockChange
{
    enum class Kind {
        Skipped,  ///< the clock jumps over times that it is due at: it runs right after
        Repeated, ///< the clock shows such times twice: it runs the first time only
        Shifted,  ///< a schedule in UTC: by this clock it runs earlier or later from then on
    };
    Kind kind = Kind::Skipped;
    QDateTime at;    ///< the instant of the change, UTC
    QDateTime local; ///< the first such time, as written in the crontab; of Shifted: as `at`
    int minutes = 0; ///< how far the clock is put, forward if positive
    QTimeZone zone;
};

/// The changes of the schedule's own clock that it notices between two instants, at most `most`.
/// None for UTC.
[[nodiscard]] QList<CronClockChange>
clockChanges(const CronSchedule &schedule, const QDateTime &from, const QDateTime &to, int most);
/// The next change of `zone` before `to`, for schedules that do not follow it: those run at another
/// time by its clock from then on. None for schedules of that zone, or that run all hours.
[[nodiscard]] std::optional<CronClockChange> nextShift(const CronSchedule &schedule,
                                                       const QTimeZone &zone, const QDateTime &from,
                                                       const QDateTime &to);

/// One sentence.
[[nodiscard]] QString clockChangeSentence(const CronClockChange &change);

} // namespace yardmaster
