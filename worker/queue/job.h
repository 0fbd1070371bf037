#pragma once

#include "worker/events/events.h"

#include <QByteArray>

namespace yardmaster {

/// A job this worker holds the lock of.
struct Job
{
    JobInfo info;
    QByteArray payload; ///< JSON text exactly as stored
    QByteArray flags;   ///< JSON object of flag names, empty if none
    qint64 queueId = 0; ///< 0: no queue
};

/// Proof of which fetch a result belongs to. A job that was unlocked and fetched again, even by
/// this process, has other attempts: that is another lease.
struct Lease
{
    qint64 id = 0;
    int attempts = 0;        ///< as fetched
    bool hadKey = false;     ///< only a keyed job can be retired (replaced) while it runs
    bool freesQueue = false; ///< the worker holds no further job of the same named queue
};

[[nodiscard]] inline Lease leaseOf(const Job &job, bool freesQueue)
{
    return {job.info.id, job.info.attempts, !job.info.key.isEmpty(), freesQueue};
}

} // namespace yardmaster
