#pragma once

#include <QPalette>

namespace yardmaster {

/// With placeholders in the colour of texts, where the desktop left them black on black. Pure.
[[nodiscard]] QPalette withReadablePlaceholders(QPalette palette);

} // namespace yardmaster
