#pragma once

#include <QDateTime>
#include <QTimeZone>

#include <chrono>

namespace yardmaster {

/// UTC for a QDateTime. Newer Qt warns of Qt::UTC there, and 6.4 has no QTimeZone::UTC. In 6.4 a
/// time in QTimeZone::utc() ends in "+00:00" instead of "Z".
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
inline constexpr QTimeZone::Initialization kUtc = QTimeZone::UTC;
#else
inline constexpr Qt::TimeSpec kUtc = Qt::UTC;
#endif

/// A moment as the database keeps it: UTC, microseconds (QDateTime keeps milliseconds).
/// PostgreSQL's 'infinity' and '-infinity' are Timestamp::max() and Timestamp::min().
using Timestamp = std::chrono::sys_time<std::chrono::microseconds>;

[[nodiscard]] inline bool isFinite(Timestamp time)
{
    return time != Timestamp::max() && time != Timestamp::min();
}

[[nodiscard]] inline Timestamp timestamp(const QDateTime &time)
{
    return Timestamp(std::chrono::milliseconds(time.toMSecsSinceEpoch()));
}

/// UTC, rounded down to milliseconds.
[[nodiscard]] inline QDateTime dateTime(Timestamp time)
{
    const auto ms = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(ms.count(), kUtc);
}

/// As PostgreSQL reads it: "2026-11-20T15:03:07.123456Z", "infinity" or "-infinity".
[[nodiscard]] QString postgresText(Timestamp time);

} // namespace yardmaster
