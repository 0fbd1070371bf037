#include "models/live/liveline.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("LiveLine", text);
}

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
        return tr("Given back");
    case LiveKind::Started:
        return tr("Started");
    case LiveKind::Succeeded:
        return tr("Ended well");
    case LiveKind::LostLease:
        return tr("Lost its lock");
    case LiveKind::Errored:
        return tr("Ended badly");
    case LiveKind::Output:
        return tr("Output");
    case LiveKind::ErrorOutput:
        return tr("Standard error");
    case LiveKind::Progress:
        return tr("Progress");
    case LiveKind::Cron:
        return tr("Cron");
    case LiveKind::CronTrouble:
        return tr("Cron trouble");
    case LiveKind::Fetching:
        return tr("Fetching");
    case LiveKind::Worker:
        return tr("Worker");
    case LiveKind::Recovery:
        return tr("Recovery");
    case LiveKind::Connection:
        return tr("Connection");
    case LiveKind::Trouble:
        return tr("Trouble");
    case LiveKind::Recovered:
        return tr("Works again");
    case LiveKind::Added:
        return tr("Jobs announced");
    case LiveKind::Migrated:
        return tr("Schema migrated");
    case LiveKind::Running:
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
    return source == LiveSource::Worker ? tr("This worker") : tr("Database");
}

QLatin1StringView liveSourceName(LiveSource source)
{
    return source == LiveSource::Worker ? "worker"_L1 : "database"_L1;
}

QString liveGroupWord(LiveGroup group)
{
    switch (group) {
    case LiveGroup::Runs:
        return tr("Jobs");
    case LiveGroup::Failures:
        return tr("Failures");
    case LiveGroup::Output:
        return tr("Output");
    case LiveGroup::Cron:
        return tr("Cron");
    case LiveGroup::Fetching:
        return tr("Fetching");
    case LiveGroup::Worker:
        return tr("Worker");
    case LiveGroup::Connection:
        return tr("Connection");
    case LiveGroup::Notices:
        return tr("Announcements");
    }
    Q_UNREACHABLE();
}

QString liveGroupMeaning(LiveGroup group)
{
    switch (group) {
    case LiveGroup::Runs:
        return tr("Jobs that run, end well, or are given back.");
    case LiveGroup::Failures:
        return tr("Jobs that fail, and jobs that lost their lock.");
    case LiveGroup::Output:
        return tr("What jobs put out, and how far they are.");
    case LiveGroup::Cron:
        return tr("What the crontab of this worker adds.");
    case LiveGroup::Fetching:
        return tr("Fetches, and the jobs that were fetched ahead.");
    case LiveGroup::Worker:
        return tr("This worker's start and end, and jobs it takes over from dead workers.");
    case LiveGroup::Connection:
        return tr("Trouble with the database, and when it is over.");
    case LiveGroup::Notices:
        return tr("What anybody announces in this database: jobs and migrations, of all its "
                  "queues.");
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
