#pragma once

#include <yardmaster/events.h>

#include <QByteArray>

#include <memory>
#include <optional>

namespace yardmaster {

/// What of a job only tasks in other languages are told.
struct HostedColumns
{
    qint64 taskId = 0;
    std::optional<QByteArray> lastError{};
    Timestamp createdAt{};
    Timestamp updatedAt{};
    int revision = 0;
};

/// A job this worker holds the lock of.
struct Job
{
    JobInfo info;
    QByteArray payload; ///< JSON text exactly as stored
    QByteArray flags;   ///< JSON object of flag names, empty if none
    qint64 queueId = 0; ///< 0: no queue

    qint64 lockedAt = 0;    ///< microseconds since 1970, the server's clock
    qint64 renewedAt = 0;   ///< what lockedAt may be by now, a renewal being under way; 0: nothing
    int name = 0;           ///< which of WorkerNames it is locked under
    bool isSuspect = false; ///< a sweep returned it from a stale worker
    quint64 run = 0;        ///< number of its stay in LocalQueue
    bool isPayloadLeft = false; ///< it is large, and is read when the job starts
    std::shared_ptr<const HostedColumns> columns{}; ///< null: the fetch has not read them
};

/// Identifies the fetch that a result belongs to. A job that was returned and fetched again, even
/// by this process, may have the same attempts, but it has another lock time, and so another lease.
struct Lease
{
    qint64 id = 0;
    int attempts = 0;    ///< as fetched
    bool hadKey = false; ///< only a keyed job can be retired (replaced) while it runs
    /// Its named queue if the worker holds no further job of it: it is free then. 0: none.
    qint64 freedQueue = 0;
    qint64 lockedAt = 0; ///< as in Job, like the next two
    qint64 renewedAt = 0;
    int name = 0;
};

[[nodiscard]] inline Lease leaseOf(const Job &job, bool freesQueue)
{
    return {job.info.id,
            job.info.attempts,
            !job.info.key.isEmpty(),
            freesQueue ? job.queueId : 0,
            job.lockedAt,
            job.renewedAt,
            job.name};
}

} // namespace yardmaster
