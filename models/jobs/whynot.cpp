#include "models/jobs/whynot.h"

#include "models/values/errorline.h"
#include "models/values/format.h"
#include "models/values/showntext.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

using Reason = WhyNot::Reason;
using Action = WhyNot::Action;

struct WhyNotText
{
    Q_DECLARE_TR_FUNCTIONS(WhyNot)
};

std::chrono::milliseconds elapsed(Timestamp from, Timestamp to)
{
    return std::chrono::floor<std::chrono::milliseconds>(std::max(to, from) - from);
}

QString instant(Timestamp time)
{
    return formatInstant(dateTime(time));
}

QString signOfLife(const LockHolder &holder)
{
    if (holder.isRegistered)
        return WhyNotText::tr("%1 last sent a heartbeat %2.")
            .arg(isolated(holder.id), formatAge(holder.silentFor));
    return WhyNotText::tr("%1 is not registered, as graphile-worker's workers never are, so it is "
                          "not known whether it is alive.")
        .arg(isolated(holder.id));
}

QString idList(const QList<qint64> &ids)
{
    QStringList texts;
    for (const qint64 id : ids)
        texts << QString::number(id);
    return texts.join(QStringLiteral(", "));
}

WhyNot explainLock(const JobDetails &details)
{
    const Timestamp since = *details.job.lockedAt;
    const QString age = formatAge(elapsed(since, details.now));
    WhyNot why;
    why.evidence << WhyNotText::tr("Locked by %1 since %2.")
                        .arg(isolated(details.job.lockedBy), instant(since))
                 << signOfLife(details.holder);
    if (details.holder.isStale) {
        why.reason = Reason::WorkerStale;
        why.sentence = WhyNotText::tr("Worker %1 fetched it %2 and is now stale.")
                           .arg(isolated(details.job.lockedBy), age);
        why.action = Action::SweepWorker;
        why.advice = WhyNotText::tr("Sweep the stale worker: its jobs return to the queue. Any "
                                    "Yardmaster worker on this schema does so automatically.");
    } else if (details.state == JobState::Stuck) {
        why.reason = Reason::Stuck;
        why.sentence = WhyNotText::tr("Worker %1 fetched it %2 and has not finished it.")
                           .arg(isolated(details.job.lockedBy), age);
        why.action = details.holder.isRegistered ? Action::Wait : Action::UnlockWorker;
        why.advice = details.holder.isRegistered
            ? WhyNotText::tr(
                "Its worker is alive; check there whether the task still makes progress.")
            : WhyNotText::tr(
                "Unlock it once you are sure that its worker is dead. Workers also look every few "
                "minutes for jobs locked for more than 4 hours, and unlock them.");
    } else {
        why.reason = Reason::Running;
        why.sentence = WhyNotText::tr("%1 fetched it %2: it runs, or waits in the worker's memory.")
                           .arg(isolated(details.job.lockedBy), age);
        if (details.holder.running)
            why.evidence << WhyNotText::tr("Jobs that %1 ran at its last heartbeat: %2.")
                                .arg(isolated(details.holder.id),
                                     formatNumber(*details.holder.running));
        why.action = Action::Wait;
        why.advice = WhyNotText::tr("Nothing needs to be done.");
    }
    return why;
}

WhyNot explainTime(const JobDetails &details)
{
    WhyNot why;
    if (details.job.runAt == Timestamp::max()) {
        why.reason = Reason::Never;
        why.sentence = WhyNotText::tr("It is postponed forever.");
        why.evidence << WhyNotText::tr("Its run time is infinity.");
    } else {
        const QString until = formatUntil(elapsed(details.now, details.job.runAt));
        const bool isRetry = details.job.attempts > 0;
        why.reason = isRetry ? Reason::Retrying : Reason::NotDue;
        why.sentence = isRetry ? WhyNotText::tr("It failed and will be retried %1.").arg(until)
                               : WhyNotText::tr("It is not due yet: %1.").arg(until);
        why.evidence << WhyNotText::tr("Its run time is %1; the server's clock says %2.")
                            .arg(instant(details.job.runAt), instant(details.now));
        if (isRetry)
            why.evidence
                << WhyNotText::tr("Attempt %1 of %2 failed: %3")
                       .arg(details.job.attempts)
                       .arg(details.job.maxAttempts)
                       .arg(tellingLine(errorText(details.job.lastError)).text.left(kErrorPreview));
    }
    why.action = Action::RunNow;
    why.advice = WhyNotText::tr("Reschedule it to now if it should not wait.");
    return why;
}

