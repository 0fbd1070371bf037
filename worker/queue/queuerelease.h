#pragma once

#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QString>

#include <optional>

namespace yardmaster {

class Session;

/// The lock of a named queue, as somebody saw it.
struct QueueLock
{
    QString queue;
    QString owner; ///< empty: it left no name
    Timestamp since;

    [[nodiscard]] bool operator==(const QueueLock &) const = default;
};

/// What became of an attempt to take a lock from a queue.
struct QueueRelease
{
    enum class Outcome {
        Released,
        Free,      ///< it was not locked any more
        TakenAnew, ///< another lock than the one that was seen
        StillRuns, ///< the owner has jobs of the queue locked
        QueueGone,
    };

    Outcome outcome = Outcome::Released;
    std::optional<QueueLock> lock; ///< as it is now; unset: there is none
    qint64 jobs = 0;               ///< locked ones of its owner
};

/// Frees the queue of `seen` if that very lock is still there, and its owner has no job of the
/// queue locked; wakes the workers. Changes nothing otherwise. Blocks; reads all of the jobs table
/// where no index knows locked jobs. Errors: SchemaMissing, PermissionDenied, Cancelled,
/// ConnectionLost.
[[nodiscard]] Result<QueueRelease> releaseQueue(Session &session, const QString &schema,
                                                const QueueLock &seen);

/// The same as a statement for psql.
[[nodiscard]] QByteArray releaseQueueStatement(const QString &schema, const QueueLock &seen);

} // namespace yardmaster
