#include "ui/kit/changes/operationdelegate.h"

#include "models/operations/operationlist.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>

namespace yardmaster {

namespace {

constexpr int kBarHeight = 3;
constexpr int kRowHeight = 26;

} // namespace

OperationDelegate::OperationDelegate(QObject *parent)
    : QStyledItemDelegate(parent)
{ }

void OperationDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString text = item.text;
    const QIcon icon = item.icon;
    item.text.clear();
    item.icon = {};
    item.features &= ~QStyleOptionViewItem::HasDecoration;
    const QStyle *style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    QRect room = option.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    if (!icon.isNull()) {
        const QSize size = item.decorationSize;
        icon.paint(painter,
                   QRect(QPoint(room.left(), room.center().y() - size.height() / 2 + 1), size));
        room.setLeft(room.left() + size.width() + kCellPadding);
    }
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QVariant progress = index.data(OperationList::ProgressRole);
    painter->setFont(progress.isValid() ? tabularFont(item.font) : item.font);
    painter->setPen(item.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(room, int(item.displayAlignment | Qt::TextSingleLine),
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));

    const double part = progress.toDouble();
    if (!progress.isValid() || part < 0 || part >= 1)
        return; // unknown, or done: the word says so
    const QRectF track(room.left(), option.rect.bottom() - kBarHeight - 1, room.width(),
                       kBarHeight);
    painter->fillRect(track, hairlineColor(option.palette));
    QRectF done = track;
    done.setWidth(track.width() * part);
    painter->fillRect(
        done, option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Highlight));
}

void styleOperationTable(QTableView *table, const QString &accessibleName)
{
    table->setAccessibleName(accessibleName);
    table->setItemDelegate(new OperationDelegate(table));
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setWordWrap(false);
    table->setSelectionBehavior(QTableView::SelectRows);
    table->setSelectionMode(QTableView::SingleSelection);
    table->setTabKeyNavigation(false); // Tab leaves the table
    table->setEditTriggers(QTableView::NoEditTriggers);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(
        std::max(kRowHeight, table->fontMetrics().height() + 8));
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

} // namespace yardmaster
