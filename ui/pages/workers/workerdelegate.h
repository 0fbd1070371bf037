#pragma once

#include "models/workers/workerrow.h"

#include <QStyledItemDelegate>

namespace yardmaster {

/// Draws the shape of a worker's life with its top left corner at `corner`, as large as a state's
/// glyph.
void paintLifeGlyph(QPainter &painter, const QPointF &corner, WorkerLife life,
                    const QPalette &palette);
[[nodiscard]] QColor lifeColor(WorkerLife life, const QPalette &palette);

/// Paints rows of WorkersModel: the state as shape, word and colour; figures of one width.
class WorkerDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkerDelegate)

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

} // namespace yardmaster
