#pragma once

#include "worker/db/result.h"
#include "worker/queue/sweep.h"

#include <QByteArray>
#include <QSet>

#include <optional>
#include <span>

namespace yardmaster {

class Session;

/// A worker that said it lives.
struct ActiveWorker
{
    QString id;
    QDateTime lastHeartbeatAt; ///< UTC, milliseconds, the server's clock
    QDateTime startedAt;
    std::chrono::milliseconds silentFor{0}; ///< by the server's clock
    QByteArray metadata;                    ///< JSON, empty if none
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

    /// Registers `workerId` or renews it. To be called before the first fetch and ever after at a
    /// fraction of the sweepers' threshold; after a longer silence before the next fetch.
    /// @param metadata  a JSON object; empty keeps what was said before.
    /// @returns for how long it had been silent; nullopt if it was not registered: it is new, or
    /// was swept as dead and its jobs run elsewhere. SchemaMissing if there is no registry.
    [[nodiscard]] Result<std::optional<std::chrono::milliseconds>>
    heartbeat(Session &session, const QString &workerId, const QByteArray &metadata = {}) const;

    /// The worker leaves in order, holding nothing. Not being registered is fine.
    [[nodiscard]] Result<void> deregister(Session &session, const QString &workerId) const;

    /// The heartbeat that workers without registry understand: the locks of `jobs`, and of their
    /// queues, become as young as now where they are `workerId`'s. Needs no registry.
    /// @returns the jobs whose lock is still its own; the others are lost leases, or done.
    [[nodiscard]] Result<QSet<qint64>> refreshLocks(Session &session, const QString &workerId,
                                                    std::span<const qint64> jobs) const;

    /// Workers whose last sign of life is at most `threshold` old, the longest running first.
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
    QByteArray m_refreshLocks;
    QByteArray m_activeWorkers;
    QByteArray m_sweepLock;
    QByteArray m_sweep;
    QByteArray m_sweepPreview;
};

} // namespace yardmaster
