#pragma once

#include "models/values/statecounts.h"
#include <yardmaster/result.h>

namespace yardmaster {

class Session;

/// Due jobs, and later ones, that readWaitingCounts() counts at most; beyond it a count is a lower
/// bound.
inline constexpr int kCountCap = 10000;

/// Fills in Ready and Blocked: an index tells, a few milliseconds whatever the size of the table.
/// With `hasLater` also Scheduled and Retrying, which looks at up to kCountCap rows. Blocks.
[[nodiscard]] Result<void> readWaitingCounts(Session &session, const QString &schema,
                                             StateCounts *counts, bool hasLater = true);

/// Fills in Running, Stuck and FailedForGood, exactly. Where supporting indexes know them they are
/// counted there; else this reads the whole table, about 0.1 s a million jobs. One processor of the
/// server at most. Blocks. Errors: Cancelled after five seconds.
[[nodiscard]] Result<void> readTakenCounts(Session &session, const QString &schema,
                                           StateCounts *counts);

} // namespace yardmaster
