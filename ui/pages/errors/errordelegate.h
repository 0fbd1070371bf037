#pragma once

#include <QStyledItemDelegate>

namespace yardmaster {

/// Paints rows of ErrorGroupsModel: a thin bar below each count, as long as its share of the
/// largest; figures of one width; names cut in the middle, errors at the end.
class ErrorDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ErrorDelegate)

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

} // namespace yardmaster
