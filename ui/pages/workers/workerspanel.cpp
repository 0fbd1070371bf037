#include "ui/pages/workers/workerspanel.h"

#include "models/console/consolecontext.h"
#include "models/query/filter.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/celldelegate.h"
#include "ui/kit/command.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/listpage.h"
#include "ui/pages/workers/lifeglyph.h"
#include "ui/pages/workers/sweepdialog.h"
#include "ui/pages/workers/unlockdialog.h"
#include "ui/pages/workers/workerdetail.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kStaleLocks = 15s; // older ones are said to be

StateLook lifeLook()
{
    return {[](const QVariant &life, const QPalette &palette) {
                return lifeColor(life.value<WorkerLife>(), palette);
            },
            [](QPainter &painter, const QPointF &corner, const QVariant &life,
               const QPalette &palette) {
                paintLifeGlyph(painter, corner, life.value<WorkerLife>(), palette);
            }};
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
    , m_poller(context->sessions(), context->target().schema)
    , m_pastHour(context->sessions(), context->target().schema, RunSubject::Worker,
                 [this](std::optional<PastHours> hours) { m_model.setPastHours(std::move(hours)); })
    , m_sweepButton(new QPushButton(tr("Sweep…"), this))
    , m_list(new ListPage(&m_model, u"workers"_s, tr("Workers"), this))
    , m_detail(new WorkerDetail(context->guard(), m_list))
{
    setObjectName("workersPanel"_L1);
    m_sweepButton->setObjectName("workersSweep"_L1);
    m_list->setStateLook(lifeLook());
    m_list->addAtEnd(m_sweepButton);
    m_list->setDetail(m_detail, 3, 2);
    m_detail->setContext(context);
    m_list->setLooking(tr("Looking for workers"), tr("They appear here in a moment."));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list);
    makeCommands();

    connect(&m_poller, &WorkersPoller::changed, this, &WorkersPanel::onChanged);
    connect(m_list, &ListPage::currentChanged, this, [this] {
        showDetail();
        updateActions();
    });
    connect(m_list, &ListPage::activated, this, &WorkersPanel::showJobs);
    connect(m_list, &ListPage::refreshRequested, this, &WorkersPanel::refresh);
    connect(m_sweepButton, &QPushButton::clicked, m_sweepAction, &QAction::trigger);
    connect(m_detail, &WorkerDetail::jobsRequested, m_jobsAction, &QAction::trigger);
    connect(m_detail, &WorkerDetail::unlockRequested, m_unlockAction, &QAction::trigger);
    connect(m_detail, &WorkerDetail::jobRequested, context, &ConsoleContext::requestJob);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &WorkersPanel::showDetail);
    connect(context, &ConsoleContext::jobsChanged, &m_poller, &WorkersPoller::refreshSoon);
    connect(context, &ConsoleContext::sweepRequested, this, [this](const QString &worker) {
        Q_EMIT attentionRequested();
        showWorker(worker);
        openSweep();
    });
    connect(context->guard(), &WriteGuard::changed, this, &WorkersPanel::updateActions);
    showState();
}

WorkersPanel::~WorkersPanel()
{
    delete m_list; // before the model it shows
}

void WorkersPanel::makeCommands()
{
    const auto needsWorker
        = [this] { return current() ? QString() : tr("No worker is selected."); };
    m_jobsAction
        = addCommand(this, u"workers.show-jobs"_s, tr("Show the &jobs of this worker"),
                     tr("Lists the jobs that the selected worker holds."), &WorkersPanel::showJobs)
              ->withKeysHere({Qt::Key_J})
              ->unless(needsWorker)
              ->alsoCalled(tr("list, filter, locked"));
    m_unlockAction
        = addCommand(
              this, u"workers.unlock"_s, tr("&Unlock what this worker holds…"),
              tr("Takes jobs and queues away from the selected worker, after showing which."),
              &WorkersPanel::openUnlock)
              ->withKeysHere()
              ->unless([this, needsWorker] {
                  const QString obstacle
                      = current() ? WorkerDetail::unlockObstacle(*current()) : needsWorker();
                  return obstacle.isEmpty() ? m_context->guard()->reason() : obstacle;
              })
              ->writes(m_context->guard())
              ->alsoCalled(tr("release, free, force unlock, dead"));
    m_sweepAction
        = addCommand(this, u"workers.sweep"_s, tr("&Sweep stale workers…"),
                     tr("Returns the jobs of workers without a heartbeat to the queue."),
                     &WorkersPanel::openSweep)
              ->withKeysHere()
              ->unless([this] {
                  const auto &fleet = m_poller.fleet();
                  return !fleet ? tr("The workers have not been read yet.")
                      : !fleet->hasRegistry
                      ? tr("This schema has no worker registry, so stale workers cannot be found.")
                      : m_context->guard()->reason();
              })
              ->writes(m_context->guard())
              ->alsoCalled(tr("stale, dead, crashed, recover"));
    m_list->setRowCommands({m_jobsAction, m_unlockAction, m_sweepAction});
}

