#include "ui/kit/listdelegate.h"

#include "ui/kit/flatstyle.h"
#include "ui/kit/rowmenu.h"

#include <QAbstractItemView>
#include <QPainter>

#include <algorithm>

namespace yardmaster {

namespace {

constexpr int kListRowHeight = 26;

} // namespace

QSize ListDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {size.width() + 2 * kCellPadding, std::max(kListRowHeight, size.height() + 8)};
}

QColor ListDelegate::inkOf(const QModelIndex &, const QPalette &palette) const
{
    return palette.color(QPalette::Text);
}

void ListDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    paintCellBackground(*painter, option);
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QColor ink = inkOf(index, cell.palette);
    cell.state.setFlag(QStyle::State_Selected, false); // the background shows it
    cell.state.setFlag(QStyle::State_MouseOver, false);
    cell.state.setFlag(QStyle::State_HasFocus, false);
    cell.palette.setColor(QPalette::Text, ink);
    cell.backgroundBrush = Qt::NoBrush;
    cell.rect.adjust(kCellPadding / 2, 0, -kCellPadding / 2, 0);
    const QWidget *widget = option.widget;
    widget->style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, widget);
}

void setUpList(QAbstractItemView *list)
{
    list->setItemDelegate(new ListDelegate(list));
    list->setMouseTracking(true); // hover
    list->setTabKeyNavigation(false);
    new RowMenu(list);
}

} // namespace yardmaster
