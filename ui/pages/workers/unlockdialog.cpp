#include "ui/pages/workers/unlockdialog.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "models/workers/loggedunlock.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/factlist.h"
#include "ui/kit/label.h"
#include "ui/kit/plainlist.h"
#include "ui/kit/tone.h"
#include "ui/pages/workers/workerdetail.h"

#include <QTreeWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

bool isStaleOrGone(const WorkerRow &worker)
{
    return worker.life == WorkerLife::Stale || worker.life == WorkerLife::Gone;
}

QString age(Timestamp time, Timestamp now)
{
    return formatAge(
        std::max(std::chrono::duration_cast<std::chrono::milliseconds>(now - time), {}));
}

} // namespace

UnlockDialog::UnlockDialog(ConsoleContext *context, const WorkerRow &worker, Timestamp now,
                           QWidget *parent)
    : ConfirmDialog(context, tr("Unlock what %1 holds").arg(isolated(workerTitle(worker))), parent)
    , m_worker(worker)
    , m_query(context->sessions(), SessionPool::Use::Maintenance)
    , m_consequence(nullptr)
    , m_summary(nullptr)
    , m_list(makePlainList(this, "unlockList"))
{
    setObjectName("unlockDialog"_L1);
    addHeading(windowTitle());
    m_consequence = addText({}, "unlockConsequence");
    auto *facts = new FactList(this);
    facts->setObjectName("unlockEvidence"_L1);
    QList<Fact> evidence = WorkerDetail::evidence(worker, now);
    evidence.prepend(
        {tr("State"), workerLifeWord(worker.life), {}, false, workerLifeMeaning(worker)});
    evidence << Fact{tr("Database sessions"),
                     worker.sessions.isEmpty() ? tr("none named after it")
                                               : formatNumber(worker.sessions.size()),
                     {},
                     false,
                     {}};
    facts->setFacts(evidence);
    body()->addWidget(facts);
    m_summary = addText(tr("Checking what it holds…"), "unlockSummary");
    m_list->setAccessibleName(tr("What is unlocked"));
    m_list->setHeaderLabels(
        {tr("Id"), tr("Task"), tr("Queue"), tr("Locked"), tr("Attempt"), tr("Then")});
    alignRight(m_list, {0, 3, 4});
    m_list->setMinimumHeight(120);
    body()->addWidget(m_list, 1);
    setTone(m_consequence, isStaleOrGone(worker) ? Tone::Plain : Tone::Caution);
    updateConsequence();
    setConfirmText(tr("Unlock"));
    setObstacle(tr("Checking what it holds…"));
    resize(760, 620);

    look();
}

UnlockDialog::~UnlockDialog() = default;

void UnlockDialog::updateConsequence()
{
    const QString common
        = tr("Its jobs run again at once, on other workers; the interrupted attempt counts.");
    m_consequence->setText(isStaleOrGone(m_worker)
                               ? common
                               : tr("It may be alive: jobs that it is running now would run twice.")
                                   + u' ' + common);
}

void UnlockDialog::look()
{
    m_query.ask(withSession(&readWorkerLocks, context()->target().schema, m_worker.id),
                [this](const Result<WorkerLocks> &answer) { onLooked(answer); });
}

void UnlockDialog::onLooked(const Result<WorkerLocks> &answer)
{
    if (!answer) {
        m_summary->setText(QString());
        setProblem(errorSentence(answer.error()));
        setObstacle(errorSentence(answer.error()));
        return;
    }
    m_locks = *answer;
    QList<QStringList> lines;
    QList<QVariant> keys;
    for (const WorkerLocks::Job &job : m_locks.jobs) {
        lines << QStringList{QString::number(job.id),
                             job.task,
                             job.queue,
                             age(job.lockedAt, m_locks.takenAt),
                             u"%1/%2"_s.arg(job.attempts).arg(job.maxAttempts),
                             job.isLastAttempt() ? tr("failed for good: it was its last attempt")
                                                 : tr("runs again")};
        keys << job.id;
    }
    setLines(m_list, lines, keys);
    if (m_locks.isEmpty()) {
        m_summary->setText(QString());
        setDone(tr("It no longer holds anything; there is nothing to unlock."));
        return;
    }
    const QString jobs = formatNumber(m_locks.jobs.size());
    const int form = pluralOf(m_locks.jobs.size());
    QString text = m_locks.queues.isEmpty()
        ? tr("To be unlocked: %1 jobs.", nullptr, form).arg(jobs)
        : tr("To be unlocked: %1 jobs; queues: %2.", nullptr, form)
              .arg(jobs, isolated(m_locks.queues).join(u", "_s));
    if (m_locks.isCut)
        text = tr("To be unlocked: its oldest %1 jobs. It holds more; repeat this for the rest.",
                  nullptr, form)
                   .arg(jobs);
    if (m_locks.lastAttempts() > 0)
        text += u' '
            + tr("%1 of them are on their last attempt and will count as failed for good.", nullptr,
                 pluralOf(m_locks.lastAttempts()))
                  .arg(formatNumber(m_locks.lastAttempts()));
    m_summary->setText(text + u' ' + tr("It keeps what it locks from now on."));
    if (isStaleOrGone(m_worker))
        setWord(QString::number(m_locks.jobs.size() + m_locks.queues.size()),
                tr("the number of jobs and queues"));
    else
        setWord(m_worker.id, tr("the worker's name"));
    setConfirmText(m_locks.jobs.isEmpty()
                       ? tr("Unlock %1 queues", nullptr, pluralOf(m_locks.queues.size()))
                             .arg(formatNumber(m_locks.queues.size()))
                       : tr("Unlock %1 jobs", nullptr, form).arg(jobs));
    setObstacle({});
}

void UnlockDialog::confirm()
{
    if (m_query.isAsking() || !context()->guard()->mayWrite())
        return;
    setProblem({});
    setObstacle(tr("Unlocking…"));
    m_query.ask(withSession(&unlockLogged, context()->target().schema,
                            context()->operationsFolder(),
                            context()->target().connection.describe(), m_locks,
                            m_worker.life == WorkerLife::Stale),
                [this](const Result<WorkerUnlock::Report> &answer) { onUnlocked(answer); });
}

void UnlockDialog::onUnlocked(const Result<WorkerUnlock::Report> &answer)
{
    if (!answer) {
        setProblem(errorSentence(answer.error()));
        setObstacle(tr("Nothing was unlocked. Close this and try again."));
        return;
    }
    const qsizetype left = m_locks.jobs.size() - answer->jobs.size();
    QString text = tr("Unlocked jobs: %1; queues: %2.")
                       .arg(formatNumber(answer->jobs.size()), formatNumber(answer->queues.size()));
    if (left > 0)
        text += u' '
            + tr("%1 jobs were skipped: completed meanwhile, or locked again.", nullptr,
                 pluralOf(left))
                  .arg(formatNumber(left));
    setDone(text);
    Q_EMIT unlocked();
}

} // namespace yardmaster
