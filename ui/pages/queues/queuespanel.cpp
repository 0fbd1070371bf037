#include "ui/pages/queues/queuespanel.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/changes/holdactions.h"
#include "ui/kit/command.h"
#include "ui/kit/listpage.h"
#include "ui/kit/loadwords.h"
#include "ui/pages/queues/queuedetail.h"
#include "ui/pages/queues/releasedialog.h"

#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Lock = QueueRow::Lock;

namespace {

constexpr std::chrono::milliseconds kInterval = 5s;

} // namespace

QueuesPanel::QueuesPanel(ConsoleContext *context, LocalWorker *worker, JobActions *actions,
                         QWidget *parent)
    : ConsolePanel(parent)
    , m_context(context)
    , m_model(this)
    , m_holdTracker(context, worker, this)
    , m_poller(context->sessions(), withSession(&readQueues, context->target().schema), kInterval)
    , m_pastHour(context->sessions(), context->target().schema, RunSubject::Queue,
                 [this](std::optional<PastHours> hours) { m_model.setPastHours(std::move(hours)); })
    , m_holds(new HoldActions(context, &m_holdTracker, actions, u"queues"_s, this))
    , m_release(
          addCommand(
              this, u"queues.release"_s, tr("Release lock…"),
              tr("Checks who locks the chosen queue, and releases the lock if it is orphaned."),
              &QueuesPanel::openRelease)
              ->withKeysHere({Qt::Key_L})
              ->unless([this] { return releaseObstacle(); })
              ->writes(context->guard())
              ->alsoCalled(tr("unlock, free, stuck")))
    , m_list(new ListPage(&m_model, u"queues"_s, tr("Named queues"), this))
    , m_detail(new QueueDetail(m_holds, m_release, m_list))
{
    QAction *jobs = addCommand(this, u"queues.show-jobs"_s, tr("Show jobs of the queue"),
                               tr("Lists all jobs of the chosen queue."), &QueuesPanel::showJobs)
                        ->withKeysHere()
                        ->unless([this] { return queueObstacle(); })
                        ->alsoCalled(tr("list, filter, open"));
    m_list->setRowCommands(
        {jobs, m_release, m_holds->holdHere(), m_holds->holdEverywhere(), m_holds->resume()});
    setObjectName("queuesPanel"_L1);
    m_model.setHoldTracker(&m_holdTracker);
    m_list->setFind(m_model.section("queue"_L1), tr("Find queue"));
    m_list->sortBy(m_model.section("due"_L1), Qt::DescendingOrder);
    m_list->setDetail(m_detail);
    m_list->setLooking(tr("Looking for queues"), tr("They appear here as soon as they are read."));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list);

    connect(m_list, &ListPage::currentChanged, this, &QueuesPanel::showCurrent);
    connect(m_list, &ListPage::activated, this, &QueuesPanel::showJobs);
    connect(m_list, &ListPage::refreshRequested, this, &QueuesPanel::refresh);
    connect(m_detail, &QueueDetail::jobsRequested, this, &QueuesPanel::showJobs);
    connect(m_detail, &QueueDetail::jobRequested, context, &ConsoleContext::requestJob);
    connect(&m_poller, &PollerBase::read, this, &QueuesPanel::onRead);
    connect(context->jobCounts(), &JobCountsPoller::read, this, [this] {
        if (m_poller.latest())
            onRead();
    });
    connect(&m_poller, &PollerBase::freshnessChanged, this, &QueuesPanel::showState);
    connect(&m_holdTracker, &HoldTracker::changed, this, &QueuesPanel::showCurrent);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &QueuesPanel::showCurrent);
    connect(context, &ConsoleContext::jobsChanged, &m_poller, &PollerBase::refreshSoon);
    connect(context->guard(), &WriteGuard::changed, this, &QueuesPanel::showCurrent);
    showState();
    showCurrent();
}

QueuesPanel::~QueuesPanel()
{
    delete m_list; // before the model it shows
}

QString QueuesPanel::queueObstacle() const
{
    const QueueRow *queue = current();
    return !queue                      ? tr("Choose a queue in the list first.")
        : queue->lock == Lock::Missing ? tr("The queue's row was deleted.")
                                       : QString();
}

QString QueuesPanel::releaseObstacle() const
{
    if (const QString obstacle = queueObstacle(); !obstacle.isEmpty())
        return obstacle;
    return current()->lock == Lock::Free ? tr("The queue is free.") : QString();
}

void QueuesPanel::refresh()
{
    m_poller.refreshSoon();
    m_pastHour.refresh();
    m_holdTracker.refresh();
}

const QueueRow *QueuesPanel::current() const
{
    const int row = m_list->currentRow();
    return row >= 0 ? &m_model.at(row) : nullptr;
}

void QueuesPanel::onRead()
{
    QueueSnapshot reading = *m_poller.latest();
    if (const auto &counts = m_context->jobCounts()->latest())
        improve(&reading, *counts);
    m_model.setReading(reading);
    m_holdTracker.refresh();
    showState();
    showCurrent();
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
        ? tr("%1 queues of more: the first by name, those with jobs seen and "
             "locked ones")
              .arg(count)
        : tr("%1 queues", nullptr, pluralOf(reading->queues.size())).arg(count);
    if (const auto &counts = m_context->jobCounts()->latest();
        counts && reading->looked >= kLoadSample)
        text += u" · "_s + countsWords(*counts);
    else if (!counts && !reading->isHeldComplete)
        text += u" · "_s
            + tr("running and failed jobs among the newest %1").arg(formatNumber(reading->looked));
    if (reading->mayLockedBeMissing)
        text += u" · "_s + tr("too many queues to look for all locked ones");
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

void QueuesPanel::setActive(bool isActive)
{
    if (isActive)
        m_holdTracker.refresh();
    m_poller.setPaused(!isActive);
    m_pastHour.setPaused(!isActive);
}

} // namespace yardmaster
