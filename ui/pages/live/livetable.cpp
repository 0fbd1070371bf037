#include "ui/pages/live/livetable.h"

#include "models/live/livemodel.h"
#include "models/values/format.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"
#include "ui/pages/live/livedelegate.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kRowHeight = 26;
using Column = LiveModel::Column;

} // namespace

LiveTable::LiveTable(LiveModel *model, QWidget *parent)
    : QTableView(parent)
    , m_model(model)
    , m_new(new QPushButton(this))
{
    setModel(model);
    setItemDelegate(new LiveDelegate(this));
    setObjectName("liveTable"_L1);
    setAccessibleName(tr("What happens"));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setMouseTracking(true); // hover, links
    setSelectionBehavior(SelectRows);
    setTabKeyNavigation(false); // Tab leaves the table
    setAutoScroll(false);
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

    m_new->setObjectName("liveNew"_L1);
    m_new->setToolTip(tr("Goes to the newest line and follows it"));
    setButtonRole(m_new, ButtonRole::Primary);
    m_new->hide();
    connect(m_new, &QPushButton::clicked, this, [this] {
        setFollowing(true);
        setFocus();
    });
    connect(model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { onInserted(first, last); });
    connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex &, int first, int last) { onAboutToRemove(first, last); });
    connect(model, &QAbstractItemModel::rowsRemoved, this, &LiveTable::onRemoved);
    connect(model, &QAbstractItemModel::modelReset, this, &LiveTable::onReset);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &LiveTable::onScrolled);
}

void LiveTable::setColumnWidths()
{
    const QFontMetrics figures(tabularFont(font()));
    const auto fit = [this](Column column, const QFontMetrics &metrics, const QString &longest,
                            int extra = 0) {
        const QString header
            = model()->headerData(int(column), Qt::Horizontal, Qt::DisplayRole).toString();
        const int width
            = std::max(metrics.horizontalAdvance(longest), fontMetrics().horizontalAdvance(header));
        horizontalHeader()->resizeSection(int(column), width + extra + 2 * kCellPadding + 8);
    };
    QString longestWord;
    for (int kind = 0; kind < kLiveKinds; ++kind) {
        const QString word = liveKindWord(LiveKind(kind));
        if (fontMetrics().horizontalAdvance(word) > fontMetrics().horizontalAdvance(longestWord))
            longestWord = word;
    }
    fit(Column::Time, figures, u"00:00:00.000"_s);
    fit(Column::Source, fontMetrics(), liveSourceWord(LiveSource::Worker));
    fit(Column::Kind, fontMetrics(), longestWord, kGlyphSize + kCellPadding);
    fit(Column::JobId, figures, u"00000000"_s);
    fit(Column::Task, fontMetrics(), u"send_newsletter_batch"_s);
    fit(Column::Queue, fontMetrics(), u"customer_1234"_s);
    fit(Column::Attempt, figures, u"25 of 25"_s);
    fit(Column::Duration, figures, u"59 min 59 s"_s);
}

void LiveTable::setFollowing(bool isFollowing)
{
    if (isFollowing) {
        m_newRows = 0;
        scrollToRow(m_model->rowCount());
    }
    if (std::exchange(m_isFollowing, isFollowing) != isFollowing)
        Q_EMIT followingChanged();
    showNewRows();
}

/// Which row is at the top; too far down means the end.
void LiveTable::scrollToRow(int row)
{
    const QScopedValueRollback adjusting(m_isAdjusting, true);
    updateGeometries(); // the range does not know the new rows yet
    verticalScrollBar()->setValue(std::min(row, verticalScrollBar()->maximum()));
}

void LiveTable::onInserted(int first, int last)
{
    const int count = last - first + 1;
    if (m_isFollowing) {
        scrollToRow(m_model->rowCount());
        return;
    }
    const int top = verticalScrollBar()->value();
    if (last == m_model->rowCount() - 1 && first > 0)
        m_newRows += count;
    scrollToRow(first <= top ? top + count : top);
    showNewRows();
}

void LiveTable::onAboutToRemove(int first, int last)
{
    const int top = verticalScrollBar()->value();
    m_top = std::max(0, top - std::max(0, std::min(last + 1, top) - first));
}

void LiveTable::onRemoved()
{
    scrollToRow(m_isFollowing ? m_model->rowCount() : m_top);
}

void LiveTable::onReset()
{
    setFollowing(true);
    Q_EMIT jobChosen(0);
}

void LiveTable::onScrolled()
{
    if (m_isAdjusting)
        return;
    const QScrollBar *bar = verticalScrollBar();
    const bool isAtEnd = bar->value() == bar->maximum();
    if (isAtEnd != m_isFollowing)
        setFollowing(isAtEnd);
}

void LiveTable::showNewRows()
{
    m_new->setVisible(!m_isFollowing);
    if (m_isFollowing)
        return;
    m_new->setText(m_newRows > 0 ? tr("%1 new ↓").arg(formatNumber(m_newRows)) : tr("Newest ↓"));
    m_new->resize(m_new->sizeHint());
    const QRect area = viewport()->geometry();
    m_new->move(area.right() - m_new->width() - 16, area.bottom() - m_new->height() - 8);
    m_new->raise();
}

qint64 LiveTable::jobAt(const QModelIndex &index) const
{
    return index.isValid() ? m_model->lineAt(index.row()).jobId : 0;
}

void LiveTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    // Not when a row is removed and its neighbour takes over.
    if (m_isChoosing)
        Q_EMIT jobChosen(jobAt(current));
}

void LiveTable::mousePressEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->pos());
    if (index.isValid() && event->button() == Qt::LeftButton) {
        setFollowing(false); // a row that is being looked at does not run away
        if (index.column() == int(Column::JobId) && jobAt(index) != 0)
            Q_EMIT jobRequested(jobAt(index));
    }
    const QScopedValueRollback choosing(m_isChoosing, true);
    QTableView::mousePressEvent(event);
}

void LiveTable::mouseMoveEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->pos());
    const bool isLink = index.column() == int(Column::JobId) && jobAt(index) != 0;
    viewport()->setCursor(isLink ? Qt::PointingHandCursor : Qt::ArrowCursor);
    QTableView::mouseMoveEvent(event);
}

void LiveTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    if (m_isFollowing)
        scrollToRow(m_model->rowCount());
    showNewRows();
}

void LiveTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (const qint64 job = jobAt(currentIndex()))
            Q_EMIT jobRequested(job);
    } else if (event->key() == Qt::Key_End) {
        setFollowing(true);
    } else {
        const QScopedValueRollback choosing(m_isChoosing, true);
        const QModelIndex before = currentIndex();
        if (!before.isValid()) // else it would begin at the top
            setCurrentIndex(m_model->index(m_model->rowCount() - 1, 0));
        QTableView::keyPressEvent(event);
        if (currentIndex() != before) { // moved by keyboard: that row is being looked at
            setFollowing(false);
            scrollTo(currentIndex());
        }
    }
}

void LiveTable::copySelection() const
{
    // By ranges: asking for thousands of selected rows one by one takes seconds.
    QList<int> rows;
    for (const QItemSelectionRange &range : selectionModel()->selection())
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows << row;
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const int row : std::as_const(rows)) {
        QStringList cells;
        for (int column = 0; column < LiveModel::kColumns; ++column)
            cells << LiveModel::text(m_model->lineAt(row), Column(column));
        lines << cells.join(u'\t');
    }
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

} // namespace yardmaster
