#pragma once

#include "worker/events/databaseactivity.h"
#include "worker/queue/jobqueue.h"
#include "worker/queue/staleness.h"
#include "worker/queue/workerregistry.h"
#include "worker/runner/heartbeatfreshness.h"
#include <yardmaster/interceptors.h>

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

namespace yardmaster {

class EventBus;
class Fetcher;
class Heartbeats;
class LocalQueue;
class Releaser;
class Session;

/// Keeps this worker in the registry, and sweeps stale ones. Registered before the first fetch,
/// until the drain has ended; Heartbeats does the rest of it on a thread of its own.
/// The locks of long-running jobs are renewed, so that workers which know nothing of heartbeats do
/// not take them over after four hours. Does nothing where the schema has no registry. Lives on the
/// dispatcher's thread and uses its connection; `recovery` interceptors are asked there, between
/// two statements.
class Recovery final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Recovery)

public:
    /// See the members of WorkerOptions with these names. A duration of 0 switches the feature off.
    struct Config
    {
        QString schema;
        QByteArray metadata; ///< of the worker, for the registry
        std::chrono::milliseconds heartbeatInterval{0};
        std::chrono::milliseconds sweepInterval{0};
        std::chrono::milliseconds sweepThreshold{0};
        std::chrono::milliseconds recoveryDelay{0};
        std::chrono::milliseconds lockRenewalInterval{0};
        bool sweeps = true;                               ///< off: other workers' locks are left
        std::shared_ptr<const Interceptors> interceptors; ///< may be null
    };

    /// @param connection  outlives this, like the others.
    Recovery(Config config, JobQueue queue, Fetcher *connection, LocalQueue *local,
             const Releaser *releaser, Heartbeats *heartbeats,
             std::shared_ptr<HeartbeatFreshness> watch, EventBus *events, QObject *parent);

    /// Registers the worker. Before the first fetch.
    [[nodiscard]] Result<void> begin();
    /// Begins to beat, and unless `once` to sweep.
    void start();
    /// A fetch found us unregistered: sends a heartbeat now, which finds out why.
    void checkRegistration();
    /// Before a suspect starts, null when there is none any more: writes it into the registry.
    /// @returns false if that cannot be.
    [[nodiscard]] bool listSuspect(std::optional<qint64> job);
    /// Deregisters the worker if nothing is locked under its names. @param session  null if the
    /// others are to find out by our silence, because the database cannot be reached, or because
    /// jobs were left to them. @param wasFetchCutOff  see FetchLoop::wasUncertain()
    void end(Session *session, bool wasFetchCutOff);

Q_SIGNALS:
    /// Jobs of a stale worker were returned to the queue.
    void recovered();
    /// Under another name: jobs can be fetched again.
    void registeredAgain();

private:
    void renewLocks();
    [[nodiscard]] Result<void> tryToRenewLocks(Session &session);
    void sweep();
    /// Gives back what is locked under former names and known to nobody here, and signs them off.
    void retireFormerNames();
    void onRenamed();
    [[nodiscard]] RecoveryAnswer decide(const JobInfo &job, const QString &previousWorkerId) const;

    const Config m_config;
    const JobQueue m_queue;
    Fetcher *const m_connection;
    LocalQueue *const m_local;
    const Releaser *const m_releaser;
    Heartbeats *const m_heartbeats; // lives on another thread
    const std::shared_ptr<HeartbeatFreshness> m_watch;
    EventBus *const m_events;
    const WorkerRegistry m_registry;
    DatabaseActivity m_renewing;
    DatabaseActivity m_sweeping;
    QTimer m_renewal;
    QTimer m_sweep;
    QTimer m_retirement;
    StalenessObserver m_staleness;
    quint64 m_misses = 0;              ///< of our heartbeats, when we last looked
    QList<int> m_former;               ///< names that may have something locked
    int m_name = 0;                    ///< the first one that is not among them
    bool m_isRenewalUncertain = false; ///< the answer got lost with the connection
    bool m_isRegistered = false;
};

} // namespace yardmaster
