#pragma once

#include <QIcon>

namespace yardmaster {

/// The program's icon. From bitmaps made of yardmaster.svg, so that a machine without Qt's SVG
/// plugin shows it too.
[[nodiscard]] QIcon appIcon();

} // namespace yardmaster
