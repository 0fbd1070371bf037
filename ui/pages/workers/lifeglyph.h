#pragma once

#include "models/workers/workerrow.h"

#include <QPalette>

class QPainter;

namespace yardmaster {

/// Draws the shape of a worker's life with its top left corner at `corner`, as large as a state's
/// glyph.
void paintLifeGlyph(QPainter &painter, const QPointF &corner, WorkerLife life,
                    const QPalette &palette);
[[nodiscard]] QColor lifeColor(WorkerLife life, const QPalette &palette);

} // namespace yardmaster
