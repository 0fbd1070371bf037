#pragma once

#include "worker/events/databaseactivity.h"
#include "worker/queue/jobqueue.h"
#include "worker/runner/fetcher.h"
#include "worker/runner/fetchplan.h"
#include "worker/runner/forbiddenflags.h"
#include "worker/runner/localqueue.h"
#include "worker/runner/prefetch.h"
#include "worker/runner/refetchdelay.h"
#include "worker/runner/turns.h"
#include "worker/time/backoff.h"

#include <QElapsedTimer>
#include <QObject>
#include <QSemaphore>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

namespace yardmaster {

class EventBus;
class JobRunner;
class LastActivity;
class Recovery;
class Releaser;
class RunReport;
class SchemaGuard;

/// Fetches in rounds: whenever jobs may be waiting (a notification, the poll timer, a queue freed,
/// a fetch that saw more than it took) and the local queue has room, until all that is runnable is
/// taken. Candidates that other workers took first are looked for again in a few milliseconds.
/// Lives on the dispatcher's thread.
///
///   beginRound ──> sendNext ──> receive ──> note ──> endRound
///                     ^            └─ handOut │
///                     └── tasks with limits ──┘
///
/// In a backlog the next round is sent before the jobs of this one are handed out, and the event
/// loop runs while the server works. Otherwise the thread waits for the answer.
///
/// A long file: the steps of a round decide by one another's state, and were measured together.
class FetchLoop final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FetchLoop)

public:
    /// See the members of WorkerOptions with these names.
    struct Config
    {
        FetchPlan::Config plan;
        Prefetch::Config prefetch;
        RefetchDelayTimer::Config refetchDelay;
        std::function<QStringList()> forbiddenFlags;
        std::chrono::milliseconds pollInterval{0};
        std::chrono::milliseconds localQueueTtl{0};
        bool once = false;
        bool listens = true;
    };
    /// What the loop works with. All outlives it, and but for `jobs` lives on its thread.
    struct Parts
    {
        Fetcher *connection;
        SchemaGuard *schema;
        Recovery *recovery;
        JobRunner *jobs;
        Releaser *releaser;
        std::shared_ptr<LastActivity> activity;
        RunReport *report;
        EventBus *events;
    };

    FetchLoop(const Config &config, JobQueue queue, const Parts &parts, QObject *parent);

    void start();
    /// Nothing is fetched from now on; what is under way is waited for and pushed. @returns the
    /// slots it needs, to be started when what shall not run has been taken from the local queue.
    [[nodiscard]] Starts stop();
    /// The answer to a fetch got lost with the connection: jobs may be locked that we know nothing
    /// of.
    [[nodiscard]] bool isUncertain() const { return m_isFetchUncertain; }
    /// It was once. The server may have gone on with that fetch, and commit it at any time.
    [[nodiscard]] bool wasUncertain() const { return m_wasUncertain; }
    /// Gives such jobs back.
    [[nodiscard]] Result<void> returnUnknown();
    /// The same where it can be done at once.
    void returnUnknownNow();

    /// Fetches what it can.
    void pump();
    /// Jobs may be waiting.
    void wake();
    /// wake(), and nothing is left out that was seen to wait for its queue.
    void searchAll();
    /// Others are served from now on, see FetchPlan.
    void setTasks(QStringList tasks, bool readsColumns);
    void onAnnounced(int count);
    /// Another worker leaves named queues to others for a moment.
    void onOthersTurn(const QByteArray &worker);
    /// A heartbeat was confirmed.
    void onHeartbeat();
    /// A schema of this database was migrated. Looks at once whether it is still usable.
    void onMigrated();
    /// These named queues have been freed. wake() is up to the caller.
    void onFreed(const QList<qint64> &queues);
    /// No fetch for a while, longer each time.
    void onTrouble(const DbError &error);

    /// A fetch is under way.
    [[nodiscard]] bool isBusy() const { return m_fetcher->isBusy(); }
    /// All that is runnable was taken, by us or by others.
    [[nodiscard]] bool isDone() const;

Q_SIGNALS:
    void pumped();
    /// Nothing can be fetched, as we are not registered any more.
    void refused();
    /// The schema was migrated to one that this version cannot work on.
    void schemaUnfit(const yardmaster::DbError &why);
    /// Before an answer is taken: announcements that have come are wanted now.
    void announcementsWanted();

