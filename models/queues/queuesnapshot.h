#pragma once

#include "models/query/jobcounts.h"
#include "models/query/workersalive.h"

namespace yardmaster {

/// A named queue and its lock. A value.
struct QueueRow
{
    /// What its lock means.
    enum class Lock {
        Free,
        Running,  ///< one of its jobs is locked by the owner
        Locked,   ///< which job holds it is not known: it is not among the newest
        Orphaned, ///< no job of it is locked by the owner, or the owner is stale
        Missing,  ///< jobs refer to it, but its row was deleted: no worker takes them
    };

    qint64 id = 0;
    QString name; ///< empty for a missing one
    JobLoad load;
    std::optional<Timestamp> lockedAt;
    QString owner;
    std::optional<HeldJob> job; ///< the locked job that holds it
    int jobs = 0;               ///< locked by the owner
    bool isOwnerRegistered = false;
    bool isOwnerStale = false; ///< registered, and not heard of for too long
    Lock lock = Lock::Free;

    [[nodiscard]] bool operator==(const QueueRow &) const = default;
};

/// The queues at one moment.
struct QueueSnapshot
{
    QList<QueueRow> queues; ///< by name
    bool isCut = false;     ///< there are more than are listed
    bool mayLockedBeMissing = false;
    bool isHeldComplete = false;
    qint64 looked = 0;
    Timestamp now; ///< the server's
};

/// So many queues by name are listed; besides them those with jobs seen and locked ones.
inline constexpr int kQueueCap = 1000;

/// Some milliseconds whatever the number of jobs. Blocks.
[[nodiscard]] Result<QueueSnapshot> readQueues(Session &session, const QString &schema);

/// Takes the numbers of `counts` over where they say more.
void improve(QueueSnapshot *reading, const JobCounts &counts);

/// "Free", "Running"…
[[nodiscard]] QString queueLockWord(QueueRow::Lock lock);

} // namespace yardmaster
