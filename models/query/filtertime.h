#pragma once

#include <yardmaster/timestamp.h>

#include <QDate>
#include <QTime>
#include <QTimeZone>

#include <optional>

namespace yardmaster {

/// A time as a filter writes it: relative to now, or of the calendar, as exact as it was written.
struct FilterTime
{
    enum class Anchor { Now, Today, Calendar };

    Anchor anchor = Anchor::Now;
    std::chrono::microseconds offset{0}; ///< from now, or whole days from today
    QDate date;
    qint64 timeOfDay = 0;             ///< microseconds since midnight
    std::chrono::microseconds unit{}; ///< a written time stands for this long; 0: the whole day
    std::optional<int> utcOffset;     ///< seconds; unset: the caller's zone
};

/// `now`, `now-1h30m`, `today`, `yesterday`, `tomorrow`, `2026-11-01`, `2026-11-01T14:03`, with
/// seconds, fractions, `Z` or `+01:00`. Units: ms s m h d w. nullopt: none of these, or a thousand
/// years away.
[[nodiscard]] std::optional<FilterTime> parseFilterTime(QStringView text);

/// The instants [begin, end) a written time stands for. One relative to now is a single instant: it
/// has no bounds here, because only the server knows now.
struct TimeBounds
{
    Timestamp begin;
    Timestamp end;
};

/// @param today  where `today` is asked for, in `zone`.
[[nodiscard]] TimeBounds boundsOf(const FilterTime &time, const QTimeZone &zone, QDate today);

} // namespace yardmaster
