#include "ui/kit/namedrowsview.h"

#include "models/tables/namedrowsmodel.h"
#include "models/values/jobstate.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/namedrowsdelegate.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kRowHeight = 26;

QTableView *makeTable(QAbstractItemModel *model, QWidget *parent)
{
    auto *table = new QTableView(parent);
    table->setModel(model);
    table->setItemDelegate(new NamedRowsDelegate(table));
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setWordWrap(false);
    table->setMouseTracking(true); // hover
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(
        std::max(kRowHeight, table->fontMetrics().height() + 10));
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

} // namespace

NamedRowsView::NamedRowsView(QAbstractTableModel *model, int nameColumn, const QString &prefix,
                             QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_proxy(new QSortFilterProxyModel(this))
    , m_find(new QLineEdit(this))
    , m_remark(new QLabel(this))
    , m_refresh(new QPushButton(tr("Refresh"), this))
    , m_pages(new QStackedWidget(this))
    , m_hint(new EmptyHint(this))
    , m_noMatch(new EmptyHint(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_table(makeTable(m_proxy, m_splitter))
{
    m_proxy->setDynamicSortFilter(false);
    m_proxy->setSortRole(RawValueRole);
    m_proxy->setFilterKeyColumn(nameColumn);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setSourceModel(model);
    m_table->setObjectName(prefix + "Table"_L1);
    m_find->setObjectName(prefix + "Find"_L1);
    m_find->setClearButtonEnabled(true);
    m_find->setMaximumWidth(280);
    m_remark->setObjectName(prefix + "Remark"_L1);
    m_remark->setTextFormat(Qt::PlainText);
    m_remark->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_refresh->setObjectName(prefix + "Refresh"_L1);
    m_refresh->setToolTip(tr("Reads again, and sorts anew."));

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(16, 8, 16, 8);
    bar->setSpacing(8);
    bar->addWidget(m_find, 1);
    bar->addSpacing(4);
    bar->addWidget(m_remark, 3);
    bar->addWidget(m_refresh);
    m_splitter->addWidget(m_table);
    m_splitter->setChildrenCollapsible(false);
    m_pages->addWidget(m_hint);
    m_pages->addWidget(m_splitter);
    m_pages->addWidget(m_noMatch);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_pages, 1);

    connect(m_find, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_proxy->setFilterFixedString(text.trimmed());
        showTable();
        setCurrentRow(currentRow());
    });
    connect(m_refresh, &QPushButton::clicked, this, [this] {
        m_proxy->sort(m_proxy->sortColumn(), m_proxy->sortOrder());
        Q_EMIT refreshRequested();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &NamedRowsView::currentChanged);
    connect(m_table, &QTableView::activated, this, &NamedRowsView::activated);
    connect(model, &QAbstractItemModel::rowsInserted, this, &NamedRowsView::onRows);
    setTone(m_remark, Tone::Muted);
}

NamedRowsView::~NamedRowsView()
{
    // The table goes after the model it shows.
    m_table->setModel(nullptr);
}

void NamedRowsView::setFindText(const QString &placeholder)
{
    m_find->setPlaceholderText(placeholder);
    m_find->setAccessibleName(placeholder);
}

void NamedRowsView::setDetail(QWidget *detail)
{
    m_detail = detail;
    m_splitter->addWidget(detail);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
}

void NamedRowsView::sortBy(int column, Qt::SortOrder order)
{
    m_table->sortByColumn(column, order);
    m_table->setSortingEnabled(true);
}

void NamedRowsView::fitColumn(int column, const QString &longest, bool isFigure)
{
    const QFontMetrics metrics(isFigure ? tabularFont(font()) : font());
    const int header = fontMetrics().horizontalAdvance(
                           m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString())
        + 36; // and the mark of the sorting
    m_table->horizontalHeader()->resizeSection(
        column, std::max(header, metrics.horizontalAdvance(longest) + 2 * kCellPadding + 4));
}

void NamedRowsView::stretchColumn(int column)
{
    m_stretched = column;
    m_table->viewport()->installEventFilter(this);
    stretch();
}

void NamedRowsView::stretch()
{
    // QHeaderView::Stretch would leave a narrow window no name at all.
    const QHeaderView *header = m_table->horizontalHeader();
    int others = 0;
    for (int column = 0; column < header->count(); ++column)
        others += column == m_stretched ? 0 : header->sectionSize(column);
    const int least = fontMetrics().horizontalAdvance(u"customer/monthly_report"_s);
    m_table->horizontalHeader()->resizeSection(
        m_stretched, std::max(least, m_table->viewport()->width() - others));
}

bool NamedRowsView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && watched == m_table->viewport())
        stretch();
    return QWidget::eventFilter(watched, event);
}

void NamedRowsView::setRemark(const QString &text, bool isTrouble)
{
    m_remark->setText(text);
    m_remark->setToolTip(text);
    setTone(m_remark, isTrouble ? Tone::Trouble : Tone::Muted);
}

void NamedRowsView::showHint(const QString &title, const QString &sentence)
{
    m_hint->setTexts(title, sentence);
    m_pages->setCurrentWidget(m_hint);
}

void NamedRowsView::showTable()
{
    if (m_model->rowCount() == 0)
        return; // what stands there says why
    const bool hasMatch = m_proxy->rowCount() > 0;
    if (!hasMatch)
        m_noMatch->setTexts(tr("No name contains “%1”").arg(m_find->text().trimmed()),
                            tr("Of those that are listed. Clear the search to see all of them."));
    m_pages->setCurrentWidget(hasMatch ? static_cast<QWidget *>(m_splitter) : m_noMatch);
}

int NamedRowsView::currentRow() const
{
    const QModelIndex index = m_proxy->mapToSource(m_table->selectionModel()->currentIndex());
    return index.isValid() ? index.row() : -1;
}

void NamedRowsView::setCurrentRow(int row)
{
    QModelIndex index = m_proxy->mapFromSource(m_model->index(row, 0));
    if (!index.isValid())
        index = m_proxy->index(0, 0);
    if (index.isValid())
        m_table->setCurrentIndex(index);
}

void NamedRowsView::onRows()
{
    // The first ones; those that come later stand at the end until somebody sorts.
    if (currentRow() >= 0)
        return;
    m_proxy->sort(m_proxy->sortColumn(), m_proxy->sortOrder());
    setCurrentRow(-1);
}

} // namespace yardmaster
