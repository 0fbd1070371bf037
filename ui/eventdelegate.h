#pragma once

#include <QStyledItemDelegate>

namespace yardmaster {

/// Paints rows of EventListModel: the state as shape and word in its colour, keys cut in the
/// middle, messages at the end, and a selection that leaves the state colours readable.
class EventDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventDelegate)

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

} // namespace yardmaster
