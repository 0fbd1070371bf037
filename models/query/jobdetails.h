#pragma once

#include "models/query/filtersql.h"
#include "models/query/jobrow.h"
#include <yardmaster/jobrecord.h>
#include <yardmaster/result.h>

namespace yardmaster {

class Session;

/// What is known of a worker that holds a lock. Workers of graphile-worker do not register, so
/// their silence means nothing.
struct LockHolder
{
    QString id; ///< empty: no worker
    bool isRegistered = false;
    std::chrono::milliseconds silentFor{0}; ///< since its last heartbeat; registered ones only
    bool isStale = false;                   ///< registered, and silent for longer than it may be
    std::optional<qint64> running;          ///< jobs that it had started then, if it says so
};

/// Everything about one job at one moment, and about what it waits for. A value.
struct JobDetails
{
    JobRecord job; ///< payload and error whole, byte for byte
    JobState state = JobState::Ready;
    Timestamp now; ///< the server's, when this was read
    LockHolder holder;

    struct Queue
    {
        bool isMissing = false; ///< the queue has no row: no worker can fetch the job
        std::optional<Timestamp> lockedAt;
        LockHolder holder;
        QList<qint64> running; ///< jobs of the queue that are locked, at most 10
    };
    std::optional<Queue> queue; ///< unset: the job has none

    QStringList flags;          ///< names of the job's flags, sorted
    QStringList forbiddenFlags; ///< of these, those that workers here refuse
    bool hasRegistry = false;   ///< the schema has heartbeats
    int liveWorkers = 0;        ///< registered ones that are not silent
    qint64 aheadOfIt = 0;       ///< due jobs before it in the order, up to kAheadCap
};
inline constexpr qint64 kAheadCap = 1000;

/// @returns nullopt if there is no such job any more. Blocks for a few short statements in one
/// read-only transaction.
[[nodiscard]] Result<std::optional<JobDetails>>
readJobDetails(Session &session, const FilterContext &context, qint64 id);

} // namespace yardmaster
