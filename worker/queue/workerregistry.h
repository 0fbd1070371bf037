#pragma once

#include "worker/queue/staleness.h"
#include <yardmaster/activeworker.h>
#include <yardmaster/job.h>
#include <yardmaster/result.h>
#include <yardmaster/sweep.h>

#include <QByteArray>
#include <QHash>
#include <QSet>

#include <optional>
#include <span>

namespace yardmaster {

class Session;

/// Time since a worker last fetched and last wrote results; unset: never.
struct WorkerAges
{
    std::optional<std::chrono::milliseconds> sinceFetch{};
    std::optional<std::chrono::milliseconds> sinceRelease{};
    std::optional<int> running{}; ///< jobs that have been started, of those it has locked
};

/// The registry of live workers in one schema, shared with graphile_worker_rs, and the sweep of
/// stale ones. Stateless but for the statement texts; each call uses the session it is given, on
/// its thread, inside its transaction if one is open, and blocks for a round trip or two.
class WorkerRegistry final
{
public:
    explicit WorkerRegistry(const QString &schema);

    /// Whether the schema has a registry; no error in the server's log if not.
    [[nodiscard]] Result<bool> exists(Session &session) const;

    /// Registers `workerId` or renews it. To be called before the first fetch.
    /// @param metadata  a JSON object; empty keeps the former.
    /// @returns the time since its last heartbeat; nullopt if it was not registered: it is new, or
    /// was swept as stale and its jobs run elsewhere. SchemaMissing if there is no registry.
    [[nodiscard]] Result<std::optional<std::chrono::milliseconds>>
    heartbeat(Session &session, const QString &workerId, const QByteArray &metadata = {}) const;

    /// What beat() found about one id.
    struct Beat
    {
        bool isRegistered = false; ///< or it was swept: its jobs run elsewhere
        bool wasSwept = false;     ///< some jobs were swept; it stayed registered because of others
    };
    /// Renews the registrations of `workerIds`, to be called repeatedly, at a fraction of the
    /// sweepers' threshold, and publishes `ages`. Does not register again those that are missing.
    /// @returns in their order.
    [[nodiscard]] Result<std::vector<Beat>> beat(Session &session, const QStringList &workerIds,
                                                 const WorkerAges &ages = {}) const;
    /// Reads the registry, for StalenessObserver.
    [[nodiscard]] Result<std::vector<SeenWorker>> observe(Session &session) const;
    /// To be called before `workerId` runs `jobs`, which a sweep returned from a stale worker.
    /// @returns whether they are listed now; false if the worker is not registered.
    [[nodiscard]] Result<bool> listSuspects(Session &session, const QString &workerId,
                                            std::span<const qint64> jobs) const;

    /// Removes the worker unless a job or a queue is locked under its name. @param isSure  it holds
    /// no job as far as it knows: in a big table none is looked for, see deregister_if_free.sql.
    /// @returns whether it was removed.
    [[nodiscard]] Result<bool> deregisterIfFree(Session &session, const QString &workerId,
                                                bool isSure = false) const;
    /// Removes the worker, which must hold nothing. No error if it is not registered.
    [[nodiscard]] Result<void> deregister(Session &session, const QString &workerId) const;

    /// A lock that is still that of its lease, before and after refreshLocks(), in microseconds
    /// since 1970.
    struct Renewal
    {
        qint64 before = 0;
        qint64 lockedAt = 0;
    };
    /// The heartbeat for workers that do not use the registry: the locks of `leases`, and of their
    /// queues, get the time `time`. Needs no registry. In a transaction that has asked for
    /// serverTime() before, so that the new time of a lock is known before it can be written.
    /// @returns by job; the others are lost leases, or done.
    [[nodiscard]] Result<QHash<qint64, Renewal>> refreshLocks(Session &session,
                                                              const QString &workerId,
                                                              std::span<const Lease> leases,
                                                              qint64 time) const;
    /// When the transaction began, in microseconds since 1970.
    [[nodiscard]] static Result<qint64> serverTime(Session &session);

    /// Workers whose last heartbeat is at most `threshold` old, the longest running first.
    /// SchemaMissing if there is no registry.
    [[nodiscard]] Result<std::vector<ActiveWorker>>
    listActiveWorkers(Session &session, std::chrono::milliseconds threshold) const;

    /// Returns to the queue what stale workers hold: the attempt of each job is restored (unless it
    /// was replaced or removed meanwhile, or SweepOptions::decide says otherwise), named queues are
    /// freed once the worker has none of their jobs left, waiting workers are woken. Any number of
    /// sweepers may run at once; one per schema works at a time. If no worker is stale it only
    /// reads one index. InvalidInput unless threshold > 0 and delay >= 0.
    [[nodiscard]] Result<SweepReport> sweepStaleWorkers(Session &session,
                                                        const SweepOptions &options = {}) const;

private:
    [[nodiscard]] Result<bool> isAnyoneSilent(Session &session, const SweepOptions &options) const;

    QString m_schema;
    QByteArray m_heartbeat;
    QByteArray m_beat;
    QByteArray m_observe;
    QByteArray m_listSuspects;
    QByteArray m_deregisterIfFree;
    QByteArray m_refreshLocks;
    QByteArray m_activeWorkers;
    QByteArray m_sweepLock;
    QByteArray m_sweep;
    QByteArray m_sweepPreview;
};

} // namespace yardmaster
