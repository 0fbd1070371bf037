#pragma once

#include "models/query/jobloads.h"
#include "worker/queue/queuerelease.h"

#include <chrono>

namespace yardmaster {

class Session;

/// What is known about the lock of a queue, after a close look. A value.
struct QueueEvidence
{
    struct Sessions
    {
        QString application;
        QString address; ///< empty: a socket
        qint64 count = 0;
        std::optional<std::chrono::milliseconds> idleFor;
    };

    bool isQueueThere = false;
    std::optional<QueueLock> lock; ///< unset: it is free
    Timestamp now;                 ///< the server's
    QList<HeldJob> jobs;           ///< locked ones of the queue, those of the owner first
    qint64 jobCount = 0;
    bool hasRegistry = false;
    std::optional<std::chrono::milliseconds> ownerSilentFor; ///< unset: it is not registered
    bool isOwnerStale = false;                               ///< its heartbeats have stopped
    QList<Sessions> sessions;                                ///< with the database, of others

    /// The owner has jobs of the queue locked: freeing would let the next one run beside them.
    [[nodiscard]] bool isRunning() const;
    /// It is registered, and was heard of lately.
    [[nodiscard]] bool isOwnerAlive() const;
    /// It is registered, and its heartbeats have stopped. Of unregistered workers nothing is known.
    [[nodiscard]] bool isOwnerSurelyGone() const;
    [[nodiscard]] bool canRelease() const { return lock && !isRunning(); }
    /// The facts, one sentence each, for people.
    [[nodiscard]] QStringList sentences() const;
};

/// Looks at everything that says whether the lock of a queue is alive. Reads all of the jobs table
/// where no index knows locked jobs. Blocks; changes nothing.
[[nodiscard]] Result<QueueEvidence> readQueueEvidence(Session &session, const QString &schema,
                                                      const QString &queue);

} // namespace yardmaster