private:
    void onPoll();
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
    /// it has come, and pushes it. This one waits for that.
    void awaitOnPool();
    void noteUncertain(const DbError &error);
    [[nodiscard]] Starts push(std::vector<Job> jobs, bool isAwaited = false,
                              std::vector<Job> aside = {});
    /// Keeps of the suspects in `jobs`, which a sweep took back from a silent worker, at most one
    /// that can start at once, and says so to the others first. @returns what goes back.
    [[nodiscard]] std::vector<Job> setAsideSuspects(std::vector<Job> *jobs);
    void handOut(const FetchRequest &request, const FetchAnswer &answer);
    /// May stop the loop, see schemaUnfit().
    [[nodiscard]] Result<void> checkSchema();
    [[nodiscard]] Result<void> lookForOthers();
    /// Named queues may be had that were in use, or were left to others.
    void onQueuesLeft();
    /// A fetch is due when a queue that is left to others may be had again.
    void awaitTurn();
    /// That queues were freed and are left to others.
    void announceTurn();
    void returnExpired();
    /// While jobs wait, it is looked whether they have for too long.
    void watchForOverdue();
    void returnOverdue();
    void onTooManyWait(int most);

    const std::chrono::milliseconds m_pollInterval;
    const std::chrono::milliseconds m_localQueueTtl;
    const bool m_isOnce;
    const bool m_listens; ///< to other workers' turns, too
    const bool m_hasOneJobToRun;
    const bool m_sends; ///< fetches, and takes their answers later
    const JobQueue m_queue;
    Fetcher *const m_fetcher;
    SchemaGuard *const m_schema;
    Recovery *const m_recovery;
    JobRunner *const m_jobs;
    LocalQueue *const m_local;
    Releaser *const m_releaser;
    const std::shared_ptr<LastActivity> m_activity;
    RunReport *const m_report;
    EventBus *const m_events;

    /// Fetches that are made one after the other, because tasks have limits of their own.
    struct Round
    {
        std::deque<FetchRequest> requests; ///< still to be sent
        QElapsedTimer watch;
        Prefetch::Size size;
        bool goesOn = false; ///< it need not look from the beginning: nothing urgent is expected
        int taken = 0;
        bool isFull = false;      ///< a fetch brought all it had asked for
        bool isPartial = false;   ///< one did not look at the beginning, and might have to
        bool isContended = false; ///< one found only what others were taking
        bool wasDry = true;       ///< Prefetch::isDry() when each came
    };

    Round m_round;
    FetchRequest m_sent;            ///< the fetch under way
    QSemaphore m_awaited;           ///< released when a pool thread has waited for it
    std::optional<Starts> m_pushed; ///< what came with it already
    Starts m_startsDue;             ///< of what came with a stop
    FetchPlan m_plan;
    Prefetch m_prefetch;
    Turns m_turns;
    DatabaseActivity m_fetching;
    ForbiddenFlags m_forbidden;
    RefetchDelayTimer m_refetchDelay;
    QTimer m_poll;
    QTimer m_next;  ///< the answer to a fetch of a backlog is waited for
    QTimer m_retry; ///< after trouble or contention; no fetch before
    QTimer m_rates; ///< until a rate allows the next job
    QTimer m_turn;  ///< until a queue that was left to others may be had again
    QTimer m_expiry;
    QTimer m_overdue;  ///< what waits is looked through
    Backoff m_backoff; ///< while the database cannot be reached
    Backoff m_contention{std::chrono::milliseconds(2), std::chrono::milliseconds(500)};
    bool m_isContended = false; ///< why m_retry is active
    bool m_isOn = false;
    bool m_seesSuspects = false;                  ///< the last fetch that may bring suspects did
    bool m_leftSuspects = false;                  ///< a fetch left them alone
    bool m_isShutOut = false;                     ///< no round began, for want of a fresh heartbeat
    bool m_hasOnlyJob = false;                    ///< the one job was fetched
    bool m_maybeMore = false;                     ///< the last we know is that jobs may be waiting
    std::atomic<bool> m_isFetchUncertain = false; ///< see isUncertain(); others read it
    bool m_wasUncertain = false;
};

} // namespace yardmaster
