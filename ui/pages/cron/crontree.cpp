#include "ui/pages/cron/crontree.h"

#include "ui/kit/flatstyle.h"
#include "ui/kit/theme.h"

#include <QHeaderView>
#include <QPainter>

namespace yardmaster {

namespace {

constexpr int kRowHeight = 24;

} // namespace

QSize CronRowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {size.width() + 2 * kCellPadding, std::max(kRowHeight, option.fontMetrics.height() + 8)};
}

void CronRowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    painter->save();
    paintCellBackground(*painter, cell);
    const QRect text = cell.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    const bool isFigure = (cell.displayAlignment & Qt::AlignRight) != 0;
    const QFont font = isFigure ? tabularFont(cell.font) : cell.font;
    painter->setFont(font);
    painter->setPen(cell.palette.color(QPalette::Text));
    painter->drawText(text,
                      int(QStyle::visualAlignment(cell.direction, cell.displayAlignment))
                          | Qt::TextSingleLine,
                      QFontMetrics(font).elidedText(cell.text, Qt::ElideRight, text.width()));
    painter->restore();
}

QTreeWidget *makeCronList(const QString &name, const QStringList &titles, const QList<int> &widths,
                          int stretched, QWidget *parent)
{
    auto *list = new QTreeWidget(parent);
    list->setObjectName(name);
    list->setColumnCount(int(titles.size()));
    list->setHeaderLabels(titles);
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setAlternatingRowColors(true);
    list->setFrameShape(QFrame::NoFrame);
    list->setMouseTracking(true); // hover
    list->setItemDelegate(new CronRowDelegate(list));
    list->setSelectionMode(QAbstractItemView::SingleSelection);
    QHeaderView *header = list->header();
    header->setStretchLastSection(false);
    header->setHighlightSections(false);
    header->setSectionsClickable(false);
    const int digit = QFontMetrics(tabularFont(list->font())).horizontalAdvance(QLatin1Char('9'));
    for (int column = 0; column < widths.size(); ++column)
        header->resizeSection(column, widths[column] * digit + 2 * kCellPadding);
    header->setSectionResizeMode(stretched, QHeaderView::Stretch);
    return list;
}

} // namespace yardmaster
