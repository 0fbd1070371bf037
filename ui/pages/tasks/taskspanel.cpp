#include "ui/pages/tasks/taskspanel.h"

#include "models/console/consolecontext.h"
#include "models/localworker/localworker.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/changes/holdactions.h"
#include "ui/kit/command.h"
#include "ui/kit/listpage.h"
#include "ui/kit/loadwords.h"
#include "ui/pages/tasks/taskdetail.h"

#include <QVBoxLayout>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kInterval = 5s;

} // namespace

TasksPanel::TasksPanel(ConsoleContext *context, LocalWorker *worker, JobActions *actions,
                       QWidget *parent)
    : ConsolePanel(parent)
    , m_context(context)
    , m_worker(worker)
    , m_model(this)
    , m_holdTracker(context, worker, this)
    , m_poller(context->sessions(), withSession(&readTasks, context->target().schema), kInterval)
    , m_pastHour(context->sessions(), context->target().schema, RunSubject::Task,
                 [this](std::optional<PastHours> hours) { m_model.setPastHours(std::move(hours)); })
    , m_holds(new HoldActions(context, &m_holdTracker, actions, u"tasks"_s, this))
    , m_list(new ListPage(&m_model, u"tasks"_s, tr("Tasks"), this))
    , m_detail(new TaskDetail(m_holds, m_list))
{
    setObjectName("tasksPanel"_L1);
    m_model.setHoldTracker(&m_holdTracker);
    m_list->setFind(m_model.section("task"_L1), tr("Find task"));
    m_list->sortBy(m_model.section("due"_L1), Qt::DescendingOrder);
    m_list->setDetail(m_detail);
    m_list->setLooking(tr("Looking for tasks"), tr("They appear here as soon as they are read."));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list);

    const auto showAll = [this] { showJobs(); };
    const auto showFailed = [this] { showJobs(u" state:failed,retrying"_s); };
    connect(m_list, &ListPage::currentChanged, this, &TasksPanel::showCurrent);
    connect(m_list, &ListPage::activated, this, showAll);
    connect(m_list, &ListPage::refreshRequested, this, &TasksPanel::refresh);
    connect(m_detail, &TaskDetail::jobsRequested, this, showAll);
    connect(m_detail, &TaskDetail::failedRequested, this, showFailed);
    const auto needsTask
        = [this] { return current() ? QString() : tr("Choose a task in the list first."); };
    m_list->setRowCommands(
        {addCommand(this, u"tasks.show-jobs"_s, tr("Show jobs of the task"),
                    tr("Lists all jobs of the chosen task."), showAll)
             ->withKeysHere()
             ->unless(needsTask)
             ->alsoCalled(tr("list, filter, open")),
         addCommand(this, u"tasks.show-failed"_s, tr("Show failed jobs of the task"),
                    tr("Lists the jobs of the chosen task that have failed, for good or to be "
                       "tried again."),
                    showFailed)
             ->withKeysHere()
             ->unless(needsTask)
             ->alsoCalled(tr("errors, failures")),
         m_holds->holdHere(), m_holds->holdEverywhere(), m_holds->resume()});
    connect(&m_poller, &PollerBase::read, this, &TasksPanel::onRead);
    connect(context->jobCounts(), &JobCountsPoller::read, this, [this] {
        if (m_poller.latest())
            onRead();
    });
    connect(&m_poller, &PollerBase::freshnessChanged, this, &TasksPanel::showState);
    connect(&m_holdTracker, &HoldTracker::changed, this, &TasksPanel::showCurrent);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &TasksPanel::showCurrent);
    connect(context, &ConsoleContext::jobsChanged, &m_poller, &PollerBase::refreshSoon);
    if (worker) {
        connect(worker, &LocalWorker::stateChanged, this, &TasksPanel::onWorker);
        connect(worker, &LocalWorker::setUpChanged, this, &TasksPanel::onWorker);
        onWorker();
    }
    showState();
    showCurrent();
}

TasksPanel::~TasksPanel()
{
    delete m_list; // before the model it shows
}

void TasksPanel::refresh()
{
    m_poller.refreshSoon();
    m_pastHour.refresh();
    m_holdTracker.refresh();
}

void TasksPanel::onWorker()
{
    const bool isRunning = m_worker && m_worker->state() == LocalWorker::State::Running;
    m_model.setTasksHere(isRunning ? m_worker->tasks() : QStringList());
    m_model.setFound(m_worker ? m_worker->listing() : TaskListing());
    showState();
    showCurrent();
}

const TaskRow *TasksPanel::current() const
{
    const int row = m_list->currentRow();
    return row >= 0 ? &m_model.at(row) : nullptr;
}

void TasksPanel::onRead()
{
    TaskSnapshot reading = *m_poller.latest();
    if (const auto &counts = m_context->jobCounts()->latest())
        improve(&reading, *counts);
    m_model.setReading(reading);
    m_holdTracker.refresh();
    showState();
    showCurrent();
}

void TasksPanel::showState()
{
    if (m_list->isKnownEmpty(m_poller.freshness()))
        m_list->showHint(tr("No tasks"),
                         tr("A task appears here when its first job is added, or when "
                            "a worker that knows it starts."));
    const auto &reading = m_poller.latest();
    if (!reading || reading->tasks.isEmpty()) {
        m_list->setRemark({});
        return;
    }
    const auto &counts = m_context->jobCounts()->latest();
    const QString count = formatNumber(reading->tasks.size());
    QString text = reading->isCut
        ? tr("%1 tasks of more: the first by name, and those with jobs seen").arg(count)
        : tr("%1 tasks", nullptr, pluralOf(reading->tasks.size())).arg(count);
    if (!reading->isComplete)
        text += u" · "_s
            + (counts ? countsWords(*counts)
                      : tr("running and failed jobs among the newest %1")
                            .arg(formatNumber(reading->looked)));
    const auto broken = std::ranges::count_if(m_model.rows(), [](const TaskRow &row) {
        return row.here && !row.here->problem.isEmpty();
    });
    if (broken > 0)
        text += u" · "_s
            + tr("%1 cannot run in this window", nullptr, pluralOf(broken))
                  .arg(formatNumber(broken));
    if (!reading->hasRegistry)
        text += u" · "_s + tr("this schema has no worker registry");
    m_list->setRemark(text);
}

void TasksPanel::showCurrent()
{
    const TaskRow *task = current();
    m_detail->setVisible(task);
    updateCommands(this);
    if (!task) {
        m_holds->setSubject(std::nullopt, {});
        return;
    }
    m_holds->setSubject(HoldSubject{HoldKind::Task, task->name}, task->load.waiting());
    m_detail->showTask(*task, m_model.reading(), m_model.known(*task));
}

void TasksPanel::showJobs(const QString &alsoFilter)
{
    if (const TaskRow *task = current())
        m_context->requestFilter(subjectFilter({HoldKind::Task, task->name}) + alsoFilter);
}

void TasksPanel::setActive(bool isActive)
{
    if (isActive)
        m_holdTracker.refresh();
    m_poller.setPaused(!isActive);
    m_pastHour.setPaused(!isActive);
}

} // namespace yardmaster
