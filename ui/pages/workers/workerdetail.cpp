#include "ui/pages/workers/workerdetail.h"

#include "models/console/writeguard.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/copybutton.h"
#include "ui/kit/factlist.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/plainlist.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/pages/workers/heartbeatstrip.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QTreeWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

constexpr int kIdRole = Qt::UserRole;
constexpr int kFactsWidth = 330;

QString ageText(Timestamp time, Timestamp now)
{
    return formatAge(std::max(std::chrono::duration_cast<milliseconds>(now - time), {}));
}

Label *makeTitle(QWidget *parent)
{
    auto *label = new Label(parent);
    setTone(label, Tone::Muted);
    return label;
}

QString processWord(const WorkerRow &worker)
{
    if (!worker.isProcessRunning)
        return WorkerDetail::tr("on another machine, or not known");
    return *worker.isProcessRunning
        ? WorkerDetail::tr("%1, runs on this machine").arg(worker.pid)
        : WorkerDetail::tr("%1, does not run on this machine any more").arg(worker.pid);
}

QString tasksWord(const WorkerRow &worker)
{
    const QStringList first = worker.tasks.first(std::min<qsizetype>(worker.tasks.size(), 6));
    return worker.tasks.size() <= 6
        ? first.join(u", "_s)
        : WorkerDetail::tr("%1 and %2 more").arg(first.join(u", "_s)).arg(worker.tasks.size() - 6);
}

} // namespace

WorkerDetail::WorkerDetail(WriteGuard *guard, QWidget *parent)
    : QWidget(parent)
    , m_guard(guard)
    , m_title(new Label(this))
    , m_life(makeTitle(this))
    , m_copy(new CopyButton(tr("Copy name"), this))
    , m_facts(new FactList(this))
    , m_beats(new HeartbeatStrip(this))
    , m_jobsTitle(makeTitle(this))
    , m_jobs(makePlainList(this, "workerJobs"))
    , m_sessionsTitle(makeTitle(this))
    , m_sessions(makePlainList(this, "workerSessions"))
    , m_show(new QPushButton(tr("Show jobs"), this))
    , m_unlock(new QPushButton(tr("Unlock…"), this))
{
    setObjectName("workerDetail"_L1);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_title->setObjectName("workerTitle"_L1);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_life->setObjectName("workerLife"_L1);
    m_life->setWordWrap(true);
    m_facts->setObjectName("workerFacts"_L1);
    m_beats->setObjectName("workerBeats"_L1);
    m_jobs->setAccessibleName(tr("Jobs it holds"));
    m_jobs->setHeaderLabels({tr("Id"), tr("Locked"), tr("Attempt"), tr("Task"), tr("Queue")});
    m_jobsTitle->setAlignment(Qt::AlignLeading | Qt::AlignTop); // also where there is no list
    m_sessionsTitle->setAlignment(Qt::AlignLeading | Qt::AlignTop);
    m_sessions->setAccessibleName(tr("Database sessions named after it"));
    m_sessions->setHeaderLabels({tr("Process"), tr("State"), tr("Since"), tr("From")});
    alignRight(m_jobs, {0, 1, 2});
    alignRight(m_sessions, {0, 2});
    m_show->setObjectName("workerShowJobs"_L1);
    m_unlock->setObjectName("workerUnlock"_L1);
    setButtonRole(m_unlock, ButtonRole::Destructive);

    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_title);
    head->addStretch(1);
    head->addWidget(m_copy);
    head->addWidget(m_show);
    head->addWidget(m_unlock);
    auto *left = new QWidget(this);
    left->setFixedWidth(kFactsWidth);
    auto *facts = new QVBoxLayout(left);
    facts->setContentsMargins(0, 0, 0, 0);
    facts->setSpacing(12);
    facts->addWidget(m_facts);
    facts->addWidget(m_beats);
    facts->addStretch(1);
    auto *jobs = new QVBoxLayout;
    jobs->setSpacing(4);
    jobs->addWidget(m_jobsTitle);
    jobs->addWidget(m_jobs, 1);
    auto *sessions = new QVBoxLayout;
    sessions->setSpacing(4);
    sessions->addWidget(m_sessionsTitle);
    sessions->addWidget(m_sessions, 1);
    auto *columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addWidget(left);
    columns->addLayout(jobs, 3);
    columns->addLayout(sessions, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(m_life);
    layout->addLayout(columns, 1);

    connect(m_jobs, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem *item) {
        Q_EMIT jobRequested(item->data(0, kIdRole).toLongLong());
    });
    connect(m_show, &QPushButton::clicked, this, &WorkerDetail::jobsRequested);
    connect(m_unlock, &QPushButton::clicked, this, &WorkerDetail::unlockRequested);
    connect(m_guard, &WriteGuard::changed, this, &WorkerDetail::updateActions);
}

void WorkerDetail::setContext(ConsoleContext *context)
{
    RowMenu::of(m_jobs)->setSubjects(context, [this](const QModelIndex &index) {
        const WorkerHeldJob &job = m_worker.shownJobs.at(index.row());
        return RowSubject{job.id, job.task, job.queue, {}, {}};
    });
}

