#pragma once

#include "worker/events/events.h"
#include "worker/queue/jobqueue.h"
#include "worker/runner/backoff.h"
#include "worker/runner/databaseactivity.h"
#include "worker/runner/fetcher.h"
#include "worker/runner/fetchplan.h"
#include "worker/runner/forbiddenflags.h"
#include "worker/runner/graceperiod.h"
#include "worker/runner/localqueue.h"
#include "worker/runner/prefetch.h"
#include "worker/runner/refetchdelay.h"
#include "worker/runner/runner.h"
#include "worker/runner/runreport.h"
#include "worker/runner/schemaguard.h"
#include "worker/runner/stalelockreset.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <deque>
#include <functional>
#include <optional>
#include <semaphore>

namespace yardmaster {

class EventBus;
class Listener;
class Recovery;
class Releaser;

/// Decides when to fetch and when to end; runs on its own thread.
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
        std::function<bool(std::function<void()> await)> startAwaiting;
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
    void wake();
    /// wake(), and nothing is left out that was seen to wait for its queue.
    void searchAll();
    void pump();
    [[nodiscard]] Result<void> returnUnknown();
    /// Begins a round of fetches. @param arriving  jobs that need room too. @returns false if not
    /// now: there is none, or something has to be waited for.
    bool beginRound(int arriving = 0);
    void sendNext();
    void onNext();
    /// Waits for the answer to the fetch under way, and gives out what it brings.
    void receive();
    /// The next round may begin before the jobs of this one have been looked at.
    [[nodiscard]] bool canGoAhead() const;
    void note(const FetchRequest &request, const FetchAnswer &answer);
    void endRound();
    /// The thread that will run what was announced waits for it, so that it need not be woken when
    /// it has come, and pushes it.
    void awaitOnPool();
    [[nodiscard]] LocalQueue::Pushed push(std::vector<Job> jobs, int awaiting = 0);
    void handOut(const FetchRequest &request, const FetchAnswer &answer);
    void onJobsInserted(int count);
    void stopTimers();
    void checkDrained();
    void onMigrated();
    /// After a notice of a migration: drains if the schema is no longer one we can work on.
    [[nodiscard]] Result<void> checkSchema();
    /// What must be done before jobs are taken.
    [[nodiscard]] Result<void> checkUsable();
    void returnExpired();
    void onTooManyWait(int most);
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

    /// Fetches that are made one after the other, because tasks have limits of their own.
    struct Round
    {
        std::deque<FetchRequest> requests; ///< still to be sent
        QElapsedTimer watch;
        bool isExpress = false;
        int taken = 0;
        bool isFull = false;      ///< a fetch brought all it had asked for
        bool isContended = false; ///< one found only what others were taking
        bool wasDry = true;       ///< Prefetch::isDry() when each came
    };

    Fetcher m_fetcher;
    Round m_round;
    FetchRequest m_sent;                        ///< the fetch under way
    std::binary_semaphore m_hasCome{0};         ///< of awaitOnPool()
    std::optional<LocalQueue::Pushed> m_pushed; ///< by it
    Starts m_startsDue;                         ///< of what came with a stop
    Listener *m_listener = nullptr;
    Recovery *m_recovery;
    SchemaGuard m_schema;
    FetchPlan m_plan;
    Prefetch m_prefetch;
    RunReport m_report;
    DatabaseActivity m_fetching;
    GracePeriod m_grace;
    ForbiddenFlags m_forbidden;
    RefetchDelayTimer m_refetchDelay;
    StaleLockReset m_staleLocks;
    QTimer m_poll;
    QTimer m_next;  ///< the answer to a fetch of a backlog is waited for
    QTimer m_retry; ///< after trouble or contention; no fetch before
    QTimer m_rates; ///< until a rate allows the next job
    QTimer m_expiry;
    Backoff m_backoff; ///< while the database cannot be reached
    Backoff m_contention{std::chrono::milliseconds(2), std::chrono::milliseconds(500)};
    Phase m_phase = Phase::Opening;
    bool m_isForced = false;         ///< kill() ended the grace
    bool m_hasOnlyJob = false;       ///< WorkerOptions::onlyJob was fetched
    bool m_maybeMore = false;        ///< the last we know is that jobs may be waiting
    bool m_isFetchUncertain = false; ///< the answer to a fetch got lost with the connection
    bool m_isAbandoned = false;      ///< what still ran was given back
    RunOutcome::Reason m_reason = RunOutcome::Reason::Stopped;
    DbError m_error;
};

} // namespace yardmaster
