#pragma once

#include <QStyledItemDelegate>

namespace yardmaster {

/// Cells of RunsModel: the outcome with its glyph, progress as a bar with its text, figures in one
/// width.
class RunsDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunsDelegate)

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

} // namespace yardmaster
