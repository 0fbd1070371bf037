#include "ui/pages/workers/workerspanel.h"

#include "models/console/consolecontext.h"
#include "models/query/filter.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/command.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/pages/workers/sweepdialog.h"
#include "ui/pages/workers/unlockdialog.h"
#include "ui/pages/workers/workerdelegate.h"
#include "ui/pages/workers/workerdetail.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int kRowHeight = 26;
constexpr auto kStaleLocks = 15s; // older ones are said to be

QTableView *makeTable(QAbstractItemModel *model, QWidget *parent)
{
    auto *table = new QTableView(parent);
    table->setModel(model);
    table->setItemDelegate(new WorkerDelegate(table));
    table->setObjectName("workersTable"_L1);
    table->setAccessibleName(WorkersPanel::tr("Workers"));
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

QString jobsFilter(const QString &worker)
{
    FilterTerm term;
    term.key = FilterKey::LockedBy;
    term.op = FilterOperator::Is;
    term.values = {FilterValue::exactly(worker)};
    return term.text();
}

} // namespace

WorkersPanel::WorkersPanel(ConsoleContext *context, QWidget *parent)
    : ConsolePanel(parent)
    , m_context(context)
    , m_watch(context->sessions(), context->target().schema)
    , m_remark(new QLabel(this))
    , m_refresh(new QPushButton(tr("Refresh"), this))
    , m_sweepButton(new QPushButton(tr("Sweep…"), this))
    , m_pages(new QStackedWidget(this))
    , m_hint(new EmptyHint(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_table(makeTable(&m_model, m_splitter))
    , m_detail(new WorkerDetail(context->guard(), m_splitter))
{
    setObjectName("workersPanel"_L1);
    m_remark->setObjectName("workersRemark"_L1);
    m_remark->setTextFormat(Qt::PlainText);
    m_remark->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_refresh->setObjectName("workersRefresh"_L1);
    m_sweepButton->setObjectName("workersSweep"_L1);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(16, 8, 16, 8);
    bar->setSpacing(8);
    bar->addWidget(m_remark, 1);
    bar->addWidget(m_sweepButton);
    bar->addWidget(m_refresh);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(m_detail);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setChildrenCollapsible(false);
    m_pages->addWidget(m_hint);
    m_pages->addWidget(m_splitter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_pages, 1);
    setColumnWidths();
    makeCommands();

    connect(&m_watch, &WorkersWatch::changed, this, &WorkersPanel::onChanged);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        showDetail();
        updateActions();
    });
    connect(m_table, &QTableView::activated, this, &WorkersPanel::showJobs);
    connect(m_refresh, &QPushButton::clicked, this, &WorkersPanel::refresh);
    connect(m_sweepButton, &QPushButton::clicked, m_sweepAction, &QAction::trigger);
    connect(m_detail, &WorkerDetail::jobsRequested, m_jobsAction, &QAction::trigger);
    connect(m_detail, &WorkerDetail::unlockRequested, m_unlockAction, &QAction::trigger);
    connect(m_detail, &WorkerDetail::jobRequested, context, &ConsoleContext::requestJob);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &WorkersPanel::showDetail);
    connect(context, &ConsoleContext::jobsChanged, &m_watch, &WorkersWatch::refreshSoon);
    connect(context->guard(), &WriteGuard::changed, this, &WorkersPanel::updateActions);
    showState();
}

WorkersPanel::~WorkersPanel()
{
    // The table goes after the model it shows.
    m_table->setModel(nullptr);
}

