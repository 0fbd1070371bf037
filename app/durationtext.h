#pragma once

#include <QString>

#include <chrono>
#include <optional>

namespace yardmaster {

/// "250" (milliseconds), "250ms", "30s", "5m", "2h", "1d"; nullopt for anything else, negative and
/// overflowing values included.
[[nodiscard]] std::optional<std::chrono::milliseconds> parseDuration(const QString &text);

} // namespace yardmaster
