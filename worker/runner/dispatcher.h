#pragma once

#include "worker/queue/jobqueue.h"
#include "worker/runner/fetcher.h"
#include "worker/runner/fetchloop.h"
#include "worker/runner/localqueue.h"
#include "worker/runner/recovery.h"
#include "worker/runner/runreport.h"
#include "worker/runner/schemaguard.h"
#include "worker/runner/stalelockreset.h"
#include "worker/time/backoff.h"
#include <yardmaster/events.h>
#include <yardmaster/runner.h>

#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>

namespace yardmaster {

class EventBus;
class GracePeriod;
class HeartbeatFreshness;
class Heartbeats;
class JobRunner;
class JobSender;
class LastActivity;
class Listener;
class Releaser;
class Session;

/// Decides from when until when jobs are fetched, and when the run has ended; on its own thread.
///
///   Opening ──> Fetching ──stop()──> Draining ──> Done
///      └──────────── failed ─────────────────────^
///
/// Fetching is what FetchLoop does. Draining: nothing is fetched; running jobs end, or are ended as
/// GracePeriod says; what a fetch may have brought whose answer was lost is given back. The last
/// step, from each state to Done, can be taken by leave(), when this thread hangs.
class Dispatcher final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Dispatcher)

public:
    struct Config
    {
        ConnectionSettings connection;
        SchemaGuard::Config schema;
        RunReport::Config report;
        FetchLoop::Config fetching;
        Recovery::Config recovery;
        bool resetsStaleLocks = true;
    };
    /// What the dispatcher works with. All outlives it, and may be used on any thread.
    struct Parts
    {
        JobRunner *jobs;
        JobSender *adds;
        Releaser *releaser;
        Heartbeats *heartbeats;
        GracePeriod *grace;
        std::shared_ptr<HeartbeatFreshness> watch;
        std::shared_ptr<LastActivity> activity;
        EventBus *events;
    };

    Dispatcher(const Config &config, JobQueue queue, const Parts &parts);
    ~Dispatcher() override;

    // Called on this object's thread (queued from others).
    void open();
    void stop();
    void kill();
    /// What still ran was given back.
    void onAbandoned();
    /// The grace is over: ends the run with whatever is not in the database.
    /// @param adds  jobs that tasks have added after their own had ended, and that are lost.
    void finishUnwritten(int adds);
    void onReleased(int count, const QList<qint64> &freedQueues);
    /// All that handlers have added so far is in the database.
    void onAdded() { checkDrained(); }
    /// The local queue's holds are others: what was left alone may be wanted now.
    void onHoldsChanged();
    /// Other tasks are served from now on.
    void onTasksChanged(const QStringList &tasks, bool readsColumns);

    /// A slot ran out of jobs, or the local queue is running low. Any thread.
    void announceRoom();
    /// stop() is on its way. Any thread.
    void announceStop() { m_isStopAnnounced = true; }
    /// The run ends without this object's thread, which waits for the database. Any thread.
    void leave();
    /// The same while nothing has been fetched yet.
    void leaveUnopened();

Q_SIGNALS:
    void opened();
    void draining();
    /// Once; emitted on this object's thread, or by leave().
    void done(const yardmaster::RunOutcome &outcome);

private:
    enum class Phase { Opening, Fetching, Draining, Done };

    void onRoom();
    [[nodiscard]] Result<void> connectAndPrepare();
    [[nodiscard]] Result<void> registerTasks(Session &session) const;
    void checkDrained();
    /// Drains: the schema is no longer one we can work on.
    void onSchemaUnfit(const DbError &why);
    /// Something is locked under our name, or may be.
    [[nodiscard]] bool mayHoldLocks() const;
    /// Gives back what a fetch may have brought, again and again until it succeeds.
    void settleFetch();
    [[nodiscard]] DbError unwritten(int adds) const;
    [[nodiscard]] RunOutcome outcomeFor(RunOutcome::Reason reason, const DbError &error) const;
    void finish(RunOutcome::Reason reason, const DbError &error = {});

    const ConnectionSettings m_connection;
    QStringList m_tasks;
    const bool m_isOnce;
    const bool m_resetsStaleLocks;
    const bool m_listens;
    const JobQueue m_queue;
    JobRunner *const m_jobs;
    LocalQueue *const m_local;
    JobSender *const m_adds;
    Releaser *const m_releaser;
    GracePeriod *const m_grace;
    EventBus *const m_events;

    RunReport m_report;
    SchemaGuard m_schema;
    Fetcher m_fetcher; ///< owns the connection for all of the following
    Recovery m_recovery;
    StaleLockReset m_staleLocks;
    FetchLoop m_fetching;
    Listener *m_listener = nullptr;
    QTimer m_dueAgain; ///< see Releaser::untilDueAgain()
    QTimer m_settling; ///< until settleFetch() tries again
    Backoff m_settleBackoff{std::chrono::milliseconds(50), std::chrono::milliseconds(500)};
    Phase m_phase = Phase::Opening;
    std::atomic<bool> m_isStopAnnounced = false;
    std::atomic<bool> m_isRoomAnnounced = false; ///< onRoom() is on its way
    std::atomic<bool> m_isOpen = false;          ///< fetching has begun
    std::atomic<bool> m_hasEnded = false;        ///< done() is being emitted, or was
    bool m_isForced = false;                     ///< kill() ended the grace
    bool m_isAbandoned = false;                  ///< what still ran was given back
    quint64 m_addsSeen = 0;                      ///< a fetch began after so many
    RunOutcome::Reason m_reason = RunOutcome::Reason::Stopped;
    DbError m_error;
};

} // namespace yardmaster
