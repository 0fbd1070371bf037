#pragma once

#include <QColor>

class QPainter;
class QPointF;

namespace yardmaster {

/// Draws a bell of kGlyphSize with its top left corner at `corner`. @param isStruck  crossed out.
void paintBell(QPainter &painter, const QPointF &corner, const QColor &color, bool isFilled,
               bool isStruck);

} // namespace yardmaster