const WorkerRow *WorkersPanel::current() const
{
    const int row = m_list->currentRow();
    return row >= 0 ? &m_model.at(row) : nullptr;
}

Timestamp WorkersPanel::now() const
{
    return m_poller.fleet() ? m_poller.fleet()->now : Timestamp();
}

void WorkersPanel::showWorker(const QString &id)
{
    m_wanted = id;
    const int row = m_model.rowOf(id);
    if (row < 0)
        return;
    m_wanted.clear();
    m_list->setCurrentRow(row);
}

void WorkersPanel::refresh()
{
    m_poller.refresh();
    m_pastHour.refresh();
}

void WorkersPanel::onChanged()
{
    if (m_poller.fleet() && !m_watchedSince)
        m_watchedSince = now();
    m_model.setWorkers(m_poller.workers(), now());
    if (!m_wanted.isEmpty())
        showWorker(m_wanted);
    showState();
    showDetail();
}

void WorkersPanel::showDetail()
{
    const WorkerRow *worker = current();
    m_detail->setVisible(worker != nullptr);
    if (worker)
        m_detail->showWorker(*worker, m_poller.heartbeats(worker->id), now(),
                             m_watchedSince.value_or(now()));
}

void WorkersPanel::showState()
{
    showRemark();
    updateActions();
    if (!m_list->isKnownEmpty(m_poller.freshness()))
        return;
    if (m_poller.fleet()->isRegistryDenied)
        m_list->showHint(tr("The registry may not be read"),
                         tr("This role needs the right to select from _private_workers. Owners of "
                            "locks still appear here."));
    else if (m_poller.fleet()->hasRegistry)
        m_list->showHint(
            tr("No worker on this queue"),
            tr("No worker is registered, and no lock is held. Start a worker on the “This worker” "
               "page, or elsewhere. Workers of graphile-worker appear while they hold jobs."));
    else
        m_list->showHint(tr("No lock is held"),
                         tr("This schema has no worker registry, so idle workers cannot be seen. "
                            "A Yardmaster worker that may create it does so when it starts."));
}

void WorkersPanel::showRemark()
{
    QStringList parts;
    const auto count = [this](WorkerLife life) {
        return std::ranges::count(m_model.rows(), life, &WorkerRow::life);
    };
    const auto add = [&parts](const QString &text, qint64 number) {
        if (number > 0)
            parts << text.arg(formatNumber(number));
    };
    add(tr("%1 alive"), count(WorkerLife::Alive));
    add(tr("%1 stale"), count(WorkerLife::Stale));
    add(tr("%1 gone"), count(WorkerLife::Gone));
    add(tr("%1 unknown"), count(WorkerLife::Unknown));
    const auto &fleet = m_poller.fleet();
    if (fleet && !fleet->hasRegistry)
        parts << tr("no registry in this schema: no worker sends heartbeats");
    else if (fleet && fleet->isRegistryDenied)
        parts << tr("the registry may not be read by this role");
    if (fleet && fleet->isCut)
        parts << tr("there are more");
    const auto age = std::chrono::milliseconds(
        m_poller.locksReadAt().isValid()
            ? m_poller.locksReadAt().msecsTo(QDateTime::currentDateTimeUtc())
            : 0);
    if (m_poller.locksError() && !m_poller.freshness().error)
        parts << (m_poller.locksError()->kind == DbError::Kind::Cancelled
                      ? tr("searching for locked jobs took too long: create the index of running "
                           "jobs on the Maintenance page")
                      : errorSentence(*m_poller.locksError()));
    else if (!m_poller.locks() && fleet)
        parts << tr("searching for locked jobs…");
    else if (age > kStaleLocks)
        parts << tr("jobs held: read %1").arg(formatAge(age));
    m_list->setRemark(parts.join(u" · "_s), m_poller.locksError().has_value(),
                      age > kStaleLocks && m_poller.locks() && !m_poller.locks()->usedIndex
                          ? tr("Without the index of running jobs this reads the whole table, so "
                               "it is not done often.")
                          : u""_s);
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
    m_poller.setPaused(!isActive);
    m_pastHour.setPaused(!isActive);
}

} // namespace yardmaster
