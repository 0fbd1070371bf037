#pragma once

#include <yardmaster/timestamp.h>

namespace yardmaster {

/// When that is, seen from `now`: "in 4 min", "3 h ago", "never" (infinity), "always" (-infinity).
[[nodiscard]] QString formatRelative(Timestamp time, Timestamp now);
/// The same with the time: "3 h ago, 2026-11-20 14:03:07 UTC", "always (-infinity)".
[[nodiscard]] QString formatMoment(Timestamp time, Timestamp now);

} // namespace yardmaster
