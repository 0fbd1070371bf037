#pragma once

#include "models/console/connectionsmodel.h"

class QColor;
class QPainter;
class QPointF;

namespace yardmaster {

/// Draws the sign of an activity, as large as a glyph of a state, with its top left corner at
/// `corner`: a triangle for the worker, a round arrow for an operation, an open padlock.
void paintActivity(QPainter &painter, const QPointF &corner, ConnectionActivity activity,
                   const QColor &color);

} // namespace yardmaster
