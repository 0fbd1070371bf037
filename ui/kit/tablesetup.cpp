#include "ui/kit/tablesetup.h"

#include "models/tables/column.h"
#include "ui/kit/celldelegate.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kTableRowHeight = 26;
constexpr int kSortMark = 20; // beside the title

/// Gives a column what the others leave. QHeaderView::Stretch would leave a narrow window no name
/// at all.
class ColumnStretcher final : public QObject
{
public:
    ColumnStretcher(QTableView *table, int column)
        : QObject(table)
        , m_table(table)
        , m_column(column)
    {
        table->viewport()->installEventFilter(this);
        stretch();
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Resize)
            stretch();
        return QObject::eventFilter(watched, event);
    }

private:
    void stretch()
    {
        QHeaderView *header = m_table->horizontalHeader();
        const int others = header->length() - header->sectionSize(m_column);
        const int least = m_table->fontMetrics().horizontalAdvance(u"customer/monthly_report"_s);
        header->resizeSection(m_column, std::max(least, m_table->viewport()->width() - others));
    }

    QTableView *const m_table;
    const int m_column;
};

} // namespace

CellDelegate *setUpTable(QTableView *table, const QString &accessibleName, int rowPadding)
{
    table->setAccessibleName(accessibleName);
    auto *delegate = new CellDelegate(table);
    table->setItemDelegate(delegate);
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setWordWrap(false);
    table->setMouseTracking(true); // hover
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setTabKeyNavigation(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(
        std::max(kTableRowHeight, table->fontMetrics().height() + rowPadding));
    table->horizontalHeader()->setHighlightSections(false);
    return delegate;
}

void fitColumns(QTableView *table)
{
    const QAbstractItemModel *model = table->model();
    QHeaderView *header = table->horizontalHeader();
    const QFontMetrics words = table->fontMetrics();
    const QFontMetrics figures(tabularFont(table->font()));
    int stretched = -1;
    for (int column = 0; column < model->columnCount(); ++column) {
        const auto ask = [&](int role) { return model->headerData(column, Qt::Horizontal, role); };
        const QString widest = ask(WidestRole).toString();
        if (widest.isEmpty()) {
            stretched = column;
            continue;
        }
        const bool isFigure = ask(FigureRole).toBool();
        const int shape = ask(ShapeRole).toBool() ? kGlyphSize + kCellPadding : 0;
        const int title = words.horizontalAdvance(ask(Qt::DisplayRole).toString()) + kSortMark;
        const int cells = (isFigure ? figures : words).horizontalAdvance(widest) + shape;
        header->resizeSection(column, std::max(title, cells) + 2 * kCellPadding + 4);
    }
    if (stretched >= 0)
        new ColumnStretcher(table, stretched);
}

} // namespace yardmaster
