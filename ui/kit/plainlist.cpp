#include "ui/kit/plainlist.h"

#include "models/values/showntext.h"
#include "ui/kit/celldelegate.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/theme.h"

#include <QHeaderView>
#include <QTreeWidget>

namespace yardmaster {

namespace {

constexpr int kWidestColumn = 320;
constexpr auto kRightProperty = "rightAligned";

} // namespace

QTreeWidget *makePlainList(QWidget *parent, const char *name)
{
    auto *list = new QTreeWidget(parent);
    list->setObjectName(QLatin1StringView(name));
    list->setItemDelegate(new CellDelegate(list));
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setFrameShape(QFrame::NoFrame);
    list->setTabKeyNavigation(false);
    list->setMouseTracking(true); // hover
    list->header()->setStretchLastSection(true);
    list->header()->setHighlightSections(false);
    new RowMenu(list);
    return list;
}

void alignRight(QTreeWidget *list, const QList<int> &columns)
{
    QVariantList kept;
    for (const int column : columns) {
        list->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        kept << column;
    }
    list->setProperty(kRightProperty, kept);
}

void setLines(QTreeWidget *list, const QList<QStringList> &lines, const QList<QVariant> &keys)
{
    const QTreeWidgetItem *current = list->currentItem();
    const QVariant chosen = current ? current->data(0, Qt::UserRole) : QVariant();
    const QVariantList right = list->property(kRightProperty).toList();
    // Items are kept, so that nothing scrolls, flickers or loses the focus when values change.
    while (list->topLevelItemCount() > lines.size())
        delete list->takeTopLevelItem(list->topLevelItemCount() - 1);
    while (list->topLevelItemCount() < lines.size())
        new QTreeWidgetItem(list);
    const QFont figures = tabularFont(list->font());
    bool isWidened = false;
    for (int row = 0; row < lines.size(); ++row) {
        QTreeWidgetItem *item = list->topLevelItem(row);
        for (int column = 0; column < lines.at(row).size(); ++column) {
            const QString text = shownText(lines.at(row).at(column));
            isWidened = isWidened || item->text(column).size() < text.size();
            item->setText(column, text);
            item->setToolTip(column, text);
            if (right.contains(column)) {
                item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
                item->setFont(column, figures);
            }
        }
        const QVariant key = row < keys.size() ? keys.at(row) : QVariant(lines.at(row).value(0));
        item->setData(0, Qt::UserRole, key);
        if (chosen.isValid() && key == chosen && list->currentItem() != item)
            list->setCurrentItem(item);
    }
    for (int column = 0; isWidened && column < list->columnCount() - 1; ++column) {
        list->resizeColumnToContents(column);
        const int title
            = list->header()->fontMetrics().horizontalAdvance(list->headerItem()->text(column))
            + 2 * kCellPadding + 4;
        list->setColumnWidth(
            column, std::clamp(list->columnWidth(column), title, std::max(title, kWidestColumn)));
    }
}

} // namespace yardmaster
