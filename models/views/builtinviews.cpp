#include "models/views/builtinviews.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct BuiltInViewText
{
    Q_DECLARE_TR_FUNCTIONS(BuiltInView)
};

} // namespace

QList<BuiltInView> builtInViews()
{
    const auto meaning = [](JobState state) { return jobStateMeaning(state); };
    return {
        {BuiltInViewText::tr("All jobs"),
         {},
         BuiltInViewText::tr("Every job in the table, newest first."),
         {}},
        {BuiltInViewText::tr("Failed"), u"state:failed"_s, meaning(JobState::FailedForGood),
         JobState::FailedForGood},
        // Nobody stores when a job failed. Its next attempt is set even at the last one, to that
        // moment and up to six hours more: this misses none that a worker gave up on, and shows
        // some older ones. Failing by hand leaves run_at alone.
        {BuiltInViewText::tr("Failed recently"), u"state:failed run>now-1h"_s,
         BuiltInViewText::tr("Jobs that used up their attempts within the last hour, and some from "
                             "the six hours before. Jobs failed by hand are not included."),
         JobState::FailedForGood},
        {BuiltInViewText::tr("Retrying"), u"state:retrying"_s, meaning(JobState::Retrying),
         JobState::Retrying},
        {BuiltInViewText::tr("Stuck"), u"state:stuck"_s, meaning(JobState::Stuck), JobState::Stuck},
        {BuiltInViewText::tr("Locked"), u"state:running"_s, meaning(JobState::Running),
         JobState::Running},
        {BuiltInViewText::tr("Due now"), u"state:ready"_s, meaning(JobState::Ready),
         JobState::Ready},
        {BuiltInViewText::tr("Due for an hour"), u"state:ready run<now-1h"_s,
         BuiltInViewText::tr(
             "Due for more than an hour and not fetched yet: workers are not keeping up."),
         JobState::Ready},
        {BuiltInViewText::tr("Scheduled"), u"state:scheduled"_s, meaning(JobState::Scheduled),
         JobState::Scheduled},
        {BuiltInViewText::tr("Blocked"), u"state:blocked"_s, meaning(JobState::Blocked),
         JobState::Blocked},
    };
}

} // namespace yardmaster