WhyNot explainQueue(const JobDetails &details)
{
    const JobDetails::Queue &queue = *details.queue;
    const QString name = isolated(details.job.queueName);
    WhyNot why;
    if (queue.isMissing) {
        why.reason = Reason::QueueMissing;
        why.sentence = WhyNotText::tr("Its queue was deleted, so no worker can take it.");
        why.evidence << WhyNotText::tr("The job refers to a queue that has no row.");
        why.action = Action::Inspect;
        why.advice = WhyNotText::tr("Add the job again, and remove this one.");
        return why;
    }
    const QString age = formatAge(elapsed(*queue.lockedAt, details.now));
    why.evidence << WhyNotText::tr("Queue %1 has been locked by %2 since %3.")
                        .arg(name, isolated(queue.holder.id), instant(*queue.lockedAt))
                 << signOfLife(queue.holder);
    if (!queue.running.isEmpty())
        why.evidence << WhyNotText::tr("Locked jobs of this queue: %1.").arg(idList(queue.running));
    if (queue.holder.isStale) {
        why.reason = Reason::QueueStale;
        why.sentence = WhyNotText::tr("Its queue %1 is held by worker %2, which is stale.")
                           .arg(name, isolated(queue.holder.id));
        why.action = Action::SweepWorker;
        why.advice = WhyNotText::tr("Sweep the stale worker: that frees the queue.");
        return why;
    }
    why.reason = Reason::QueueHeld;
    why.sentence = queue.running.isEmpty()
        ? WhyNotText::tr(
              "Its queue %1 was taken by %2 %3; the jobs of a queue run one after the other.")
              .arg(name, isolated(queue.holder.id), age)
        : WhyNotText::tr("Job %1 of its queue %2 has been running since %3; the jobs of a queue "
                         "run one after the other.")
              .arg(QString::number(queue.running.first()), name, age);
    const bool isOld = elapsed(*queue.lockedAt, details.now) >= 4h;
    why.action = isOld ? Action::UnlockWorker : Action::Wait;
    why.advice = isOld
        ? WhyNotText::tr("Unlock the queue once you are sure that its worker is dead.")
        : WhyNotText::tr("It runs once the other job has ended.");
    return why;
}

WhyNot explainDue(const JobDetails &details)
{
    WhyNot why;
    why.evidence << (details.job.runAt == Timestamp::min()
                         ? WhyNotText::tr("Always due (-infinity), attempts left, no lock in its "
                                          "way.")
                         : WhyNotText::tr("Due since %1, attempts left, no lock in its way.")
                               .arg(instant(details.job.runAt)));
    if (details.liveWorkers > 0)
        why.evidence << WhyNotText::tr("Registered workers that are alive: %1.")
                            .arg(formatNumber(details.liveWorkers));
    else
        why.evidence << (details.hasRegistry
                             ? WhyNotText::tr("No registered worker is alive.")
                             : WhyNotText::tr("This schema has no worker registry."));
    // Neither heartbeats nor tables say it, whatever the worker is written in.
    why.evidence << WhyNotText::tr(
        "Which tasks a worker knows is not recorded in the database, and workers of "
        "graphile-worker do not register at all.");
    const QString ahead
        = formatCount(Count::counted(details.aheadOfIt, details.aheadOfIt >= kAheadCap));
    if (details.liveWorkers == 0) {
        why.reason = Reason::NobodyThere;
        why.sentence = WhyNotText::tr("It is due, but no worker is known to be alive.");
        why.action = Action::StartWorker;
        why.advice = WhyNotText::tr("Start a worker that knows the task %1.")
                         .arg(isolated(details.job.identifier));
    } else if (details.aheadOfIt > 0) {
        why.reason = Reason::InLine;
        why.sentence
            = WhyNotText::tr("It is due and waits its turn. Jobs ahead of it: %1.").arg(ahead);
        why.action = Action::Wait;
        why.advice = WhyNotText::tr(
            "A smaller priority number moves it forward; more workers help all jobs.");
    } else {
        why.reason = Reason::AnyMoment;
        why.sentence = WhyNotText::tr("It is due and first in line. If no worker fetches it, no "
                                      "running worker knows the task %1.")
                           .arg(isolated(details.job.identifier));
        why.action = Action::StartWorker;
        why.advice = WhyNotText::tr("Start a worker that knows the task %1.")
                         .arg(isolated(details.job.identifier));
    }
    if (details.aheadOfIt > 0)
        why.evidence << WhyNotText::tr("Due jobs before it in the order: %1.").arg(ahead);
    return why;
}

} // namespace

WhyNot explainWhyNot(const JobDetails &details)
{
    if (details.job.lockedAt)
        return explainLock(details);
    if (details.job.attempts >= details.job.maxAttempts) {
        WhyNot why;
        why.reason = Reason::Exhausted;
        why.sentence = WhyNotText::tr("It has failed for good: all %n attempts are used up.",
                                      nullptr, pluralOf(details.job.maxAttempts));
        if (!details.job.lastError.isEmpty())
            why.evidence
                << WhyNotText::tr("Last error: %1")
                       .arg(tellingLine(errorText(details.job.lastError)).text.left(kErrorPreview));
        why.evidence << WhyNotText::tr("Attempts: %1 of %2.")
                            .arg(details.job.attempts)
                            .arg(details.job.maxAttempts);
        why.action = Action::Retry;
        why.advice = WhyNotText::tr("Retry it: that sets its attempts to 0 and makes it due now.");
        return why;
    }
    if (details.job.runAt > details.now)
        return explainTime(details);
    if (!details.forbiddenFlags.isEmpty()) {
        WhyNot why;
        const QString flags = details.forbiddenFlags.join(QStringLiteral(", "));
        why.reason = Reason::FlagForbidden;
        why.sentence
            = WhyNotText::tr("Workers refuse jobs with the flag %1 at the moment.").arg(flags);
        why.evidence
            << WhyNotText::tr("The job carries: %1.").arg(QString::fromUtf8(details.job.flags));
        why.action = Action::Inspect;
        why.advice = WhyNotText::tr("Allow the flag again, or start a worker that accepts it.");
        return why;
    }
    if (details.queue && (details.queue->isMissing || details.queue->lockedAt))
        return explainQueue(details);
    return explainDue(details);
}

} // namespace yardmaster
