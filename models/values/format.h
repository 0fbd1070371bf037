#pragma once

#include "models/values/count.h"

#include <QString>

#include <chrono>

class QDateTime;

namespace yardmaster {

/// "8,214"; "8.214" where the window speaks German.
[[nodiscard]] QString formatNumber(qint64 number);

/// "8,214", "10,000+", "counting…" while nothing is known, "unknown" if all that is known is
/// nothing.
[[nodiscard]] QString formatCount(const Count &count);

/// Three significant figures and one unit up to a minute ("420 µs", "1.27 s"), then two units
/// ("2 min 05 s", "4 h 10 min").
[[nodiscard]] QString formatDuration(std::chrono::microseconds duration);

/// How long ago, coarsely: "now", "12 s ago", "4 min ago", "3 h ago", "2 d ago".
[[nodiscard]] QString formatAge(std::chrono::milliseconds age);

/// How long until: "in 3 s", "in 4 min"; "now" when due.
[[nodiscard]] QString formatUntil(std::chrono::milliseconds time);

/// "2026-11-20 14:03:07 UTC", by the clock of TimeDisplay.
[[nodiscard]] QString formatInstant(const QDateTime &time);

} // namespace yardmaster
