#include "ui/kit/tablesetup.h"

#include "models/tables/column.h"
#include "ui/kit/celldelegate.h"
#include "ui/kit/columnroom.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kTableRowHeight = 26;
constexpr int kSortMark = 20; // beside the title
constexpr int kNarrowestColumn = 40;

/// Makes columns as wide as their model says, hides those that it says are hidden, and gives one of
/// them what the others leave. QHeaderView::Stretch would leave a narrow window no name at all.
class ColumnFitter final : public QObject
{
public:
    explicit ColumnFitter(QTableView *table)
        : QObject(table)
        , m_table(table)
    {
        table->installEventFilter(this);
        table->viewport()->installEventFilter(this);
        connect(table->model(), &QAbstractItemModel::headerDataChanged, this,
                &ColumnFitter::showAndHide);
        fit();
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::FontChange && watched == m_table)
            fit();
        else if (event->type() == QEvent::Resize && watched == m_table->viewport())
            stretch();
        return QObject::eventFilter(watched, event);
    }

private:
    void fit()
    {
        const QAbstractItemModel *model = m_table->model();
        const QFontMetrics words = m_table->fontMetrics();
        const QFontMetrics figures(tabularFont(m_table->font()));
        m_stretched = -1;
        m_widths = QList<Width>(model->columnCount());
        for (int column = 0; column < model->columnCount(); ++column) {
            const auto ask
                = [&](int role) { return model->headerData(column, Qt::Horizontal, role); };
            const QString widest = ask(WidestRole).toString();
            if (widest.isEmpty()) {
                m_stretched = column;
                continue;
            }
            const bool isFigure = ask(FigureRole).toBool();
            const int shape = ask(ShapeRole).toBool() ? kGlyphSize + kCellPadding : 0;
            const int title = words.horizontalAdvance(ask(Qt::DisplayRole).toString()) + kSortMark;
            const int cells = (isFigure ? figures : words).horizontalAdvance(widest) + shape;
            const int padding = 2 * kCellPadding + 4;
            Width &width = m_widths[column];
            width.wanted = width.least = width.given
                = std::max(std::max(title, cells) + padding, kNarrowestColumn);
            if (ask(ElideRole).toInt() == Qt::ElideMiddle)
                width.least = leastNameWidth(words, width.wanted, title, padding);
            m_table->horizontalHeader()->resizeSection(column, width.given);
        }
        showAndHide();
    }

    [[nodiscard]] bool asksFor(int column, int role) const
    {
        return m_table->model()->headerData(column, Qt::Horizontal, role).toBool();
    }

    void showAndHide()
    {
        for (int column = 0; column < m_table->model()->columnCount(); ++column)
            m_table->setColumnHidden(column, asksFor(column, HiddenRole));
        stretch();
    }

    void stretch()
    {
        if (m_stretched < 0)
            return;
        QHeaderView *header = m_table->horizontalHeader();
        const int least = m_table->fontMetrics().horizontalAdvance(u"customer/monthly_report"_s);
        share(m_table->viewport()->width() - least);
        const int others = header->length() - header->sectionSize(m_stretched);
        header->resizeSection(m_stretched, std::max(least, m_table->viewport()->width() - others));
    }

    /// Fits all columns but the stretched one into `room`. What rows are sorted by stays.
    void share(int room)
    {
        QHeaderView *header = m_table->horizontalHeader();
        QList<ColumnRoom> rooms;
        for (int column = 0; column < m_widths.size(); ++column) {
            Width &width = m_widths[column];
            const int size = header->sectionSize(column);
            if (!header->isSectionHidden(column) && std::exchange(width.given, size) != size)
                width.isByHand = true;
            const bool isSorted
                = header->isSortIndicatorShown() && header->sortIndicatorSection() == column;
            if (column == m_stretched || asksFor(column, HiddenRole))
                rooms << ColumnRoom{};
            else if (width.isByHand)
                rooms << ColumnRoom{width.given, width.given, asksFor(column, SpareRole)};
            else
                rooms << ColumnRoom{width.wanted, width.least, asksFor(column, SpareRole)};
            rooms.last().isSpare &= !isSorted;
        }
        const QList<int> widths = sharedRoom(rooms, room);
        for (int column = 0; column < widths.size(); ++column) {
            if (rooms.at(column).wanted == 0)
                continue;
            m_table->setColumnHidden(column, widths.at(column) == 0);
            if (widths.at(column) == 0 || m_widths.at(column).isByHand)
                continue;
            m_widths[column].given = widths.at(column);
            header->resizeSection(column, widths.at(column));
        }
    }

    struct Width
    {
        int wanted = 0;
        int least = 0;
        int given = 0;         ///< what it was set to last
        bool isByHand = false; ///< it is another one since
    };

    QTableView *const m_table;
    int m_stretched = -1;
    QList<Width> m_widths;
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
    // Qt's own is as wide as the widest letter of the font, more than some numbers need.
    table->horizontalHeader()->setMinimumSectionSize(kNarrowestColumn);
    new RowMenu(table);
    return delegate;
}

void fitColumns(QTableView *table)
{
    new ColumnFitter(table);
}

} // namespace yardmaster
