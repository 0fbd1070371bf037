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

/// For how long a worker has not done what it should do again and again; unset: it never did.
struct WorkerAges
{
    std::optional<std::chrono::milliseconds> sinceFetch{};
    std::optional<std::chrono::milliseconds> sinceRelease{};
};

/// Who is alive in one schema, shared with graphile_worker_rs, and what to do about those who are
/// not. Stateless but for the statement texts; each call uses the session it is given, on its
/// thread, inside its transaction if one is open, and blocks for a round trip or two.
class WorkerRegistry final
{
public:
    explicit WorkerRegistry(const QString &schema);

    /// Whether the schema has a registry; no error in the server's log if not.
    [[nodiscard]] Result<bool> exists(Session &session) const;

    /// Registers `workerId` or renews it. To be called before the first fetch.
    /// @param metadata  a JSON object; empty keeps what was said before.
    /// @returns for how long it had been silent; nullopt if it was not registered: it is new, or
    /// was swept as dead and its jobs run elsewhere. SchemaMissing if there is no registry.
    [[nodiscard]] Result<std::optional<std::chrono::milliseconds>>
    heartbeat(Session &session, const QString &workerId, const QByteArray &metadata = {}) const;

    /// What beat() found about one id.
    struct Beat
    {
        bool isRegistered = false; ///< or it was swept: its jobs run elsewhere
        bool wasSwept = false;     ///< so were some, and it stayed because of the others
    };
    /// Renews the registrations of `workerIds`, to be called ever after at a fraction of the
    /// sweepers' threshold, and publishes `ages`. Registers nobody anew. @returns in their order.
    [[nodiscard]] Result<std::vector<Beat>> beat(Session &session, const QStringList &workerIds,
                                                 const WorkerAges &ages = {}) const;
    /// What is in the registry, for StalenessWatch.
    [[nodiscard]] Result<std::vector<SeenWorker>> observe(Session &session) const;
    /// Before `workerId` runs `jobs`, which a sweep took back from a silent worker. @returns
    /// whether that is in the registry now, which it is not if the worker is not.
    [[nodiscard]] Result<bool> listSuspects(Session &session, const QString &workerId,
                                            std::span<const qint64> jobs) const;

    /// The worker leaves unless a job or a queue is locked under its name, see
    /// deregister_if_free.sql. @returns whether it did.
    [[nodiscard]] Result<bool> deregisterIfFree(Session &session, const QString &workerId) const;
    /// The worker leaves in order, holding nothing. Not being registered is fine.
    [[nodiscard]] Result<void> deregister(Session &session, const QString &workerId) const;

    /// A lock that is still that of its lease, before and after refreshLocks(), in microseconds
    /// since 1970.
    struct Renewal
    {
        qint64 before = 0;
        qint64 lockedAt = 0;
    };
    /// The heartbeat that workers without registry understand: the locks of `leases`, and of their
    /// queues, become those of `time`. Needs no registry. In a transaction that has asked for
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

    /// Takes back what silent workers hold: their jobs get the attempt restored (unless replaced or
    /// removed meanwhile, or SweepOptions::decide says otherwise), named queues are freed once no
    /// job of theirs is left to the worker, waiting workers are woken. Any number of sweepers may
    /// run at once; one per schema works at a time. With nobody silent it only reads one index.
    /// InvalidInput unless threshold > 0 and delay >= 0.
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
