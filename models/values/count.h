#pragma once

#include <QtGlobal>

#include <optional>

namespace yardmaster {

/// How many there are, as far as it is known.
struct Count
{
    std::optional<qint64> value; ///< unset: not counted yet
    bool isLowerBound = false;   ///< counting stopped early; there are at least `value`

    [[nodiscard]] bool operator==(const Count &) const = default;
};

} // namespace yardmaster