QList<Fact> WorkerDetail::evidence(const WorkerRow &worker, Timestamp now)
{
    QList<Fact> facts;
    const auto moment
        = [&](const QString &name, const std::optional<Timestamp> &time, const QString &none) {
              facts << Fact{name, time ? ageText(*time, now) : none,
                            time ? formatInstant(dateTime(*time)) : QString(), true,
                            time ? formatInstant(dateTime(*time)) : QString()};
          };
    moment(tr("Last heartbeat"), worker.heartbeat, tr("never sent one"));
    if (worker.started)
        moment(tr("Started"), worker.started, {});
    if (worker.fetched) {
        moment(tr("Last fetch"), worker.fetched, {});
        moment(tr("Last result"), worker.released, tr("none yet"));
    }
    if (worker.running)
        facts << Fact{tr("Running at that time"),
                      formatNumber(*worker.running),
                      {},
                      true,
                      tr("Jobs that had been started, as of its last heartbeat. The others that it "
                         "holds wait in its memory.")};
    const auto add = [&facts](const QString &name, const QString &value) {
        facts << Fact{name, value, {}, false, {}};
    };
    add(tr("Program"),
        worker.version.isEmpty() ? workerKindName(worker.kind)
                                 : workerKindName(worker.kind) + u' ' + worker.version);
    if (!worker.host.isEmpty())
        add(tr("Host"), worker.host);
    add(tr("Process"), processWord(worker));
    if (!worker.tasks.isEmpty())
        facts << Fact{tr("Tasks"), tasksWord(worker), worker.tasks.join(u' '), false,
                      worker.tasks.join(u", "_s)};
    QStringList queues;
    for (const LockedQueue &lock : worker.queues)
        queues << lock.queue;
    add(tr("Queues held"), queues.isEmpty() ? tr("none") : queues.join(u", "_s));
    return facts;
}

QString WorkerDetail::unlockObstacle(const WorkerRow &worker)
{
    if (worker.isOurs && worker.life != WorkerLife::Stale && worker.life != WorkerLife::Gone)
        return tr("This program runs this worker. Stop it on the “This worker” page; it returns "
                  "its jobs to the queue.");
    if (worker.id.isEmpty())
        return tr("These locks have no owner; unlock the jobs themselves.");
    if (!worker.holdsAnything() && worker.areJobsKnown)
        return tr("It holds nothing.");
    return {};
}

void WorkerDetail::showWorker(const WorkerRow &worker, const QList<Timestamp> &beats, Timestamp now,
                              Timestamp watchedSince)
{
    m_worker = worker;
    m_title->setText(worker.isOurs ? tr("%1 · this program").arg(isolated(worker.id)) : worker.id);
    if (worker.id.isEmpty())
        m_title->setText(workerTitle(worker));
    m_copy->setContent(worker.id);
    m_life->setText(workerLifeWord(worker.life) + u". "_s + workerLifeMeaning(worker));
    m_facts->setFacts(evidence(worker, now));
    m_beats->setVisible(worker.heartbeat.has_value());
    m_beats->setBeats(beats, now, watchedSince, worker.staleAfter);
    showJobs(worker, now);
    showSessions(worker, now);
    updateActions();
}

void WorkerDetail::showJobs(const WorkerRow &worker, Timestamp now)
{
    if (!worker.areJobsKnown)
        m_jobsTitle->setText(tr("Jobs it holds: not read yet"));
    else if (worker.jobs > worker.shownJobs.size())
        m_jobsTitle->setText(
            tr("Jobs it holds: the oldest %1 of %2")
                .arg(formatNumber(worker.shownJobs.size()), formatNumber(worker.jobs)));
    else
        m_jobsTitle->setText(tr("Jobs it holds: %1").arg(formatNumber(worker.jobs)));
    QList<QStringList> lines;
    QList<QVariant> ids;
    for (const WorkerHeldJob &job : worker.shownJobs) {
        lines << QStringList{QString::number(job.id), ageText(job.lockedAt, now),
                             u"%1/%2"_s.arg(job.attempts).arg(job.maxAttempts), job.task,
                             job.queue};
        ids << job.id;
    }
    setLines(m_jobs, lines, ids);
}

void WorkerDetail::showSessions(const WorkerRow &worker, Timestamp now)
{
    m_sessionsTitle->setText(
        worker.sessions.isEmpty()
            ? tr("No database session is named after it")
            : tr("Database sessions: %1").arg(formatNumber(worker.sessions.size())));
    m_sessionsTitle->setToolTip(
        tr("Matched by the name that a program gives its connections. Most programs give no name "
           "of their own, so their sessions cannot be told apart."));
    QList<QStringList> lines;
    QList<QVariant> pids;
    for (const DatabaseSession &session : worker.sessions) {
        lines << QStringList{
            QString::number(session.pid),
            session.state.isEmpty() ? tr("not permitted to see") : session.state,
            session.changed ? ageText(*session.changed, now) : u"–"_s,
            session.client.isEmpty()
                ? u"–"_s
                : (session.client == "local"_L1 ? tr("this server's machine") : session.client)};
        pids << session.pid;
    }
    setLines(m_sessions, lines, pids);
    m_sessions->setVisible(!lines.isEmpty());
}

void WorkerDetail::updateActions()
{
    m_show->setEnabled(m_worker.jobs > 0 || !m_worker.areJobsKnown);
    m_show->setToolTip(m_show->isEnabled() ? tr("Lists the jobs it holds.")
                                           : tr("It holds no job."));
    const QString obstacle = unlockObstacle(m_worker);
    const QString reason = obstacle.isEmpty() ? m_guard->reason() : obstacle;
    m_unlock->setEnabled(reason.isEmpty());
    m_unlock->setToolTip(reason.isEmpty()
                             ? tr("Shows what would be unlocked, then asks for confirmation.")
                             : reason);
}

} // namespace yardmaster
