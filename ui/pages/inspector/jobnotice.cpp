#include "ui/pages/inspector/jobnotice.h"

#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/freshnesswords.h"

#include <QCoreApplication>

namespace yardmaster {

namespace {

struct JobNoticeText
{
    Q_DECLARE_TR_FUNCTIONS(JobNotice)
};

} // namespace

JobNotice jobNotice(const WatchedJob &job, const Freshness &freshness, bool isSlow)
{
    const QString seen = formatInstant(job.readAt());
    if (job.state() == WatchedJob::State::Gone) {
        if (const PastRun *run = job.endingRun())
            return {JobNoticeText::tr("%1, %2. This is how it looked at %3.")
                        .arg(run->outcomeWord(), formatInstant(dateTime(run->finished)), seen)};
        return {JobNoticeText::tr("Completed or deleted before %1. This is how it looked at %2.")
                    .arg(formatInstant(job.goneAt()), seen)};
    }
    if (job.state() == WatchedJob::State::Missing) {
        const PastRun *run = job.lastRun();
        return {run ? JobNoticeText::tr("%1: %2, %3. The job has left the table; this is its "
                                        "recorded past.")
                          .arg(isolated(run->task), run->outcomeWord(),
                               formatInstant(dateTime(run->finished)))
                    : QString()};
    }
    if (freshness.error) {
        const QString sentence = errorSentence(*freshness.error);
        return {job.details() ? JobNoticeText::tr("%1 Shown as of %2.").arg(sentence, seen)
                              : sentence,
                true};
    }
    if (job.details() && freshness.isOverdue)
        return {freshnessWords(freshness), true};
    if (job.state() == WatchedJob::State::Loading && isSlow)
        return {JobNoticeText::tr("Reading…")};
    return {};
}

} // namespace yardmaster
