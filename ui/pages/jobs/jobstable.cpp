#include "ui/pages/jobs/jobstable.h"

#include "ui/kit/density.h"
#include "ui/kit/stateglyph.h"
#include "ui/pages/jobs/jobdelegate.h"
#include "ui/pages/jobs/jobfades.h"
#include "ui/pages/jobs/jobgutter.h"
#include "ui/pages/jobs/spokenselection.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>

namespace yardmaster {

namespace {

/// More is loaded when fewer rows than this are left beyond the view.
constexpr int kAhead = 100;

} // namespace

JobsTable::JobsTable(JobsModel *model, QWidget *parent)
    : QTableView(parent)
    , m_model(model)
{
    setObjectName(QStringLiteral("jobsTable"));
    setAccessibleName(tr("Jobs"));
    // Before the selection model hears of it, which would move the cursor and scroll to it.
    connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex &, int first, int last) { onRowsLeaving(first, last); });
    setModel(model);
    setItemDelegate(new JobDelegate(this));
    setVerticalHeader(new JobGutter(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setMouseTracking(true); // hover
    setSelectionMode(NoSelection);
    setTabKeyNavigation(false); // Tab leaves the table
    setCornerButtonEnabled(false);
    setVerticalScrollMode(ScrollPerItem);
    setHorizontalScrollMode(ScrollPerPixel);
    Density::instance()->apply(this);
    auto *clock = new QTimer(this); // "in 4 min" changes by itself
    connect(clock, &QTimer::timeout, viewport(), qOverload<>(&QWidget::update));
    clock->start(1000);

    // The scroll bar counts rows from the first one here, so its value changes with what is above.
    connect(model, &QAbstractItemModel::rowsAboutToBeInserted, this, &JobsTable::keepTop);
    connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this, &JobsTable::keepTop);
    connect(model, &QAbstractItemModel::rowsInserted, this, &JobsTable::restoreTop);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &JobsTable::restoreTop);
    connect(model, &QAbstractItemModel::rowsInserted, this, &JobsTable::findCurrent);
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        if (m_wantedId == 0)
            m_wantedId = m_lostId == 0 ? currentId() : m_lostId;
        m_lostId = m_rangeFrom = 0;
        m_wantsLast = m_isCentring = false;
    });
    connect(model, &JobsModel::phaseChanged, this, [this] {
        findCurrent();
        if (m_model->phase() == JobsModel::Phase::Ready)
            loadNearEnds();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &JobsTable::loadNearEnds);
    m_fades = new JobFades(this);
    m_spoken = new SpokenSelection(this);
    model->setChosenTest([this](int row) { return isChosen(row); });
}

JobsTable::~JobsTable()
{
    m_model->setChosenTest(nullptr);
}

std::optional<JobRow> JobsTable::current() const
{
    const int row = currentIndex().row();
    return row < 0 || row >= m_model->rowCount() ? std::nullopt
                                                 : std::optional(m_model->jobs().at(row));
}

qint64 JobsTable::currentId() const
{
    const auto job = current();
    return job ? job->id : 0;
}

void JobsTable::setCurrentId(qint64 id)
{
    m_wantedId = id;
    findCurrent();
}

void JobsTable::showCurrent(int row, bool isScrolling)
{
    setAutoScroll(isScrolling);
    setCurrentIndex(m_model->index(row, std::max(currentIndex().column(), 0)));
    setAutoScroll(true);
}

/// Gives the cursor to the wanted row once it is there; when the list is complete without it, to
/// the first row.
void JobsTable::findCurrent()
{
    const bool isSettled = m_model->phase() == JobsModel::Phase::Ready
        || m_model->phase() == JobsModel::Phase::Stopped;
    if (m_isCentring && !isSettled)
        return; // what is above is still to come
    if (const int row = m_lostId == 0 ? -1 : m_model->rowOf(m_lostId); row >= 0) {
        m_lostId = 0;
        showCurrent(row, false);
        return;
    }
    int row = m_wantedId == 0 ? -1 : m_model->rowOf(m_wantedId);
    if (row < 0 && !isSettled)
        return;
    m_wantedId = 0;
    const bool isCentring = std::exchange(m_isCentring, false);
    if (row < 0 && isCentring)
        row = m_model->rowOf(m_model->anchorId());
    if (row < 0 && std::exchange(m_wantsLast, false))
        row = m_model->rowCount() - 1;
    if (row < 0 && m_lostId == 0 && !currentIndex().isValid() && m_model->rowCount() > 0)
        row = 0;
    if (row >= 0) {
        showCurrent(row);
        if (isCentring)
            scrollTo(currentIndex(), PositionAtCenter);
    }
    if (m_model->rowCount() == 0 && std::exchange(m_announcedId, 0) != 0)
        Q_EMIT currentJobChanged(0);
}

void JobsTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    viewport()->update();
    verticalHeader()->viewport()->update();
    if (current.isValid())
        m_lostId = 0;
    const qint64 id = currentId();
    if (id != 0 && std::exchange(m_announcedId, id) != id)
        Q_EMIT currentJobChanged(id);
}

void JobsTable::onRowsLeaving(int first, int last)
{
    const auto job = current();
    const int row = currentIndex().row();
    if (!job || row < first || row > last || job->isGone || job->isFiltered)
        return;
    m_lostId = job->id;
    setCurrentIndex({});
}

void JobsTable::goToTop()
{
    if (m_model->isAtTop() && m_model->fresh().value.value_or(0) == 0 && m_model->rowCount() > 0) {
        m_rangeFrom = 0;
        showCurrent(0);
        return;
    }
    m_lostId = 0;
    setCurrentIndex({});
    m_model->reload();
}

void JobsTable::goToEnd()
{
    if (m_model->isAtEnd() && m_model->rowCount() > 0) {
        m_rangeFrom = 0;
        showCurrent(m_model->rowCount() - 1);
        return;
    }
    m_lostId = 0;
    setCurrentIndex({});
    m_model->showEnd();
    m_wantsLast = true;
}

void JobsTable::goTo(const JobPosition &place)
{
    m_wantedId = place.id;
    if (m_model->rowOf(place.id) < 0)
        m_model->jump(place);
    m_isCentring = true;
    findCurrent();
}

bool JobsTable::isScrolledToTop() const
{
    return verticalScrollBar()->value() == 0;
}

int JobsTable::visibleRows() const
{
    return std::max(viewport()->height() / std::max(verticalHeader()->defaultSectionSize(), 1), 1);
}

void JobsTable::keepTop()
{
    const int top = verticalScrollBar()->value();
    if (m_topId == 0 && top >= 0 && top < m_model->rowCount())
        m_topId = m_model->jobs().at(top).id;
}

void JobsTable::restoreTop()
{
    updateGeometries(); // the range does not know the change yet
    const qint64 id = std::exchange(m_topId, 0);
    const int row = id == 0 ? -1 : m_model->rowOf(id);
    if (row >= 0) {
        m_isSettling = true; // the model is in the middle of a change
        verticalScrollBar()->setValue(row);
        m_isSettling = false;
    }
}

void JobsTable::loadNearEnds()
{
    if (m_isSettling)
        return;
    const int top = verticalScrollBar()->value();
    if (m_model->rowCount() - top - visibleRows() < kAhead
        && m_model->canLoadMore(PageDirection::Forward))
        m_model->loadMore(PageDirection::Forward);
    else if (top < kAhead)
        m_model->loadMore(PageDirection::Backward);
}

void JobsTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    if (m_model->phase() == JobsModel::Phase::Ready)
        loadNearEnds();
}

bool JobsTable::isChosen(int row) const
{
    if (row < 0 || row >= m_model->rowCount())
        return false;
    const JobRow &job = m_model->jobs().at(row);
    if (!m_chosen.isAllMatching())
        return m_chosen.contains(job.id);
    return m_chosen.contains(
        job.id, !job.isGone && !job.isFiltered && m_chosen.covers(m_model->query().filter));
}

int JobsTable::chosenHere() const
{
    int count = 0;
    if (!m_chosen.isEmpty()) {
        for (int row = 0; row < m_model->rowCount(); ++row)
            count += isChosen(row) ? 1 : 0;
    }
    return count;
}

