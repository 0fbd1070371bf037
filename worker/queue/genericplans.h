#pragma once

namespace yardmaster {

/// For a session that repeats the worker's statements: they get generic plans, which are kept and
/// must stay good when a flood arrives on what was an empty table. So no sequential or bitmap
/// scans; and no JIT, which the cost put on scans would trigger.
inline constexpr char kKeepPlans[] = "set plan_cache_mode = force_generic_plan; set jit = off; "
                                     "set enable_seqscan = off; set enable_bitmapscan = off";
inline constexpr char kResetPlans[] = "reset plan_cache_mode; reset jit; "
                                      "reset enable_seqscan; reset enable_bitmapscan";

} // namespace yardmaster
