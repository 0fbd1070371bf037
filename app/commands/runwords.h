#pragma once

#include "models/history/runreads.h"

#include <optional>

namespace yardmaster {

class CommandCall;

/// A table of runs, times in UTC; errors shortened.
/// @param ofOneJob  without what is the same in all of them.
[[nodiscard]] QString runsText(const QList<PastRun> &runs, bool ofOneJob = false);

/// Why there is no history to read, and what to do about it, for the standard error; empty: there
/// is one.
[[nodiscard]] QString historyObstacle(const HistoryPresence &presence);

/// Writes that to the standard error, where there is no history to read. Returns the exit code;
/// unset: it can be read.
[[nodiscard]] std::optional<int> complainOfHistory(const CommandCall &call,
                                                   const HistoryPresence &presence);

} // namespace yardmaster
