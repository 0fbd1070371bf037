#pragma once

#include "models/query/jobdetails.h"

namespace yardmaster {

/// One thing that happened to a job, or will.
struct TimelineStep
{
    enum class Kind { Added, Due, Failed, Changed, Taken, FailedForGood, NextAttempt, Gone };

    Kind kind = Kind::Added;
    QString title;                    ///< "Added"
    std::optional<Timestamp> at = {}; ///< unset: the database does not tell
    QString note = {};                ///< one sentence, or empty
    bool isFuture = false;
    /// Since the last step before it with a known time; unset if unknown.
    std::optional<std::chrono::microseconds> since = {};
};

/// What the row tells of the job's life, in order. graphile-worker keeps the present only: times of
/// earlier attempts are not in the database, and the steps say so. Durations are never negative.
/// @param goneAt  when it was found to have left the table. Pure.
[[nodiscard]] QList<TimelineStep> jobTimeline(const JobDetails &details,
                                              std::optional<Timestamp> goneAt = {});

} // namespace yardmaster