void JobsTable::toggle(int row)
{
    if (row < 0 || row >= m_model->rowCount())
        return;
    if (m_chosen.isAllMatching() && !m_chosen.covers(m_model->query().filter)) {
        Q_EMIT refused(
            tr("Everything that matches another filter is selected. Clear that selection first."));
        return;
    }
    m_rangeFrom = 0;
    m_chosen.toggle(m_model->jobs().at(row).id);
    onChosen();
}

void JobsTable::chooseLoaded()
{
    m_rangeFrom = 0;
    m_chosen = m_chosen.isAllMatching() ? JobSelection() : m_chosen;
    for (const JobRow &job : m_model->jobs()) {
        if (!job.isGone)
            m_chosen.set(job.id, true);
    }
    onChosen();
}

void JobsTable::chooseAllMatching()
{
    m_rangeFrom = 0;
    m_chosen.selectAllMatching(m_model->query().filter);
    onChosen();
}

void JobsTable::clearChosen()
{
    m_rangeFrom = 0;
    if (m_chosen.isEmpty())
        return;
    m_chosen.clear();
    onChosen();
}

void JobsTable::onChosen()
{
    viewport()->update();
    verticalHeader()->viewport()->update();
    Q_EMIT chosenChanged();
}

/// Chooses what lies between where the range began and `row`, besides what was chosen before.
void JobsTable::extendTo(int row, int from)
{
    if (row < 0 || row >= m_model->rowCount())
        return;
    if (m_chosen.isAllMatching()) {
        Q_EMIT refused(tr("Everything that matches is selected; single jobs can be deselected."));
        return;
    }
    int begin = m_rangeFrom == 0 ? -1 : m_model->rowOf(m_rangeFrom);
    if (begin < 0) {
        begin = std::max(from, 0);
        m_rangeFrom = m_model->jobs().at(begin).id;
        m_chosenBefore = m_chosen;
    }
    m_chosen = m_chosenBefore;
    for (int at = std::min(begin, row); at <= std::max(begin, row); ++at)
        m_chosen.set(m_model->jobs().at(at).id, true);
    onChosen();
}

void JobsTable::moveTo(int row, bool isExtending)
{
    if (m_model->rowCount() == 0)
        return;
    const int from = currentRow();
    const int to = std::clamp(row, 0, m_model->rowCount() - 1);
    if (isExtending)
        extendTo(to, from);
    else
        m_rangeFrom = 0;
    showCurrent(to);
}

/// Where the cursor is, or would be expected if the window slid away from it.
int JobsTable::currentRow() const
{
    return currentIndex().isValid() ? currentIndex().row() : verticalScrollBar()->value() - 1;
}

void JobsTable::moveCurrent(int rows)
{
    moveTo(currentRow() + rows, false);
}

void JobsTable::keyPressEvent(QKeyEvent *event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const bool isShift = modifiers == Qt::ShiftModifier;
    if (modifiers == Qt::NoModifier || isShift) {
        const int page = std::max(visibleRows() - 1, 1);
        const int row = currentRow();
        switch (event->key()) {
        case Qt::Key_Up:
            return moveTo(row - 1, isShift);
        case Qt::Key_Down:
            return moveTo(row + 1, isShift);
        case Qt::Key_PageUp:
            return moveTo(row - page, isShift);
        case Qt::Key_PageDown:
            return moveTo(row + page, isShift);
        default:
            break;
        }
    }
    QTableView::keyPressEvent(event);
}

void JobsTable::mousePressEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    const int from = currentIndex().row();
    QTableView::mousePressEvent(event); // moves the cursor
    if (event->button() != Qt::LeftButton || !index.isValid())
        return;
    if (event->modifiers() == Qt::ControlModifier)
        toggle(index.row());
    else if (event->modifiers() == Qt::ShiftModifier)
        extendTo(index.row(), from < 0 ? index.row() : from);
    else
        m_rangeFrom = 0;
}

void JobsTable::mouseMoveEvent(QMouseEvent *event)
{
    // Dragging over rows would take the cursor along, and the inspector with it.
    if (event->buttons() == Qt::NoButton)
        QTableView::mouseMoveEvent(event);
}

} // namespace yardmaster
