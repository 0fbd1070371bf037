#pragma once

#include <QString>

namespace yardmaster {

struct Freshness;

/// What people must know about what a page shows: "Connection lost · what is shown was read
/// 12 s ago". Empty: it is fresh.
[[nodiscard]] QString freshnessWords(const Freshness &freshness);

/// The same in full, for a tooltip; empty: there is no more to say.
[[nodiscard]] QString freshnessSentence(const Freshness &freshness);

} // namespace yardmaster
