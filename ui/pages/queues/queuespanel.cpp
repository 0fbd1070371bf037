#include "ui/pages/queues/queuespanel.h"

#include "models/values/format.h"
#include "ui/kit/command.h"
#include "ui/kit/loadwords.h"
#include "ui/pages/queues/queuedetail.h"
#include "ui/pages/queues/releasedialog.h"

namespace yardmaster {

using namespace Qt::StringLiterals;
using Lock = QueueRow::Lock;

QueuesPanel::QueuesPanel(ConsoleContext *context, LocalWorker *worker, JobActions *actions,
                         QWidget *parent)
    : HoldListPanel(context, worker, actions, RunSubject::Queue, u"queues"_s, tr("Named queues"),
                    withSession(&readQueues, context->target().schema), parent)
    , m_release(addCommand(this, u"queues.release"_s, tr("Release lock…"),
                           tr("Checks who holds the lock of the selected queue, and releases the "
                              "lock if it is orphaned."),
                           &QueuesPanel::openRelease)
                    ->withKeysHere({Qt::Key_L})
                    ->unless([this] { return releaseObstacle(); })
                    ->writes(context->guard())
                    ->alsoCalled(tr("unlock, free, stuck")))
    , m_detail(new QueueDetail(m_holds, m_release, m_list))
{
    QAction *jobs = addCommand(this, u"queues.show-jobs"_s, tr("Show jobs of the queue"),
                               tr("Lists all jobs of the selected queue."), &QueuesPanel::showJobs)
                        ->withKeysHere()
                        ->unless([this] { return queueObstacle(); })
                        ->alsoCalled(tr("list, filter, open"));
    m_list->setRowCommands(
        {jobs, m_release, m_holds->holdHere(), m_holds->holdEverywhere(), m_holds->resume()});
    m_list->setFind(m_model.section("queue"_L1), tr("Find queue"));
    m_list->setDetail(m_detail);
    m_list->setLooking(tr("Looking for queues"), tr("They appear here as soon as they are read."));

    connect(m_list, &ListPage::activated, this, &QueuesPanel::showJobs);
    connect(m_detail, &QueueDetail::jobsRequested, this, &QueuesPanel::showJobs);
    connect(m_detail, &QueueDetail::jobRequested, context, &ConsoleContext::requestJob);
    connect(context->guard(), &WriteGuard::changed, this, &QueuesPanel::showCurrent);
    showState();
    showCurrent();
}

QString QueuesPanel::queueObstacle() const
{
    const QueueRow *queue = current();
    return !queue                      ? tr("Select a queue in the list first.")
        : queue->lock == Lock::Missing ? tr("The queue's row was deleted.")
                                       : QString();
}

QString QueuesPanel::releaseObstacle() const
{
    if (const QString obstacle = queueObstacle(); !obstacle.isEmpty())
        return obstacle;
    return current()->lock == Lock::Free ? tr("The queue is free.") : QString();
}

void QueuesPanel::showState()
{
    if (m_list->isKnownEmpty(m_poller.freshness()))
        m_list->showHint(tr("No named queues"),
                         tr("Jobs that are added with a queue name run one after the other; their "
                            "queues would appear here."));
    const auto &reading = m_poller.latest();
    if (!reading || reading->queues.isEmpty()) {
        m_list->setRemark({});
        return;
    }
    const QString count = formatNumber(reading->queues.size());
    QString text = reading->isCut
        ? tr("%1 queues listed, there are more: the first by name, and those "
             "with recent jobs or a lock")
              .arg(count)
        : tr("%1 queues", nullptr, pluralOf(reading->queues.size())).arg(count);
    if (const auto &counts = m_context->jobCounts()->latest();
        counts && reading->looked >= kLoadSample)
        text += u" · "_s + countsWords(*counts);
    else if (!counts && !reading->isHeldComplete)
        text += u" · "_s
            + tr("running and failed jobs among the newest %1").arg(formatNumber(reading->looked));
    if (reading->mayLockedBeMissing)
        text += u" · "_s + tr("too many queues to find every locked one");
    m_list->setRemark(text);
}

void QueuesPanel::showCurrent()
{
    const QueueRow *queue = current();
    m_detail->setVisible(queue);
    std::optional<HoldSubject> subject;
    Count waiting;
    if (queue && queue->lock != Lock::Missing) {
        subject = HoldSubject{HoldKind::Queue, queue->name};
        waiting = queue->load.waiting();
    }
    m_holds->setSubject(subject, waiting);
    if (queue)
        m_detail->showQueue(*queue, *m_poller.latest());
    updateCommands(this);
}

void QueuesPanel::showJobs()
{
    if (queueObstacle().isEmpty())
        m_context->requestFilter(subjectFilter({HoldKind::Queue, current()->name}));
}

void QueuesPanel::openRelease()
{
    const QueueRow *queue = current();
    if (!queue || !m_release->isEnabled())
        return;
    auto *dialog = new ReleaseDialog(m_context, queue->name, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ReleaseDialog::released, m_context, &ConsoleContext::announceChange);
    dialog->open();
}

} // namespace yardmaster