void WorkersPanel::makeCommands()
{
    const auto needsWorker = [this] { return current() ? QString() : tr("No worker is chosen."); };
    m_jobsAction
        = addCommand(this, u"workers.show-jobs"_s, tr("Show the &jobs of this worker"),
                     tr("Lists the jobs that the chosen worker holds"), &WorkersPanel::showJobs)
              ->withKeysHere({Qt::Key_J})
              ->unless(needsWorker)
              ->alsoCalled(tr("list, filter, locked"));
    m_unlockAction
        = addCommand(this, u"workers.unlock"_s, tr("&Unlock what this worker holds…"),
                     tr("Takes jobs and queues away from the chosen worker, after showing which"),
                     &WorkersPanel::openUnlock)
              ->withKeysHere()
              ->unless([this, needsWorker] {
                  const QString obstacle
                      = current() ? WorkerDetail::unlockObstacle(*current()) : needsWorker();
                  return obstacle.isEmpty() ? m_context->guard()->reason() : obstacle;
              })
              ->alsoCalled(tr("release, free, force unlock, dead"));
    m_sweepAction
        = addCommand(this, u"workers.sweep"_s, tr("&Sweep silent workers…"),
                     tr("Takes back what workers hold that have given no sign of life"),
                     &WorkersPanel::openSweep)
              ->withKeysHere()
              ->unless([this] {
                  const auto &fleet = m_watch.fleet();
                  return !fleet ? tr("The workers have not been read yet.")
                      : !fleet->hasRegistry
                      ? tr("This schema has no worker registry, so nobody can be known to be "
                           "silent.")
                      : m_context->guard()->reason();
              })
              ->alsoCalled(tr("stale, dead, crashed, recover"));
}

void WorkersPanel::setColumnWidths()
{
    using Column = WorkersModel::Column;
    QHeaderView *header = m_table->horizontalHeader();
    const QFontMetrics figures(tabularFont(font()));
    const auto fit = [&](Column column, const QString &longest) {
        const QString title
            = m_model.headerData(int(column), Qt::Horizontal, Qt::DisplayRole).toString();
        header->resizeSection(int(column),
                              std::max(figures.horizontalAdvance(longest),
                                       header->fontMetrics().horizontalAdvance(title))
                                  + 24);
    };
    fit(Column::Life, u"oo Unknown"_s);
    fit(Column::Kind, u"graphile_worker_rs 0"_s);
    fit(Column::LastSign, u"59 min ago"_s);
    fit(Column::Started, u"59 min ago"_s);
    fit(Column::Jobs, u"100,000"_s);
    fit(Column::Oldest, u"59 min ago"_s);
    fit(Column::Queues, u"1,000"_s);
    fit(Column::Sessions, u"100"_s);
    header->setSectionResizeMode(int(Column::Worker), QHeaderView::Stretch);
}

const WorkerRow *WorkersPanel::current() const
{
    const QModelIndex index = m_table->selectionModel()->currentIndex();
    return index.isValid() && index.row() < m_model.workers().size()
        ? &m_model.workers().at(index.row())
        : nullptr;
}

Timestamp WorkersPanel::now() const
{
    return m_watch.fleet() ? m_watch.fleet()->now : Timestamp();
}

void WorkersPanel::showWorker(const QString &id)
{
    m_wanted = id;
    const int row = m_model.rowOf(id);
    if (row < 0)
        return;
    m_wanted.clear();
    m_table->setCurrentIndex(m_model.index(row, 0));
}

void WorkersPanel::refresh()
{
    m_watch.refresh();
}

void WorkersPanel::onChanged()
{
    if (m_watch.fleet() && !m_watchedSince)
        m_watchedSince = now();
    m_model.setWorkers(m_watch.workers(), now());
    if (!m_wanted.isEmpty())
        showWorker(m_wanted);
    if (!current() && m_model.rowCount() > 0)
        m_table->setCurrentIndex(m_model.index(0, 0));
    showState();
    showDetail();
}

void WorkersPanel::showDetail()
{
    const WorkerRow *worker = current();
    m_detail->setVisible(worker != nullptr);
    if (worker)
        m_detail->showWorker(*worker, m_watch.heartbeats(worker->id), now(),
                             m_watchedSince.value_or(now()));
}

