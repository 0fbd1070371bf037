#pragma once

#include "ui/pages/overview/chartscale.h"

#include <QList>
#include <QRectF>
#include <QString>

class QFontMetricsF;
class QPainter;

namespace yardmaster {

/// A text below a plot, and where it is written, in pixels.
struct PastLabel
{
    QString text;
    QRectF place;
};

/// "2 h ago" at each step of a plot, the present first, at its right edge. Where they would touch,
/// only every second one, every third, and so on.
[[nodiscard]] QList<PastLabel> pastLabels(const QFontMetricsF &metrics, const ChartScale &past,
                                          const QRectF &plot);
/// The axis of time below a plot. In the painter's font and pen.
void drawPastAxis(QPainter *painter, const ChartScale &past, const QRectF &plot);

} // namespace yardmaster
