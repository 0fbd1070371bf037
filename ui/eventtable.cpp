#include "ui/eventtable.h"

#include "models/eventlistmodel.h"
#include "ui/eventdelegate.h"
#include "ui/stateglyph.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kRowHeight = 26;

} // namespace

EventTable::EventTable(EventListModel *model, QWidget *parent)
    : QTableView(parent)
{
    setModel(model);
    setItemDelegate(new EventDelegate(this));
    setAccessibleName(tr("What the worker did"));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setMouseTracking(true); // hover
    setSelectionBehavior(SelectRows);
    setTabKeyNavigation(false); // Tab leaves the table
    setVerticalScrollMode(ScrollPerItem);
    setHorizontalScrollMode(ScrollPerPixel);

    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(
        std::max(kRowHeight, std::max(fontMetrics().height(), kGlyphSize) + 8));
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setMinimumSectionSize(48);
    setColumnWidths();

    connect(model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { onRowsInserted(last - first + 1); });
}

void EventTable::setColumnWidths()
{
    using Column = EventListModel::Column;
    const QFontMetrics figures(tabularFont(font()));
    const auto fit = [this](Column column, const QFontMetrics &metrics, const QString &longest,
                            int extra = 0) {
        const QString header
            = model()->headerData(int(column), Qt::Horizontal, Qt::DisplayRole).toString();
        const int width
            = std::max(metrics.horizontalAdvance(longest), fontMetrics().horizontalAdvance(header));
        horizontalHeader()->resizeSection(int(column), width + extra + 24);
    };
    fit(Column::Time, figures, u"00:00:00.000"_s);
    fit(Column::State, fontMetrics(), workerEventWord(WorkerEvent::Kind::FailedForGood),
        kGlyphSize + 8);
    fit(Column::JobId, figures, u"00000000"_s);
    fit(Column::Task, fontMetrics(), u"send_newsletter_batch"_s);
    fit(Column::Attempt, figures, u"25 of 25"_s);
    fit(Column::Duration, figures, u"59 min 59 s"_s);
}

void EventTable::onRowsInserted(int count)
{
    // At the top, the newest stay in view by themselves.
    if (QScrollBar *bar = verticalScrollBar(); bar->value() > 0) {
        updateGeometries(); // the range does not know the new rows yet
        bar->setValue(bar->value() + count);
    }
}

void EventTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copySelection();
    else
        QTableView::keyPressEvent(event);
}

void EventTable::copySelection() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const QModelIndex &row : std::as_const(rows)) {
        QStringList cells;
        for (int column = 0; column < model()->columnCount(); ++column)
            cells << row.siblingAtColumn(column).data().toString();
        lines << cells.join(u'\t');
    }
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

} // namespace yardmaster
