#pragma once

#include "models/values/jobstate.h"

#include <QLatin1StringView>
#include <QString>

#include <chrono>
#include <optional>

namespace yardmaster {

/// What a line of the live view says. The order is that of its groups.
enum class LiveKind {
    Running, ///< of a run's line; the others of a run follow from it when it ends
    Completed,
    GivenBack, ///< cut short by a stop, or put off by its handler; the attempt is restored
    Removed,   ///< it left the table without having succeeded, as far as is known
    Started,   ///< where every event is a line of its own
    Succeeded, ///< the handler has ended; the result is not in the database yet

    Retrying,
    FailedForGood,
    LostLease, ///< the job was unlocked meanwhile, so its result was not written
    Errored,   ///< the handler has failed; it is not in the database yet

    Output,
    ErrorOutput,
    Progress,

    Cron,
    CronTrouble,

    Fetching, ///< fetches, the local queue, jobs fetched and returned

    Worker,   ///< started, stops, stopped
    Recovery, ///< locks of stale workers

    Connection,
    Trouble,
    Recovered,

    Added,    ///< jobs were announced (jobs:insert)
    Migrated, ///< a migration was announced (worker:migrate)
};
inline constexpr int kLiveKinds = int(LiveKind::Migrated) + 1;

/// What can be shown or left out together.
enum class LiveGroup { Runs, Failures, Output, Cron, Fetching, Worker, Connection, Notices };
inline constexpr int kLiveGroups = int(LiveGroup::Notices) + 1;

enum class LiveSource {
    Worker,   ///< the one in this window
    Database, ///< what LISTEN brings, from anybody
    Fleet,    ///< what the history tells of all workers
};

/// One line of the live view. A value.
struct LiveLine
{
    static constexpr qsizetype kLongestMessage = 1000;

    quint64 serial = 0; ///< counts the lines of one view, without gaps
    LiveKind kind = LiveKind::Worker;
    LiveSource source = LiveSource::Worker;
    QLatin1StringView event; ///< as event files call it, e.g. "job:start"; static storage
    qint64 time = 0; ///< ms since 1970; of the start for a run, of the outcome if that was not seen
    qint64 jobId = 0; ///< 0: not about a job
    QString task;
    QString queue;
    int attempt = 0; ///< 1 on the first run
    int maxAttempts = 0;
    std::chrono::microseconds duration{0}; ///< 0: none, or not yet
    QString worker;                        ///< of Fleet; empty: none had it
    QString message;                       ///< at most kLongestMessage characters

    [[nodiscard]] bool isRun() const { return jobId != 0; }
};

[[nodiscard]] LiveGroup groupOf(LiveKind kind);

/// "Completed", "Standard error", "Problem"…
[[nodiscard]] QString liveKindWord(LiveKind kind);
/// The same for filters and files, in every language: "completed", "stderr", "trouble".
[[nodiscard]] QLatin1StringView liveKindName(LiveKind kind);
[[nodiscard]] QString liveSourceWord(LiveSource source);
[[nodiscard]] QLatin1StringView liveSourceName(LiveSource source);
/// "Jobs", "Failures"…
[[nodiscard]] QString liveGroupWord(LiveGroup group);
/// One sentence.
[[nodiscard]] QString liveGroupMeaning(LiveGroup group);

/// The job's state that a kind speaks of; unset where it is not about a state.
[[nodiscard]] std::optional<JobState> stateOf(LiveKind kind);
/// Something to look at.
[[nodiscard]] bool isBad(LiveKind kind);

} // namespace yardmaster
