#include "models/diagnosis/fleetchecks.h"

#include "models/diagnosis/diagnosistext.h"
#include "models/diagnosis/unreadable.h"
#include "models/tasks/tasksnapshot.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "models/workers/workerrow.h"
#include <yardmaster/session.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds kLocksPatience{10};
constexpr int kNamed = 5;       // workers and tasks listed by name
constexpr int kLongestId = 100; // characters shown of a worker's id

/// Cut to those that are named.
QString andMore(qsizetype all)
{
    return DiagnosisText::tr("and %1 more").arg(formatNumber(all - kNamed));
}

QString evidenceOf(const WorkerRow &worker)
{
    const QString jobs = worker.areJobsKnown
        ? DiagnosisText::tr("%1 jobs", nullptr, pluralOf(worker.jobs))
              .arg(formatNumber(worker.jobs))
        : DiagnosisText::tr("an unknown number of jobs");
    const QString queues = DiagnosisText::tr("%1 queues", nullptr, pluralOf(worker.queues.size()))
                               .arg(formatNumber(worker.queues.size()));
    QString text = DiagnosisText::tr("%1: last heartbeat %2, stale after %3; it holds %4 and %5")
                       .arg(shownText(worker.id, kLongestId), formatAge(worker.silentFor),
                            formatDuration(worker.staleAfter), jobs, queues);
    if (worker.isProcessRunning)
        text += u"; "_s
            + (*worker.isProcessRunning
                   ? DiagnosisText::tr("its process runs on this machine")
                   : DiagnosisText::tr("its process is gone from this machine"));
    return text;
}

} // namespace

Result<QueueCheck> checkWorkers(Session &session, const SchemaProbe &probe)
{
    if (auto unreadable = whyUnreadable(probe, true))
        return *std::move(unreadable);
    const auto fleet = readFleet(session, probe.schema);
    if (!fleet)
        return tl::make_unexpected(fleet.error());
    const auto locks = readJobLocks(session, probe.schema, kLocksPatience);
    if (!locks && locks.error().kind == DbError::Kind::ConnectionLost)
        return tl::make_unexpected(locks.error());
    const QList<WorkerRow> workers
        = composeWorkers(*fleet, locks ? std::optional(*locks) : std::nullopt, {}, thisProcess());
    qint64 alive = 0;
    qint64 unknown = 0;
    QStringList evidence;
    QString first;
    for (const WorkerRow &worker : workers) {
        alive += worker.life == WorkerLife::Alive;
        unknown += worker.life == WorkerLife::Unknown;
        if (worker.life != WorkerLife::Stale)
            continue;
        evidence << evidenceOf(worker);
        if (first.isEmpty())
            first = worker.id;
    }
    QStringList sentences;
    if (!evidence.isEmpty())
        sentences << DiagnosisText::tr("%1 workers are stale: their heartbeats have stopped.",
                                       nullptr, pluralOf(evidence.size()))
                         .arg(formatNumber(evidence.size()));
    sentences << (fleet->hasRegistry
                      ? DiagnosisText::tr("%1 registered workers are alive.", nullptr,
                                          pluralOf(alive))
                            .arg(formatNumber(alive))
                      : DiagnosisText::tr("The schema has no worker registry that can be read."));
    if (unknown > 0)
        sentences << DiagnosisText::tr("%1 more hold jobs but never register (graphile-worker).",
                                       nullptr, pluralOf(unknown))
                         .arg(formatNumber(unknown));
    QueueCheck check{{}, QueueCheck::Outcome::Passed, sentences.join(u' ')};
    if (evidence.isEmpty())
        return check;
    check.outcome = QueueCheck::Outcome::Warned;
    check.remedy = DiagnosisText::tr(
        "Look with yardmaster workers sweep --dry-run; live workers sweep on their own.");
    check.help = QueueCheck::Help::SweepWorkers;
    check.subject = first;
    check.details = evidence.mid(0, kNamed);
    if (evidence.size() > kNamed)
        check.details << andMore(evidence.size());
    return check;
}

Result<QueueCheck> checkTasks(Session &session, const SchemaProbe &probe)
{
    if (auto unreadable = whyUnreadable(probe, true))
        return *std::move(unreadable);
    const auto reading = readTasks(session, probe.schema);
    if (!reading)
        return tl::make_unexpected(reading.error());
    QStringList unserved;
    qint64 ready = 0;
    for (const TaskRow &task : reading->tasks) {
        const qint64 due = task.load.ready.value.value_or(0);
        ready += due;
        if (due > 0 && whoKnows(task, *reading, false) == TaskKnown::NoneSays)
            unserved << task.name;
    }
    QueueCheck check{
        {},
        QueueCheck::Outcome::Passed,
        DiagnosisText::tr(
            "As far as is known, registered workers run all tasks that have due jobs.")};
    if (!unserved.isEmpty()) {
        QString names = QStringList(unserved.mid(0, kNamed)).join(u", "_s);
        if (unserved.size() > kNamed)
            names += u' ' + andMore(unserved.size());
        check.outcome = QueueCheck::Outcome::Warned;
        check.sentence
            = DiagnosisText::tr("Jobs are due for tasks that no registered worker runs: %1.")
                  .arg(names);
        check.remedy = DiagnosisText::tr("Start a worker that has these tasks, or look for a "
                                         "misspelt name; yardmaster tasks counts lists all tasks.");
        check.help = QueueCheck::Help::ShowTasks;
    } else if (ready > 0 && reading->hasRegistry && reading->alive == 0) {
        check.outcome = QueueCheck::Outcome::Warned;
        check.sentence = DiagnosisText::tr("Jobs are due, and no registered worker is alive.");
        check.remedy = DiagnosisText::tr(
            "Start a worker: yardmaster --no-gui. (Workers of graphile-worker never register.)");
        check.help = QueueCheck::Help::StartWorker;
    }
    return check;
}

} // namespace yardmaster
