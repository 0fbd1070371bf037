#include "models/related/jobtimeline.h"

#include "models/query/failuretime.h"
#include "models/values/errorline.h"
#include "models/values/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace yardmaster {

namespace {

using Kind = TimelineStep::Kind;

struct JobTimelineText
{
    Q_DECLARE_TR_FUNCTIONS(JobTimeline)
};

TimelineStep step(Kind kind, const QString &title, std::optional<Timestamp> at,
                  const QString &note = {})
{
    TimelineStep result;
    result.kind = kind;
    result.title = title;
    result.at = at;
    result.note = note;
    return result;
}

/// Runs that are steps of their own; of more, the newest.
constexpr qsizetype kMostSteps = 100;

/// How long it took, and who did it.
QString runNote(const PastRun &run)
{
    QStringList parts;
    if (const auto held = run.held(); held && !run.worker.isEmpty())
        parts << JobTimelineText::tr("It was held by %1 for %2.")
                     .arg(run.worker, formatDuration(*held));
    if (const auto wait = run.wait(); wait && *wait >= std::chrono::milliseconds(1))
        parts << JobTimelineText::tr("It had been due for %1.").arg(formatDuration(*wait));
    if (run.handler)
        parts << JobTimelineText::tr("The handler took %1.").arg(formatDuration(*run.handler));
    const QString error = tellingLine(errorText(run.error)).text;
    if (!error.isEmpty())
        parts << error;
    return parts.join(u' ');
}

QString attemptText(const PastRun &run)
{
    return run.maxAttempts > 0
        ? JobTimelineText::tr("Attempt %1 of %2").arg(run.attempt).arg(run.maxAttempts)
        : JobTimelineText::tr("Attempt %1").arg(run.attempt);
}

TimelineStep runStep(const PastRun &run)
{
    const auto titled = [&run](Kind kind, const QString &title) {
        return step(kind, title, run.finished, runNote(run));
    };
    switch (run.outcome) {
    case PastOutcome::AttemptFailed:
        return titled(Kind::Failed, JobTimelineText::tr("%1 failed").arg(attemptText(run)));
    case PastOutcome::FailedForGood:
        return titled(Kind::FailedForGood,
                      JobTimelineText::tr("Failed for good, at attempt %1 of %2")
                          .arg(run.attempt)
                          .arg(run.maxAttempts));
    case PastOutcome::Interrupted:
        return titled(Kind::Failed,
                      JobTimelineText::tr("%1 interrupted: its worker died").arg(attemptText(run)));
    case PastOutcome::Succeeded:
        return titled(Kind::Succeeded, JobTimelineText::tr("%1 succeeded").arg(attemptText(run)));
    default: {
        TimelineStep gone = titled(Kind::Gone, run.outcomeWord());
        gone.note = (pastOutcomeMeaning(run.outcome) + u' ' + gone.note).trimmed();
        return gone;
    }
    }
}

void addRuns(const QList<PastRun> &past, QList<TimelineStep> *steps)
{
    if (past.size() > kMostSteps) {
        *steps << step(
            Kind::Failed,
            JobTimelineText::tr("%1 earlier attempts").arg(formatNumber(past.size() - kMostSteps)),
            {}, JobTimelineText::tr("They are listed on the History page."));
    }
    for (const PastRun &run : past.last(std::min(past.size(), kMostSteps)))
        *steps << runStep(run);
}

void addPast(const JobDetails &details, const QList<PastRun> &past, QList<TimelineStep> *steps)
{
    const JobRecord &job = details.job;
    const bool isLocked = job.lockedAt.has_value();
    // An attempt that runs counts already.
    const int failed = job.attempts - (isLocked ? 1 : 0);
    const auto isFailed = [](const PastRun &run) {
        return run.isFailure && run.outcome != PastOutcome::Interrupted;
    };
    // What the history has not seen, such as attempts before it was switched on.
    const auto firstKnown = std::ranges::find_if(past, isFailed);
    const int known = firstKnown == past.end() ? 0 : failed - firstKnown->attempt + 1;
    const bool isLastKnown = known > 0 && std::ranges::any_of(past, [&](const PastRun &run) {
                                 return isFailed(run) && run.attempt == failed;
                             });
    const int untold = isLocked || isLastKnown ? failed - std::max(0, known) : failed - 1;
    if (untold > 0) {
        *steps << step(Kind::Failed,
                       untold == 1 ? JobTimelineText::tr("Attempt 1 failed")
                                   : JobTimelineText::tr("Attempts 1 to %1 failed").arg(untold),
                       {}, JobTimelineText::tr("The times are not recorded."));
    }
    addRuns(past, steps);
    if (failed > 0 && !isLocked && !isLastKnown) {
        const std::optional<Timestamp> failedAt = failureTime(job);
        const bool isOver = job.attempts >= job.maxAttempts;
        *steps << step(
            isOver ? Kind::FailedForGood : Kind::Failed,
            isOver
                ? JobTimelineText::tr("Failed for good, at attempt %1 of %2")
                      .arg(failed)
                      .arg(job.maxAttempts)
                : JobTimelineText::tr("Attempt %1 of %2 failed").arg(failed).arg(job.maxAttempts),
            failedAt,
            failedAt ? JobTimelineText::tr("The time is derived from when the next attempt is due, "
                                           "using the standard retry delay.")
                     : JobTimelineText::tr("The time is not recorded."));
    }
}

void addPresent(const JobDetails &details, QList<TimelineStep> *steps)
{
    const JobRecord &job = details.job;
    if (job.lockedAt) {
        *steps << step(Kind::Taken,
                       JobTimelineText::tr("Attempt %1 of %2 started")
                           .arg(std::max(1, job.attempts))
                           .arg(job.maxAttempts),
                       job.lockedAt, JobTimelineText::tr("By %1.").arg(job.lockedBy));
        return;
    }
    if (job.attempts >= job.maxAttempts || job.attempts == 0)
        return;
    *steps << step(
        Kind::NextAttempt,
        JobTimelineText::tr("Attempt %1 of %2 due").arg(job.attempts + 1).arg(job.maxAttempts),
        job.runAt);
}

} // namespace

