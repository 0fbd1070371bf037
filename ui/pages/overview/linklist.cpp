#include "ui/pages/overview/linklist.h"

#include "models/console/consolecontext.h"
#include "models/values/showntext.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/textdirection.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

namespace yardmaster {

namespace {

constexpr int kFilterRole = Qt::UserRole + 1;
constexpr int kRowHeight = 26;

/// As far from the edge as the header's titles.
class LinkDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        QStyleOptionViewItem cell = option;
        initStyleOption(&cell, index);
        if (!cell.state.testFlag(QStyle::State_HasFocus))
            cell.state.setFlag(QStyle::State_Selected, false);
        paintCellBackground(*painter, cell);
        const QRect rect = cell.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
        painter->setFont(cell.font);
        painter->setPen(cell.palette.color(QPalette::Text));
        painter->drawText(rect,
                          int(QStyle::visualAlignment(cell.direction, cell.displayAlignment))
                              | Qt::TextSingleLine | ownDirection(cell.text),
                          cell.fontMetrics.elidedText(cell.text, cell.textElideMode, rect.width()));
        if (cell.state.testFlag(QStyle::State_HasFocus) && index.column() == 0) {
            painter->setPen(QPen(cell.palette.color(QPalette::Highlight), 2));
            painter->drawLine(cell.rect.topLeft() + QPoint(1, 1),
                              cell.rect.bottomLeft() + QPoint(1, 0));
        }
    }
};

} // namespace

LinkList::LinkList(const QStringList &titles, QWidget *parent)
    : QTreeWidget(parent)
{
    setHeaderLabels(titles);
    setItemDelegate(new LinkDelegate(this));
    setRootIsDecorated(false);
    setIndentation(0);
    setUniformRowHeights(true);
    setAlternatingRowColors(false);
    setFrameShape(QFrame::NoFrame);
    setAllColumnsShowFocus(true);
    setSelectionMode(NoSelection);
    setTextElideMode(Qt::ElideMiddle);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setCursor(Qt::PointingHandCursor);
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setTextElideMode(Qt::ElideRight);
    for (int column = 1; column < titles.size(); ++column) {
        header()->setSectionResizeMode(column, QHeaderView::Fixed);
        headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        headerItem()->setToolTip(column, titles[column]);
    }
    fitColumns();
    new RowMenu(this);
    connect(this, &QTreeWidget::itemClicked, this, &LinkList::choose);
    connect(this, &QTreeWidget::itemActivated, this, &LinkList::choose);
}

/// As wide as titles and figures are; in a narrow list titles are cut before names are.
void LinkList::fitColumns()
{
    const int others = columnCount() - 1;
    if (others < 1)
        return;
    const QFontMetrics figures(tabularFont(font()));
    const int least = figures.horizontalAdvance(QStringLiteral("10,000")) + 2 * kCellPadding;
    const int name = fontMetrics().horizontalAdvance(QStringLiteral("monthly_report"));
    const int most = std::max(least, (viewport()->width() - name) / others);
    for (int column = 1; column <= others; ++column) {
        const int wanted = std::max(figures.horizontalAdvance(QStringLiteral("00 h 00 min")),
                                    fontMetrics().horizontalAdvance(headerItem()->text(column)))
            + 24;
        header()->resizeSection(column, std::min(wanted, most));
    }
}

void LinkList::resizeEvent(QResizeEvent *event)
{
    fitColumns();
    QTreeWidget::resizeEvent(event);
}

void LinkList::choose(const QTreeWidgetItem *item)
{
    Q_EMIT filterChosen(item->data(0, kFilterRole).toString());
}

void LinkList::setContext(ConsoleContext *context)
{
    connect(this, &LinkList::filterChosen, context, &ConsoleContext::requestFilter);
    RowMenu::of(this)->setSubjects(context, [](const QModelIndex &index) {
        return RowSubject{0, {}, {}, {}, index.siblingAtColumn(0).data(kFilterRole).toString()};
    });
}

void LinkList::setRows(const QList<Row> &rows)
{
    m_rows = rows;
    if (!underMouse())
        showRows();
}

void LinkList::showRows()
{
    if (m_rows == m_shown)
        return;
    m_shown = m_rows;
    const QString current = currentItem() ? currentItem()->text(0) : QString();
    while (topLevelItemCount() > m_shown.size())
        delete takeTopLevelItem(topLevelItemCount() - 1);
    for (int i = 0; i < m_shown.size(); ++i) {
        const Row &row = m_shown.at(i);
        QTreeWidgetItem *item = topLevelItem(i);
        if (!item) {
            item = new QTreeWidgetItem(this);
            setTone(item, 0, Tone::Accent);
            for (int column = 0; column < columnCount(); ++column)
                item->setSizeHint(column, {0, kRowHeight});
        }
        for (int column = 0; column < row.cells.size(); ++column) {
            item->setText(column, shownText(row.cells.at(column)));
            if (column > 0) {
                item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
                item->setFont(column, tabularFont(font()));
            }
        }
        item->setToolTip(0, row.toolTip);
        item->setData(0, kFilterRole, row.filter);
        item->setData(0, Qt::AccessibleTextRole, shownText(row.cells.join(QStringLiteral(", "))));
        if (item->text(0) == current)
            setCurrentItem(item); // it follows its row
    }
}

void LinkList::setPlaceholder(const QString &text)
{
    m_placeholder = text;
    viewport()->update();
}

void LinkList::paintEvent(QPaintEvent *event)
{
    QTreeWidget::paintEvent(event);
    if (topLevelItemCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setPen(mutedColor(palette()));
    painter.drawText(viewport()->rect().adjusted(kCellPadding, 4, -kCellPadding, 0),
                     int(Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap), m_placeholder);
}

void LinkList::leaveEvent(QEvent *event)
{
    QTreeWidget::leaveEvent(event);
    showRows();
}

} // namespace yardmaster
