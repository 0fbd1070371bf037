#pragma once

#include "worker/events/databaseactivity.h"
#include "worker/queue/jobqueue.h"
#include "worker/runner/lastactivity.h"
#include "worker/runner/localqueue.h"
#include "worker/time/backoff.h"
#include <yardmaster/connectionsettings.h>
#include <yardmaster/interceptors.h>
#include <yardmaster/task.h>

#include <QObject>
#include <QSet>

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>

namespace yardmaster {

class EventBus;
class Session;

/// Writes results. Pool threads post them; this object's thread writes what has been posted while
/// the previous batch was written, so a single result is written at once, and many in batches.
/// What cannot be written waits here until the database is back. Results stay in order of arrival.
/// `recovery` interceptors are asked here about jobs that a stop cut short.
///
/// A long file: it keeps one order of results, through batches, retries and a stop.
class Releaser final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Releaser)

public:
    static constexpr int kBatch = 1000;      ///< results in one statement at most
    static constexpr int kErrorText = 10000; ///< characters of last_error kept
    /// Before a job runs again whose handler gave up without being asked to, at least.
    static constexpr std::chrono::seconds kUnaskedDelay{1};
    /// How long the failure of a child that SIGTERM or SIGINT ended is held: who signals children
    /// and worker alike may have meant the worker, and reach it later.
    static constexpr std::chrono::seconds kSignalHold{1};

    struct Totals
    {
        qint64 succeeded = 0;
        qint64 failed = 0;
        qint64 failedForGood = 0;
        qint64 snoozed = 0;
        qint64 interrupted = 0;
    };

    /// See the members of WorkerOptions with these names.
    struct Config
    {
        ConnectionSettings connection;
        bool preparesStatements = true;
        std::optional<std::chrono::milliseconds> completeJobBatchDelay{};
        std::optional<std::chrono::milliseconds> failJobBatchDelay{};
        std::chrono::milliseconds interruptedJobRetryDelay{0};
        bool once = false; ///< see untilDueAgain()
        std::stop_token stop{};
        std::shared_ptr<const Interceptors> interceptors{}; ///< may be null
        /// How often it is looked up whether the history wants to know how long handlers took.
        std::chrono::milliseconds historyCheckInterval{60000};
    };

    Releaser(Config config, JobQueue queue, std::shared_ptr<LastActivity> activity,
             EventBus *events);
    ~Releaser() override;

    /// Any thread.
    void post(ReturningJob &&leaving, TaskOutcome &&outcome, std::chrono::microseconds duration);
    /// Back into the queue, the attempt restored. `announced`: it was running, so an event tells.
    /// Any thread.
    void postReturn(std::vector<ReturningJob> jobs, bool announced);
    /// postReturn() of what has not started, for LocalQueue.
    [[nodiscard]] LocalQueue::JobReturner jobReturner()
    {
        return [this](std::vector<ReturningJob> jobs) { postReturn(std::move(jobs), false); };
    }

    /// From here on a run that was cut short was cut short by the stop. Any thread.
    void beginDrain();
    /// Jobs stay locked for others to decide about: an interceptor wants it, or the database
    /// refuses whatever is written about them. Any thread.
    [[nodiscard]] bool hasLeftJobs() const { return m_hasLeftJobs.load(); }

    /// Results posted whose writing has not been acknowledged yet. Any thread.
    [[nodiscard]] int pending() const { return m_pending.load(); }
    /// The receiver of released() has taken note. Counting only then, it never sees nothing pending
    /// before it knows what the last results made runnable.
    void acknowledge(int count) { m_pending -= count; }
    /// Of the jobs whose results wait or are being written. Any thread.
    [[nodiscard]] std::vector<Lease> leases() const;
    [[nodiscard]] Totals totals() const;
    /// How long a worker that runs once has to wait for jobs that it gave back although nobody had
    /// asked it to, such as those of a process that another job ended. Counts the first time of
    /// each job. Zero or less: there are none. Any thread.
    [[nodiscard]] std::chrono::milliseconds untilDueAgain() const;

Q_SIGNALS:
    /// `count` results are in the database, and with them these named queues are free.
    void released(int count, const QList<qint64> &freedQueues);

