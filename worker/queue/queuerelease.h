#pragma once

#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QString>

#include <optional>

namespace yardmaster {

class Session;

/// The lock of a named queue, as it was read.
struct QueueLock
{
    QString queue;
    QString owner; ///< empty: no name
    Timestamp since;

    [[nodiscard]] bool operator==(const QueueLock &) const = default;
};

/// The result of an attempt to free a queue.
struct QueueRelease
{
    enum class Outcome {
        Released,
        Free,      ///< it was not locked any more
        TakenAnew, ///< another lock than the one that was read
        StillRuns, ///< the owner has jobs of the queue locked
        QueueGone,
    };

    Outcome outcome = Outcome::Released;
    std::optional<QueueLock> lock; ///< as it is now; unset: there is none
    qint64 jobs = 0;               ///< locked ones of its owner
};

/// Frees the queue of `seen` if it still has that lock, and its owner has no job of the queue
/// locked; wakes the workers. Changes nothing otherwise. Blocks; reads the whole jobs table where
/// there is no index of locked jobs. Errors: SchemaMissing, PermissionDenied, Cancelled,
/// ConnectionLost.
[[nodiscard]] Result<QueueRelease> releaseQueue(Session &session, const QString &schema,
                                                const QueueLock &seen);

/// The same as a statement for psql.
[[nodiscard]] QByteArray releaseQueueStatement(const QString &schema, const QueueLock &seen);

} // namespace yardmaster
