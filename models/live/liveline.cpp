#include "models/live/liveline.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct LiveLineText
{
    Q_DECLARE_TR_FUNCTIONS(LiveLine)
};

} // namespace

LiveGroup groupOf(LiveKind kind)
{
    if (kind <= LiveKind::Succeeded)
        return LiveGroup::Runs;
    if (kind <= LiveKind::Errored)
        return LiveGroup::Failures;
    if (kind <= LiveKind::Progress)
        return LiveGroup::Output;
    if (kind <= LiveKind::CronTrouble)
        return LiveGroup::Cron;
    if (kind == LiveKind::Fetching)
        return LiveGroup::Fetching;
    if (kind <= LiveKind::Recovery)
        return LiveGroup::Worker;
    if (kind <= LiveKind::Recovered)
        return LiveGroup::Connection;
    return LiveGroup::Notices;
}

QString liveKindWord(LiveKind kind)
{
    switch (kind) {
    case LiveKind::GivenBack:
        return LiveLineText::tr("Returned");
    case LiveKind::Removed:
        return LiveLineText::tr("Removed");
    case LiveKind::Started:
        return LiveLineText::tr("Started");
    case LiveKind::Succeeded:
        return LiveLineText::tr("Completed");
    case LiveKind::LostLease:
        return LiveLineText::tr("Lost its lock");
    case LiveKind::Errored:
        return LiveLineText::tr("Failed in handler");
    case LiveKind::Output:
        return LiveLineText::tr("Output");
    case LiveKind::ErrorOutput:
        return LiveLineText::tr("Standard error");
    case LiveKind::Progress:
        return LiveLineText::tr("Progress");
    case LiveKind::Cron:
        return LiveLineText::tr("Cron");
    case LiveKind::CronTrouble:
        return LiveLineText::tr("Cron problem");
    case LiveKind::Fetching:
        return LiveLineText::tr("Fetching");
    case LiveKind::Worker:
        return LiveLineText::tr("Worker");
    case LiveKind::Recovery:
        return LiveLineText::tr("Recovery");
    case LiveKind::Connection:
        return LiveLineText::tr("Connection");
    case LiveKind::Trouble:
        return LiveLineText::tr("Problem");
    case LiveKind::Recovered:
        return LiveLineText::tr("Resolved");
    case LiveKind::Added:
        return LiveLineText::tr("Jobs announced");
    case LiveKind::Migrated:
        return LiveLineText::tr("Schema migrated");
    case LiveKind::Running: // by this window's worker, so it is more than locked
        return LiveLineText::tr("Running");
    case LiveKind::Completed:
    case LiveKind::Retrying:
    case LiveKind::FailedForGood:
        return jobStateWord(*stateOf(kind));
    }
    Q_UNREACHABLE();
}

QLatin1StringView liveKindName(LiveKind kind)
{
    switch (kind) {
    case LiveKind::Running:
        return "running"_L1;
    case LiveKind::Completed:
        return "completed"_L1;
    case LiveKind::GivenBack:
        return "given-back"_L1;
    case LiveKind::Removed:
        return "removed"_L1;
    case LiveKind::Started:
        return "started"_L1;
    case LiveKind::Succeeded:
        return "succeeded"_L1;
    case LiveKind::Retrying:
        return "retrying"_L1;
    case LiveKind::FailedForGood:
        return "failed"_L1;
    case LiveKind::LostLease:
        return "lost"_L1;
    case LiveKind::Errored:
        return "errored"_L1;
    case LiveKind::Output:
        return "output"_L1;
    case LiveKind::ErrorOutput:
        return "stderr"_L1;
    case LiveKind::Progress:
        return "progress"_L1;
    case LiveKind::Cron:
        return "cron"_L1;
    case LiveKind::CronTrouble:
        return "cron-trouble"_L1;
    case LiveKind::Fetching:
        return "fetching"_L1;
    case LiveKind::Worker:
        return "worker"_L1;
    case LiveKind::Recovery:
        return "recovery"_L1;
    case LiveKind::Connection:
        return "connection"_L1;
    case LiveKind::Trouble:
        return "trouble"_L1;
    case LiveKind::Recovered:
        return "recovered"_L1;
    case LiveKind::Added:
        return "announced"_L1;
    case LiveKind::Migrated:
        return "migrated"_L1;
    }
    Q_UNREACHABLE();
}

QString liveSourceWord(LiveSource source)
{
    switch (source) {
    case LiveSource::Worker:
        return LiveLineText::tr("This worker");
    case LiveSource::Database:
        return LiveLineText::tr("Database");
    case LiveSource::Fleet:
        return LiveLineText::tr("History");
    }
    Q_UNREACHABLE();
}

QLatin1StringView liveSourceName(LiveSource source)
{
    switch (source) {
    case LiveSource::Worker:
        return "worker"_L1;
    case LiveSource::Database:
        return "database"_L1;
    case LiveSource::Fleet:
        return "fleet"_L1;
    }
    Q_UNREACHABLE();
}

QString liveGroupWord(LiveGroup group)
{
    switch (group) {
    case LiveGroup::Runs:
        return LiveLineText::tr("Jobs");
    case LiveGroup::Failures:
        return LiveLineText::tr("Failures");
    case LiveGroup::Output:
        return LiveLineText::tr("Output");
    case LiveGroup::Cron:
        return LiveLineText::tr("Cron");
    case LiveGroup::Fetching:
        return LiveLineText::tr("Fetching");
    case LiveGroup::Worker:
        return LiveLineText::tr("Worker");
    case LiveGroup::Connection:
        return LiveLineText::tr("Connection");
    case LiveGroup::Notices:
        return LiveLineText::tr("Announcements");
    }
    Q_UNREACHABLE();
}

QString liveGroupMeaning(LiveGroup group)
{
    switch (group) {
    case LiveGroup::Runs:
        return LiveLineText::tr("Jobs that start, complete or return to the queue.");
    case LiveGroup::Failures:
        return LiveLineText::tr("Jobs that fail, and jobs that lost their lock.");
    case LiveGroup::Output:
        return LiveLineText::tr("Output and progress of jobs.");
    case LiveGroup::Cron:
        return LiveLineText::tr("Jobs added by the crontab of this worker.");
    case LiveGroup::Fetching:
        return LiveLineText::tr("Fetches, and the jobs that were fetched ahead.");
    case LiveGroup::Worker:
        return LiveLineText::tr(
            "Start and end of this worker, and jobs it recovers from stale workers.");
    case LiveGroup::Connection:
        return LiveLineText::tr("Problems with the database, and when they are resolved.");
    case LiveGroup::Notices:
        return LiveLineText::tr(
            "Announcements in this database: jobs and migrations of all its queues.");
    }
    Q_UNREACHABLE();
}

std::optional<JobState> stateOf(LiveKind kind)
{
    switch (kind) {
    case LiveKind::Running:
    case LiveKind::Started:
        return JobState::Running;
    case LiveKind::Completed:
    case LiveKind::Succeeded:
        return JobState::Completed;
    case LiveKind::Retrying:
    case LiveKind::Errored:
        return JobState::Retrying;
    case LiveKind::FailedForGood:
        return JobState::FailedForGood;
    case LiveKind::GivenBack:
        return JobState::Ready;
    default:
        return std::nullopt;
    }
}

bool isBad(LiveKind kind)
{
    return kind == LiveKind::LostLease || kind == LiveKind::Trouble
        || kind == LiveKind::CronTrouble;
}

} // namespace yardmaster
