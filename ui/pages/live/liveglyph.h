#pragma once

#include "models/live/liveline.h"

#include <QColor>

class QPainter;
class QPalette;
class QPointF;

namespace yardmaster {

/// Draws the shape of a kind of line with its top left corner at `corner`, as large as a state's
/// glyph; kinds that speak of a job's state have the state's.
void paintLiveGlyph(QPainter &painter, const QPointF &corner, LiveKind kind, const QColor &color);

/// What the word and shape of a kind are written in.
[[nodiscard]] QColor liveKindColor(LiveKind kind, const QPalette &palette);

} // namespace yardmaster
