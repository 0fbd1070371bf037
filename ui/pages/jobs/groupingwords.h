#pragma once

#include "models/query/filter.h"

#include <optional>

namespace yardmaster {

/// What a grouping of jobs is called in menus and in the palette: "Group by task"; unset: "No
/// groups".
[[nodiscard]] QString groupingWords(std::optional<FilterKey> grouping);

/// None, then those of groupingKeys().
[[nodiscard]] QList<std::optional<FilterKey>> groupingChoices();

} // namespace yardmaster
