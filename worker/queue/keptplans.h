#pragma once

namespace yardmaster {

/// For a session that repeats the worker's statements: their plans are kept, and must stay good
/// when a flood arrives on what was an empty table. So no scans; and no compiling, which the price
/// put on scans would set off.
inline constexpr char kKeepPlans[] = "set plan_cache_mode = force_generic_plan; set jit = off; "
                                     "set enable_seqscan = off; set enable_bitmapscan = off";
inline constexpr char kPlanAnew[] = "reset plan_cache_mode; reset jit; "
                                    "reset enable_seqscan; reset enable_bitmapscan";

} // namespace yardmaster
