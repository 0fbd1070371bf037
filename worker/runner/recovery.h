#pragma once

#include "worker/queue/workerregistry.h"
#include "worker/runner/databaseactivity.h"
#include "worker/runner/workeroptions.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>

namespace yardmaster {

class EventBus;
class LocalQueue;
class Session;

/// Says that this worker lives, and takes back what dead ones hold. Registered before the first
/// fetch, until the drain has ended; the locks of long-running jobs are renewed, so that workers
/// which know nothing of heartbeats do not take them over after four hours. An error costs one
/// beat, never the loop. Does nothing where the schema has no registry. Lives on the dispatcher's
/// thread and uses its connection; `recovery` interceptors are asked there, between two statements.
class Recovery final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Recovery)

public:
    /// The dispatcher's session, reopened if it was lost.
    using SessionSource = std::function<Result<Session *>()>;

    /// @param tasks  that the worker runs; the registry says so, as far as they are few.
    Recovery(const WorkerOptions &options, QString workerId, QStringList tasks,
             const LocalQueue *local, EventBus *events, SessionSource session, QObject *parent);

    /// Registers the worker. Before the first fetch.
    [[nodiscard]] Result<void> begin();
    /// Begins to beat, and unless `once` to sweep.
    void start();
    /// After a silence near the threshold, says that we live before jobs are taken: a sweeper that
    /// is about to declare us dead holds our registration until it is done.
    [[nodiscard]] Result<void> beforeFetch();
    /// Deregisters the worker. @param session  null if the others are to find out by our silence,
    /// because the database cannot be reached, or because jobs were left to them.
    void end(Session *session);

Q_SIGNALS:
    /// Jobs of a dead worker are in the queue again.
    void recovered();

private:
    [[nodiscard]] Result<void> beat(Session &session);
    void onBeatDue();
    void renewLocks();
    void sweep();
    [[nodiscard]] RecoveryAnswer decide(const JobInfo &job, const QString &previousWorkerId) const;

    const WorkerOptions m_options;
    const QString m_workerId;
    const QStringList m_tasks;
    const LocalQueue *const m_local;
    EventBus *const m_events;
    const SessionSource m_session;
    const WorkerRegistry m_registry;
    DatabaseActivity m_beating;
    DatabaseActivity m_renewing;
    DatabaseActivity m_sweeping;
    QTimer m_heartbeat;
    QTimer m_renewal;
    QTimer m_sweep;
    QElapsedTimer m_sinceBeat;
    bool m_isRegistered = false;
    bool m_isIntroduced = false; ///< the registry has our metadata
};

} // namespace yardmaster
