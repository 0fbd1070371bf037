#pragma once

#include <QStyledItemDelegate>

class QAbstractItemView;

namespace yardmaster {

/// Rows as in the tables, with the icon and the check box of the style: for lists to choose from.
class ListDelegate : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ListDelegate)

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override;

protected:
    [[nodiscard]] virtual QColor inkOf(const QModelIndex &index, const QPalette &palette) const;
};

/// Gives a list or tree of a dialog such rows, and their menu (RowMenu); Tab leaves it.
void setUpList(QAbstractItemView *list);

} // namespace yardmaster
