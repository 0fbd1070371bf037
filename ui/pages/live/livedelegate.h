#pragma once

#include <QStyledItemDelegate>

namespace yardmaster {

/// Paints rows of a LiveModel: what happened as shape and word in its colour, the job's id as a
/// link, keys cut in the middle, messages at the end.
class LiveDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LiveDelegate)

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

} // namespace yardmaster
