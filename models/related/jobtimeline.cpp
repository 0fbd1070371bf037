#include "models/related/jobtimeline.h"

#include "models/query/failuretime.h"
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

void addPast(const JobDetails &details, QList<TimelineStep> *steps)
{
    const JobRecord &job = details.job;
    const bool isLocked = job.lockedAt.has_value();
    // An attempt that runs counts already.
    const int failed = job.attempts - (isLocked ? 1 : 0);
    if (failed <= 0)
        return;
    const int untold = isLocked ? failed : failed - 1;
    if (untold > 0) {
        *steps << step(Kind::Failed,
                       untold == 1 ? JobTimelineText::tr("Attempt 1 failed")
                                   : JobTimelineText::tr("Attempts 1 to %1 failed").arg(untold),
                       {}, JobTimelineText::tr("The times are not recorded."));
    }
    if (!isLocked) {
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
            failedAt ? JobTimelineText::tr("The time follows from when the next attempt is due, by "
                                           "the standard retry delay.")
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

QList<TimelineStep> jobTimeline(const JobDetails &details, std::optional<Timestamp> goneAt)
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
    addPast(details, &steps);
    addPresent(details, &steps);
    if (goneAt)
        steps << step(
            Kind::Gone, JobTimelineText::tr("Completed or deleted"), goneAt,
            JobTimelineText::tr("Found missing at this time; which of the two is not recorded."));

    const TimelineStep *last = nullptr; // with a time
    for (TimelineStep &each : steps) {
        each.isFuture = each.at && *each.at > details.now && each.kind != Kind::Gone;
        if (!each.at || !isFinite(*each.at)) {
            last = nullptr;
            continue;
        }
        if (last && *each.at >= *last->at)
            each.since = *each.at - *last->at;
        last = &each;
    }
    return steps;
}

} // namespace yardmaster
