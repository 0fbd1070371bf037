#pragma once

#include "models/history/pastrun.h"
#include "models/query/jobdetails.h"

namespace yardmaster {

/// One thing that happened to a job, or will.
struct TimelineStep
{
    enum class Kind {
        Added,
        Due,
        Failed,
        Changed,
        Taken,
        FailedForGood,
        NextAttempt,
        Succeeded,
        Gone
    };

    Kind kind = Kind::Added;
    QString title;                    ///< "Added"
    std::optional<Timestamp> at = {}; ///< unset: the database does not tell
    QString note = {};                ///< one sentence, or empty
    bool isFuture = false;
    /// Since the last step before it with a known time; unset if unknown.
    std::optional<std::chrono::microseconds> since = {};
};

/// What the row and the history tell of the job's life, in order. graphile-worker keeps the present
/// only: times of earlier attempts that the history does not know are not in the database, and the
/// steps say so. Durations are never negative.
/// @param past  its runs in the history, the oldest first.
/// @param goneAt  when it was found to have left the table. Pure.
[[nodiscard]] QList<TimelineStep> jobTimeline(const JobDetails &details,
                                              const QList<PastRun> &past = {},
                                              std::optional<Timestamp> goneAt = {});

/// The same of a job of which the history alone is left. Pure.
[[nodiscard]] QList<TimelineStep> pastTimeline(const QList<PastRun> &past);

} // namespace yardmaster
