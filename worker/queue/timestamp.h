#pragma once

#include <QDateTime>

#include <chrono>

namespace yardmaster {

/// A moment as the database keeps it: UTC, microseconds (QDateTime keeps milliseconds).
/// PostgreSQL's 'infinity' and '-infinity' are Timestamp::max() and Timestamp::min().
using Timestamp = std::chrono::sys_time<std::chrono::microseconds>;

[[nodiscard]] inline Timestamp timestamp(const QDateTime &time)
{
    return Timestamp(std::chrono::milliseconds(time.toMSecsSinceEpoch()));
}

/// UTC, rounded down to milliseconds.
[[nodiscard]] inline QDateTime dateTime(Timestamp time)
{
    const auto ms = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(ms.count(), Qt::UTC);
}

} // namespace yardmaster
