#pragma once

#include <QString>

namespace yardmaster {

/// For QPainter::drawText(): what is painted is read in its own direction, that of its first
/// letter, and from left to right where it has none. That of the window would turn "-10 (2)." and
/// "59 min ago" round where it is mirrored, and names of tasks with it.
[[nodiscard]] inline int ownDirection(const QString &text)
{
    return text.isRightToLeft() ? Qt::TextForceRightToLeft : Qt::TextForceLeftToRight;
}

} // namespace yardmaster
