#include "ui/pages/tasks/taskspanel.h"

#include "models/values/format.h"
#include "ui/kit/command.h"
#include "ui/kit/loadwords.h"
#include "ui/pages/tasks/taskdetail.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

TasksPanel::TasksPanel(ConsoleContext *context, LocalWorker *worker, JobActions *actions,
                       QWidget *parent)
    : HoldListPanel(context, worker, actions, RunSubject::Task, u"tasks"_s, tr("Tasks"),
                    withSession(&readTasks, context->target().schema), parent)
    , m_worker(worker)
    , m_detail(new TaskDetail(m_holds, m_list))
{
    m_list->setFind(m_model.section("task"_L1), tr("Find task"));
    m_list->setDetail(m_detail);
    m_list->setLooking(tr("Looking for tasks"), tr("They appear here as soon as they are read."));

    const auto showAll = [this] { showJobs(); };
    const auto showFailed = [this] { showJobs(u" state:failed,retrying"_s); };
    connect(m_list, &ListPage::activated, this, showAll);
    connect(m_detail, &TaskDetail::jobsRequested, this, showAll);
    connect(m_detail, &TaskDetail::failedRequested, this, showFailed);
    const auto needsTask
        = [this] { return current() ? QString() : tr("Select a task in the list first."); };
    m_list->setRowCommands(
        {addCommand(this, u"tasks.show-jobs"_s, tr("Show jobs of the task"),
                    tr("Lists all jobs of the selected task."), showAll)
             ->withKeysHere()
             ->unless(needsTask)
             ->alsoCalled(tr("list, filter, open")),
         addCommand(this, u"tasks.show-failed"_s, tr("Show failed jobs of the task"),
                    tr("Lists the jobs of the selected task that have failed, for good or waiting "
                       "for a retry."),
                    showFailed)
             ->withKeysHere()
             ->unless(needsTask)
             ->alsoCalled(tr("errors, failures")),
         m_holds->holdHere(), m_holds->holdEverywhere(), m_holds->resume()});
    if (worker) {
        connect(worker, &LocalWorker::stateChanged, this, &TasksPanel::onWorker);
        connect(worker, &LocalWorker::setUpChanged, this, &TasksPanel::onWorker);
        onWorker();
    }
    showState();
    showCurrent();
}

void TasksPanel::onWorker()
{
    const bool isRunning = m_worker && m_worker->state() == LocalWorker::State::Running;
    m_model.setTasksHere(isRunning ? m_worker->tasks() : QStringList());
    m_model.setFound(m_worker ? m_worker->listing() : TaskListing());
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
    if (!reading || m_model.rowCount() == 0) {
        m_list->setRemark({});
        return;
    }
    const auto &counts = m_context->jobCounts()->latest();
    const QString count = formatNumber(m_model.rowCount());
    QString text = reading->isCut
        ? tr("%1 tasks listed, there are more: the first by name, and those with recent jobs")
              .arg(count)
        : tr("%1 tasks", nullptr, pluralOf(m_model.rowCount())).arg(count);
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

} // namespace yardmaster
