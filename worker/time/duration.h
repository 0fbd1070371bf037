#pragma once

#include <QString>

#include <chrono>
#include <optional>

namespace yardmaster {

/// The source of a duration, and so its syntax. Units are ms, s, m, h, d and w.
enum class DurationSyntax {
    Option,  ///< a number and a unit up to d: "30s"; a number alone is milliseconds
    Crontab, ///< graphile-worker's: whole numbers, units from s on, "4w3d2h1m"; too long ones are
             ///< cut to the longest that a JavaScript date can differ by
    Filter,  ///< "1h30m", "1.5s"; units also as words ("min", "hours"), in any case
    Typed,   ///< the same with spaces and a sign: "1 h 30 min", "-2 days"
};

/// nullopt: not a duration, or an implausibly long one (over a hundred years if it was typed, a
/// thousand in an option or a filter).
[[nodiscard]] std::optional<std::chrono::microseconds> parseDuration(QStringView text,
                                                                     DurationSyntax syntax);

/// For log lines and error messages, not translated: "3.0 ms", "1.2 s", "4 min 10 s", "2 h 5 min".
/// models/values/format.h has those of the window.
[[nodiscard]] QString durationText(std::chrono::microseconds duration);

/// As one types it, exactly: "1 d 2 h", "1 min 30 s", "0 s". DurationSyntax::Typed reads it.
[[nodiscard]] QString typedDuration(std::chrono::seconds duration);

} // namespace yardmaster
