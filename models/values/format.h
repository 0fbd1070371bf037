#pragma once

#include "models/values/count.h"

#include <QString>

#include <chrono>

class QDateTime;

namespace yardmaster {

/// "8,214"; "8.214" where the window speaks German.
[[nodiscard]] QString formatNumber(qint64 number);

/// What errors of the engine say, as a sentence: "no such schema" is "No such schema."
[[nodiscard]] QString asSentence(const QString &text);

/// For the n of tr(text, nullptr, n): which plural form fits this number. The text has no %n;
/// formatNumber() or formatCount() fills it in.
[[nodiscard]] int pluralOf(qint64 number);
[[nodiscard]] int pluralOf(const Count &count);

/// "178,214"; an estimate as "~178 k", a lower bound as "10,000+"; "counting…" while nothing is
/// known, "unknown" if all that is known is nothing.
[[nodiscard]] QString formatCount(const Count &count);

/// Where a number comes from, one sentence for its tooltip: "Estimated from a sample of the table,
/// 12 s ago."; empty for an exact one of just now.
/// @param countedAt  by this machine's clock; invalid: unknown.
[[nodiscard]] QString formatCountSource(const Count &count, const QDateTime &countedAt);

/// Three significant figures and one unit up to a minute ("420 µs", "1.27 s"), then two units
/// ("2 min 05 s", "4 h 10 min").
[[nodiscard]] QString formatDuration(std::chrono::microseconds duration);

/// To the second: "0 s", "12 s", "4 min 05 s", "4 h 10 min", "3 d 4 h".
[[nodiscard]] QString formatWholeDuration(std::chrono::seconds duration);

/// In one unit, for round ones: "0", "30 s", "5 min", "2 h", "3 d".
[[nodiscard]] QString formatRoundDuration(std::chrono::seconds duration);

/// A setting, without rounding: "250 ms", "1.5 s".
[[nodiscard]] QString formatExactDuration(std::chrono::milliseconds duration);

/// How long ago, coarsely: "now", "12 s ago", "4 min ago", "3 h ago", "2 d ago".
[[nodiscard]] QString formatAge(std::chrono::milliseconds age);

/// How long until: "in 3 s", "in 4 min"; "now" when due.
[[nodiscard]] QString formatUntil(std::chrono::milliseconds time);

/// "512 bytes", "8.6 MB"; a kB is 1024 bytes, as PostgreSQL writes sizes.
[[nodiscard]] QString formatBytes(qint64 bytes);

/// "2026-11-20 14:03:07 UTC", by the clock of TimeDisplay.
[[nodiscard]] QString formatInstant(const QDateTime &time);

} // namespace yardmaster
