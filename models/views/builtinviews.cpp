#include "models/views/builtinviews.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("BuiltInView", text);
}

} // namespace

QList<BuiltInView> builtInViews()
{
    const auto meaning = [](JobState state) { return jobStateMeaning(state); };
    return {
        {tr("All jobs"), {}, tr("Every job in the table, newest first."), {}},
        {tr("Failed"), u"state:failed"_s, meaning(JobState::FailedForGood),
         JobState::FailedForGood},
        // Nobody stores when a job failed. Its next attempt is set even at the last one, to that
        // moment and up to six hours more: this misses none that a worker gave up on, and shows
        // some older ones. Failing by hand leaves run_at alone.
        {tr("Failed lately"), u"state:failed run>now-1h"_s,
         tr("All that used up their attempts within the last hour, and some of the six hours "
            "before. Not those failed by hand."),
         JobState::FailedForGood},
        {tr("Retrying"), u"state:retrying"_s, meaning(JobState::Retrying), JobState::Retrying},
        {tr("Stuck"), u"state:stuck"_s, meaning(JobState::Stuck), JobState::Stuck},
        {tr("Running"), u"state:running"_s, meaning(JobState::Running), JobState::Running},
        {tr("Due now"), u"state:ready"_s, meaning(JobState::Ready), JobState::Ready},
        {tr("Due for an hour"), u"state:ready run<now-1h"_s,
         tr("Due for more than an hour and still not taken: workers do not keep up."),
         JobState::Ready},
        {tr("Scheduled"), u"state:scheduled"_s, meaning(JobState::Scheduled), JobState::Scheduled},
        {tr("Blocked"), u"state:blocked"_s, meaning(JobState::Blocked), JobState::Blocked},
    };
}

} // namespace yardmaster
