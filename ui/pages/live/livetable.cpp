#include "ui/pages/live/livetable.h"

#include "models/live/livemodel.h"
#include "models/values/format.h"
#include "ui/kit/celldelegate.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/tablesetup.h"
#include "ui/pages/live/liveglyph.h"

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

/// What is dense stays so in large type.
constexpr int kRowPadding = 8;

StateLook kindLook()
{
    return {[](const QVariant &kind, const QPalette &palette) {
                return liveKindColor(kind.value<LiveKind>(), palette);
            },
            [](QPainter &painter, const QPointF &corner, const QVariant &kind,
               const QPalette &palette) {
                paintLiveGlyph(painter, corner, kind.value<LiveKind>(),
                               liveKindColor(kind.value<LiveKind>(), palette));
            }};
}

} // namespace

LiveTable::LiveTable(LiveModel *model, QWidget *parent)
    : QTableView(parent)
    , m_model(model)
    , m_new(new QPushButton(this))
{
    setModel(model);
    setObjectName("liveTable"_L1);
    setUpTable(this, tr("Events"), kRowPadding)->setStateLook(kindLook());
    setSelectionMode(ExtendedSelection);
    setAutoScroll(false);
    setVerticalScrollMode(ScrollPerItem);
    horizontalHeader()->setMinimumSectionSize(48);
    fitColumns(this);

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
    return index.isValid() ? m_model->at(index.row()).jobId : 0;
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
        if (index.data(LinkRole).toBool())
            Q_EMIT jobRequested(jobAt(index));
    }
    const QScopedValueRollback choosing(m_isChoosing, true);
    QTableView::mousePressEvent(event);
}

void LiveTable::mouseMoveEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->pos());
    const bool isLink = index.data(LinkRole).toBool();
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
        for (const TableColumn<LiveLine> &column : m_model->columns())
            cells << column.text(m_model->at(row));
        lines << cells.join(u'\t');
    }
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

} // namespace yardmaster
