#pragma once

#include "worker/events/events.h"
#include "worker/queue/jobqueue.h"
#include "worker/runner/backoff.h"
#include "worker/runner/databaseactivity.h"
#include "worker/runner/fetchplan.h"
#include "worker/runner/forbiddenflags.h"
#include "worker/runner/graceperiod.h"
#include "worker/runner/refetchdelay.h"
#include "worker/runner/runner.h"
#include "worker/runner/runreport.h"
#include "worker/runner/schemaguard.h"
#include "worker/runner/stalelockreset.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace yardmaster {

class EventBus;
class Listener;
class LocalQueue;
struct Starts;
class Recovery;
class Releaser;
class Session;

/// Decides when to fetch and when to end; runs on its own thread and owns the fetch connection.
///
///   Opening ──> Fetching ──stop()──> Draining ──> Done
///      └──────────── failed ─────────────────────^
///
/// Fetching: whenever jobs may be waiting (a notification, the poll timer, a queue freed, a fetch
/// that saw more than it took) and the local queue has room, it fetches, until all that is runnable
/// is taken. Candidates that other workers took first are looked for again in a few milliseconds.
/// Draining: nothing is fetched; running jobs end, or are ended as GracePeriod says.
class Dispatcher final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Dispatcher)

public:
    /// What the dispatcher needs done on the pool. Called on its thread.
    struct Hooks
    {
        std::function<void(Starts starts)> start;
        std::function<void()> requestStop; ///< ask running jobs to end
        std::function<void()> requestKill; ///< end them by force
    };

    Dispatcher(WorkerOptions options, QStringList tasks, JobQueue queue, LocalQueue *local,
               Releaser *releaser, EventBus *events, Hooks hooks);
    ~Dispatcher() override;

    // Called on this object's thread (queued from others).
    void open();
    void stop();
    void kill();
    /// A pool thread ran out of jobs, or the local queue is running low.
    void onRoom();
    void onReleased(int count, bool freedQueue);
    /// The local queue's holds are others: what was left alone may be wanted now.
    void onHoldsChanged();

Q_SIGNALS:
    void opened();
    void draining();
    void done(const yardmaster::RunOutcome &outcome);

private:
    enum class Phase { Opening, Fetching, Draining, Done };

    [[nodiscard]] Result<void> connectAndPrepare();
    /// Opens m_session unless it is there.
    [[nodiscard]] Result<void> openSession();
    /// For all statements but the fetch.
    [[nodiscard]] Result<Session *> session();
    /// What the statements to come are: Kept ones are planned once and for any size of the table.
    enum class Plans { Any, Kept };
    [[nodiscard]] Result<Session *> planningFor(Plans plans);
    void wake();
    /// wake(), and nothing is left out that was seen to wait for its queue.
    void searchAll();
    void pump();
    /// Jobs were announced while the local queue has no room: a few are fetched all the same, as
    /// they may go before those that wait there. In at most a sixth of the time.
    [[nodiscard]] bool canFetchExpress() const;
    [[nodiscard]] Result<void> returnUnknown();
    [[nodiscard]] Result<void> fetchOnce(std::vector<FetchRequest> requests);
    void onJobsInserted(int count);
    void stopTimers();
    [[nodiscard]] int room();
    void checkDrained();
    void onMigrated();
    /// After a notice of a migration: drains if the schema is no longer one we can work on.
    [[nodiscard]] Result<void> checkSchema();
    void returnExpired();
    void abandonRunning();
    void finishUnwritten();
    void finish(RunOutcome::Reason reason, const DbError &error = {});
    void onTrouble(const DbError &error);

    const WorkerOptions m_options;
    const QStringList m_tasks;
    const JobQueue m_queue;
    LocalQueue *const m_local;
    Releaser *const m_releaser;
    EventBus *const m_events;
    const Hooks m_hooks;

    std::unique_ptr<Session> m_session;
    bool m_isForFetches = false; ///< the session plans for Plans::Kept
    Listener *m_listener = nullptr;
    Recovery *m_recovery;
    SchemaGuard m_schema;
    FetchPlan m_plan;
    RunReport m_report;
    DatabaseActivity m_fetching;
    GracePeriod m_grace;
    ForbiddenFlags m_forbidden;
    RefetchDelayTimer m_refetchDelay;
    StaleLockReset m_staleLocks;
    QTimer m_poll;
    QTimer m_next;    ///< the next fetch of a backlog
    QTimer m_retry;   ///< after trouble or contention; no fetch before
    QTimer m_rates;   ///< until a rate allows the next job
    QTimer m_express; ///< no express fetch before
    QTimer m_expiry;
    Backoff m_backoff; ///< while the database cannot be reached
    Backoff m_contention{std::chrono::milliseconds(2), std::chrono::milliseconds(500)};
    QElapsedTimer m_sinceAnnounced; ///< jobs were
    Phase m_phase = Phase::Opening;
    bool m_isForced = false;         ///< kill() ended the grace
    bool m_hasOnlyJob = false;       ///< WorkerOptions::onlyJob was fetched
    bool m_maybeMore = false;        ///< the last we know is that jobs may be waiting
    bool m_isAnnounced = false;      ///< jobs were, since the last fetch began
    bool m_isBacklog = false;        ///< the last fetch brought all it had asked for
    bool m_isOutrun = false;         ///< and little was left in the local queue when it came
    bool m_isFetchUncertain = false; ///< the answer to a fetch got lost with the connection
    bool m_isHoarding = false;       ///< jobs expired unstarted: fetch for free threads only
    bool m_isAbandoned = false;      ///< what still ran was given back
    RunOutcome::Reason m_reason = RunOutcome::Reason::Stopped;
    DbError m_error;
};

} // namespace yardmaster