private:
    struct Entry
    {
        Job job;
        TaskOutcome outcome;
        std::chrono::microseconds duration{0};
        bool freesQueue = false;
        bool announced = true;
        bool isAborted = false; ///< cut short by the stop, and no interceptor asked yet
        std::optional<RecoveryAnswer> answer{}; ///< Reschedule: how it goes back
        bool isRetry = false; ///< the connection was lost while it was written: perhaps it was
        int refusals = 0;     ///< times the database has refused this result
    };
    using Batch = std::vector<Entry>;

    void enqueue(Batch entries);
    /// Writes what was held for kSignalHold, or all of it in a stop.
    void releaseHeld();
    /// With m_mutex held. Lowers `delay` to how long this entry may wait for others.
    void append(Entry &&entry, std::chrono::milliseconds *delay);
    [[nodiscard]] bool isStopping() const;
    /// Asks the recovery interceptors about what the stop cut short; what they leave alone is gone
    /// from the batch afterwards.
    void askAboutAborted(Batch *batch);
    [[nodiscard]] Return returnOf(const Entry &entry);
    /// A handler gave it up, or something that was not asked to stop.
    [[nodiscard]] bool isUnasked(const Entry &entry) const;
    /// See untilDueAgain().
    void expectAgain(const Entry &entry, std::chrono::milliseconds delay);
    /// A queue is freed with the last of its jobs to be written: those that came before are given
    /// back in another transaction, and jobs behind them must not be fetched meanwhile.
    /// @returns the ids of those that are freed with it.
    QList<qint64> freeQueuesLast(Batch *batch);
    void scheduleFlush(std::chrono::milliseconds delay);
    [[nodiscard]] std::optional<std::chrono::milliseconds> batchDelay(const Entry &entry) const;
    void flush();
    void putBack(Batch batch, const DbError &error);
    /// On an error the entries not yet written are left in `batch`; so in the next two.
    [[nodiscard]] Result<void> write(Batch *batch);
    [[nodiscard]] Result<void> openSession();
    /// With each connection, and then not before a batch but after one: nothing waits for it.
    void checkHistory();
    /// After the database has refused a result among these, finds it by halves; it is written as a
    /// plain failure, the others as they are.
    [[nodiscard]] Result<void> writeApart(Batch *batch);
    /// What is tried after a result was refused. @returns false if there is nothing left to try.
    [[nodiscard]] bool simplify(Entry *entry, const DbError &error);

    /// Moves out of `batch` what became of its runs like that, as far as it is locked under the
    /// same name; both keep their order.
    [[nodiscard]] static Batch takeAll(Batch *batch, TaskOutcome::Kind kind);
    /// Counts what was written and tells about it. Borrows the entries.
    using Report = std::function<void()>;
    using Writer = Result<Report> (Releaser::*)(std::span<const Entry>, Durability);
    [[nodiscard]] Result<void> writeTogether(Batch *batch, Writer writer);
    /// Each in a transaction of its own, all waiting for the disk once.
    [[nodiscard]] Result<void> writeOneByOne(Batch *batch, Writer writer);
    [[nodiscard]] Result<Report> writeSuccesses(std::span<const Entry> batch,
                                                Durability durability);
    [[nodiscard]] Result<Report> writeFailures(std::span<const Entry> batch, Durability durability);
    // Never one by one: batching them cannot be switched off.
    [[nodiscard]] Result<Report> writeReturns(std::span<const Entry> batch, Durability);
    [[nodiscard]] Result<Report> writeSnoozes(std::span<const Entry> batch, Durability);

    /// Of `batch` without `written`: the results of an uncertain write that had been written then.
    /// Of a job that is gone one cannot tell who was it; we were, unless we have been swept since.
    [[nodiscard]] Result<QSet<qint64>> writtenBefore(std::span<const Entry> batch,
                                                     const QSet<qint64> &written);
    void reportLost(const Entry &entry);
    void count(qint64 Totals::*total, qint64 results = 1);
    [[nodiscard]] JobEvent eventFor(const Entry &entry) const;

    const Config m_config;
    const JobQueue m_queue;
    const std::shared_ptr<LastActivity> m_activity;
    EventBus *const m_events;

    std::unique_ptr<Session> m_session; // this object's thread
    /// This object's thread. Short, as a worker that ends before it has written results leaves
    /// their jobs to be run again.
    Backoff m_backoff{std::chrono::milliseconds(50), std::chrono::seconds(1)};
    DatabaseActivity m_writing; // this object's thread
    bool m_hasWarned = false;   // this object's thread
    int m_batchLimit = kBatch;  // this object's thread; 1 after a statement was refused
    bool m_tellsTimes = false;  // this object's thread; there is a history
    std::chrono::steady_clock::time_point m_historyChecked{}; // this object's thread
    Batch m_spare;           // this object's thread; empty, memory for the next batch
    QSet<qint64> m_expected; // this object's thread; ids of the jobs that m_dueAgain was set for

    mutable std::mutex m_mutex; // guards the five below
    Batch m_entries;
    /// See kSignalHold; with when the time is up, in this order.
    std::deque<std::pair<std::chrono::steady_clock::time_point, Entry>> m_held;
    std::vector<Lease> m_inFlight; // of the batch being written
    bool m_isScheduled = false;    // a flush is on its way
    bool m_isWaiting = false;      // a flush will come when a batch delay has passed
    Totals m_totals;
    std::atomic<int> m_pending{0};
    std::atomic<std::chrono::steady_clock::time_point> m_dueAgain{}; ///< see untilDueAgain()
    std::atomic<bool> m_isDraining = false;
    std::atomic<bool> m_hasLeftJobs = false;
};

} // namespace yardmaster