namespace {

/// The time between steps, where it is known, and which of them are yet to come.
void addTimes(Timestamp now, QList<TimelineStep> *steps)
{
    const TimelineStep *last = nullptr; // with a time
    for (TimelineStep &each : *steps) {
        each.isFuture = each.at && *each.at > now && each.kind != Kind::Gone;
        if (!each.at || !isFinite(*each.at)) {
            last = nullptr;
            continue;
        }
        if (last && *each.at >= *last->at)
            each.since = *each.at - *last->at;
        last = &each;
    }
}

} // namespace

QList<TimelineStep> jobTimeline(const JobDetails &details, const QList<PastRun> &past,
                                std::optional<Timestamp> goneAt)
{
    const JobRecord &job = details.job;
    QList<TimelineStep> steps{step(Kind::Added, JobTimelineText::tr("Added"), job.createdAt)};
    const bool wasChanged = job.attempts == 0 && !job.lockedAt && job.updatedAt > job.createdAt;
    const TimelineStep change
        = step(Kind::Changed, JobTimelineText::tr("Last changed"), job.updatedAt);
    if (wasChanged && job.runAt > job.updatedAt)
        steps << change;
    if (job.attempts == 0) {
        if (job.runAt <= job.createdAt)
            steps.first().note = JobTimelineText::tr("It was due at once.");
        else if (job.runAt == Timestamp::max())
            steps << step(Kind::Due, JobTimelineText::tr("Due"), job.runAt,
                          JobTimelineText::tr("Never: its run time is infinity."));
        else
            steps << step(Kind::Due, JobTimelineText::tr("Due"), job.runAt);
    } else {
        steps << step(Kind::Due, JobTimelineText::tr("First due"), {},
                      JobTimelineText::tr("Not recorded: every failure replaces the run time."));
    }
    if (wasChanged && job.runAt <= job.updatedAt)
        steps << change;
    addPast(details, past, &steps);
    // Its end may be recorded; then the row is what it was before.
    const bool hasEnded = !past.isEmpty() && !past.last().isFailure;
    if (!hasEnded)
        addPresent(details, &steps);
    if (goneAt && !hasEnded)
        steps << step(Kind::Gone, JobTimelineText::tr("Completed or deleted"), goneAt,
                      JobTimelineText::tr("Found missing at this time; whether it was completed or "
                                          "deleted is not recorded."));

    // What has ended since the row was read is no future.
    addTimes(past.isEmpty() ? details.now : std::max(details.now, past.last().finished), &steps);
    return steps;
}

QList<TimelineStep> pastTimeline(const QList<PastRun> &past)
{
    QList<TimelineStep> steps;
    if (past.isEmpty())
        return steps;
    const PastRun &first = past.first();
    if (first.runAt)
        steps << step(Kind::Due,
                      first.attempt <= 1 ? JobTimelineText::tr("Due")
                                         : JobTimelineText::tr("%1 due").arg(attemptText(first)),
                      first.runAt);
    addRuns(past, &steps);
    addTimes(Timestamp::max(), &steps);
    return steps;
}

} // namespace yardmaster