void WorkersPanel::showState()
{
    showRemark();
    updateActions();
    if (m_model.rowCount() > 0) {
        m_pages->setCurrentWidget(m_splitter);
        return;
    }
    m_pages->setCurrentWidget(m_hint);
    if (m_watch.error())
        m_hint->setTexts(errorTitle(*m_watch.error()), errorSentence(*m_watch.error()));
    else if (!m_watch.fleet())
        m_hint->setTexts(tr("Looking for workers"), tr("They appear here in a moment."));
    else if (m_watch.fleet()->isRegistryDenied)
        m_hint->setTexts(tr("The registry may not be read"),
                         tr("This role needs the right to select from _private_workers. Owners of "
                            "locks would still appear here."));
    else if (m_watch.fleet()->hasRegistry)
        m_hint->setTexts(
            tr("Nobody works on this queue"),
            tr("No worker is registered, and nobody holds a lock. Start one on the page "
               "This worker, or elsewhere. Workers of graphile-worker appear while "
               "they hold jobs."));
    else
        m_hint->setTexts(tr("Nobody holds a lock"),
                         tr("This schema has no worker registry, so idle workers cannot be seen. "
                            "A Yardmaster worker that may create it does so when it starts."));
}

void WorkersPanel::showRemark()
{
    QStringList parts;
    const auto count = [this](WorkerLife life) {
        return std::ranges::count(m_model.workers(), life, &WorkerRow::life);
    };
    const auto add = [&parts](const QString &text, qint64 number) {
        if (number > 0)
            parts << text.arg(formatNumber(number));
    };
    add(tr("%1 alive"), count(WorkerLife::Alive));
    add(tr("%1 silent"), count(WorkerLife::Silent));
    add(tr("%1 gone"), count(WorkerLife::Gone));
    add(tr("%1 unknown"), count(WorkerLife::Unknown));
    const auto &fleet = m_watch.fleet();
    if (fleet && !fleet->hasRegistry)
        parts << tr("no registry in this schema: nobody gives signs of life");
    else if (fleet && fleet->isRegistryDenied)
        parts << tr("the registry may not be read by this role");
    if (fleet && fleet->isCut)
        parts << tr("there are more");
    const auto age = std::chrono::milliseconds(
        m_watch.locksReadAt().isValid()
            ? m_watch.locksReadAt().msecsTo(QDateTime::currentDateTimeUtc())
            : 0);
    if (m_watch.error() && m_model.rowCount() > 0)
        parts << errorSentence(*m_watch.error());
    if (m_watch.locksError())
        parts << (m_watch.locksError()->kind == DbError::Kind::Cancelled
                      ? tr("looking for locked jobs took too long: create the index of running "
                           "jobs on the Maintenance page")
                      : errorSentence(*m_watch.locksError()));
    else if (!m_watch.locks() && fleet)
        parts << tr("looking for locked jobs…");
    else if (age > kStaleLocks)
        parts << tr("jobs held: read %1").arg(formatAge(age));
    m_remark->setText(parts.join(u" · "_s));
    m_remark->setToolTip(age > kStaleLocks && m_watch.locks() && !m_watch.locks()->usedIndex
                             ? tr("Without the index of running jobs this reads the whole table, "
                                  "and so not often.")
                             : QString());
    const bool isTrouble = m_watch.error() || m_watch.locksError();
    setTone(m_remark, isTrouble ? Tone::Trouble : Tone::Muted);
}

void WorkersPanel::updateActions()
{
    updateCommands(this);
    m_sweepButton->setEnabled(m_sweepAction->isEnabled());
    m_sweepButton->setToolTip(m_sweepAction->toolTip());
}

void WorkersPanel::showJobs()
{
    if (const WorkerRow *worker = current())
        m_context->requestFilter(jobsFilter(worker->id));
}

void WorkersPanel::openUnlock()
{
    const WorkerRow *worker = current();
    if (!worker || !m_unlockAction->isEnabled())
        return;
    auto *dialog = new UnlockDialog(m_context, *worker, now(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &UnlockDialog::unlocked, m_context, &ConsoleContext::announceChange);
    connect(dialog, &UnlockDialog::unlocked, this, &WorkersPanel::refresh);
    dialog->open();
}

void WorkersPanel::openSweep()
{
    auto *dialog = new SweepDialog(m_context, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SweepDialog::swept, m_context, &ConsoleContext::announceChange);
    connect(dialog, &SweepDialog::swept, this, &WorkersPanel::refresh);
    dialog->open();
}

void WorkersPanel::setActive(bool isActive)
{
    m_watch.setPaused(!isActive);
}

} // namespace yardmaster
