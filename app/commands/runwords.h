#pragma once

#include "models/history/runreads.h"

namespace yardmaster {

/// A table of runs, times in UTC; errors shortened.
/// @param ofOneJob  without what is the same in all of them.
[[nodiscard]] QString runsText(const QList<PastRun> &runs, bool ofOneJob = false);

/// Why there is no history to read, and what to do about it, for the standard error; empty: there
/// is one.
[[nodiscard]] QString historyObstacle(const HistoryPresence &presence);

} // namespace yardmaster
