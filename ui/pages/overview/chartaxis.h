#pragma once

#include "ui/pages/overview/chartscale.h"

class QPainter;
class QRectF;

namespace yardmaster {

/// The axis of time below a plot: "2 h ago" at each step, the present at its right edge. In the
/// painter's font and pen.
void drawPastAxis(QPainter *painter, const ChartScale &past, const QRectF &plot);

} // namespace yardmaster
