#pragma once

#include <QStyledItemDelegate>

namespace yardmaster {

/// Paints rows of queues and tasks: a cell that stands for a state in its colour, in the first
/// column with its shape; figures of one width; names cut in the middle.
class NamedRowsDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NamedRowsDelegate)

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

} // namespace yardmaster
