#pragma once

class QPainter;

namespace yardmaster {

/// Draws the line below what is wrong, from `left` to `right` around `y`, with the painter's pen.
/// Its phase hangs on the place alone, so that neighbours join.
void paintWavyLine(QPainter &painter, double left, double right, double y);

} // namespace yardmaster
