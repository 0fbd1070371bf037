#include "ui/pages/cron/crontree.h"

#include "ui/kit/celldelegate.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/theme.h"

#include <QHeaderView>

namespace yardmaster {

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
    list->setItemDelegate(new CellDelegate(list));
    list->setSelectionMode(QAbstractItemView::SingleSelection);
    QHeaderView *header = list->header();
    header->setStretchLastSection(false);
    header->setHighlightSections(false);
    header->setSectionsClickable(false);
    const int digit = QFontMetrics(tabularFont(list->font())).horizontalAdvance(QLatin1Char('9'));
    for (int column = 0; column < widths.size(); ++column)
        header->resizeSection(column, widths[column] * digit + 2 * kCellPadding);
    header->setSectionResizeMode(stretched, QHeaderView::Stretch);
    new RowMenu(list);
    return list;
}

} // namespace yardmaster
