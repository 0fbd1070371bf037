#pragma once

#include "worker/history/history.h"

namespace yardmaster {

/// What recording costs, as measured for resources/manual/history.md, and for this database as far
/// as it tells. One sentence each. Pure.
[[nodiscard]] QStringList historyPrice(const HistoryState &state);
/// What it costs to keep payloads too, likewise.
[[nodiscard]] QStringList payloadPrice();
/// Which locks installing and removing take. One paragraph. Pure.
[[nodiscard]] QString historyLocks();
/// What is wrong with a history that is there, one sentence each; empty: nothing is. Pure.
[[nodiscard]] QStringList historyTroubles(const HistoryState &state);

} // namespace yardmaster
