#pragma once

#include "worker/runner/heartbeatfreshness.h"
#include "worker/runner/jobquotas.h"
#include "worker/runner/runtimes.h"
#include <yardmaster/heldnames.h>
#include <yardmaster/job.h>

#include <QHash>
#include <QSet>

#include <array>
#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace yardmaster {

/// A job on its way back to the database.
struct ReturningJob
{
    Job job;
    bool freesQueue = false; ///< the last one of its named queue that this worker holds
};

/// Where a job runs.
enum class Slot : size_t {
    Thread, ///< on a pool thread of its own
    Loop,   ///< on the executor thread, together with others
};

/// Which tasks run on the executor thread, and how many jobs of them at the same time.
struct LoopTasks
{
    QSet<QString> tasks;
    int limit = 0; ///< 0: none of their own, they count as one job of `concurrency` each
};

/// A job that runs from now on.
struct TakenJob
{
    Job job;
    Slot slot = Slot::Thread; ///< the kind that it needs
    int left = 0;             ///< jobs that still wait, here and there
};

/// Slots that were taken into use: each must call take() until it is empty.
struct Starts
{
    int threads = 0;
    int loop = 0;
};

/// The jobs this worker holds the locks of: waiting in memory, or running. The dispatcher pushes,
/// pool threads and the executor thread take; who is entitled to a job's result is decided here,
/// under one mutex.
///
/// Jobs are taken by priority, run_at, id. Several jobs of one named queue form a lane: they run
/// strictly one after the other, each as soon as the one before has ended, and the queue's lock is
/// kept until the last of them has left. A lane that has been held for Times::lane gives up what it
/// has not started, so that other workers get their turn. What waits in a lane leaves from its end
/// only, so that the jobs of a queue are started in order.
///
/// Every member may be called from any thread.
///
/// A job starts only while heartbeats are fresh, see HeartbeatFreshness; until they are fresh
/// again, jobs wait. A worker that was swept calls disown().
///
/// A long file: all of it works on what one mutex guards.
class LocalQueue final
{
public:
    struct Times
    {
        std::chrono::milliseconds lane{1000};
        /// What waits should start within this; see ahead().
        std::chrono::milliseconds horizon{0};
    };

    explicit LocalQueue(int concurrency, JobQuotas quotas = {}, LoopTasks loop = {})
        : LocalQueue(concurrency, std::move(quotas), std::move(loop), Times())
    { }
    LocalQueue(int concurrency, JobQuotas quotas, LoopTasks loop, Times times)
        : m_concurrency(concurrency)
        , m_times(times)
        , m_loop(std::move(loop))
        , m_quotas(std::move(quotas))
    { }

    /// Takes over jobs that have left. Called under the mutex, so that a job is always held here,
    /// or on its way back: no later job of its named queue can leave first and free the queue.
    using JobReturner = std::function<void(std::vector<ReturningJob>)>;

    /// Before the first job.
    void setGate(std::shared_ptr<const HeartbeatFreshness> gate) { m_gate = std::move(gate); }
    /// Heartbeats are fresh again. @returns the slots for what waited for that.
    [[nodiscard]] Starts reopen();
    /// A job may start.
    [[nodiscard]] bool isOpen() const { return !m_gate || m_gate->isFresh(); }
    /// This one, which was taken, may: nobody has taken it back from us since.
    [[nodiscard]] bool mayStart(const Job &job) const;
    /// The worker locks jobs under this of its names from now on: removes what waits under others,
    /// now and whenever it is pushed.
    [[nodiscard]] std::vector<ReturningJob> disown(int name);

    /// @param isAwaited  a thread that has called takeThread() calls take() next.
    /// @param aside  go back without ever waiting here. @param returnJobs  gets them, and what was
    /// fetched before hold() or disown() was called; may be empty where there is neither.
    [[nodiscard]] Starts push(std::vector<Job> jobs, bool isAwaited = false,
                              std::vector<Job> aside = {}, const JobReturner &returnJobs = {});
    /// Takes a slot into use before there is a job for it. @returns false if none is free, if jobs
    /// wait already, or may be for the executor thread.
    [[nodiscard]] bool takeThread();

    /// From now on take() gives no job of these. Calls `returnJobs` with those that wait.
    [[nodiscard]] Starts hold(const HeldNames &names, const JobReturner &returnJobs);
    [[nodiscard]] HeldNames heldNames() const;
    /// Other tasks are served from now on. Calls `returnJobs` with what waits of tasks that are not
    /// any more, or run in another kind of slot; of the former also whenever it is pushed.
    /// @param loop  those that run on the executor thread.
    [[nodiscard]] Starts setTasks(const QSet<QString> &loop, const QSet<QString> &gone,
                                  const JobReturner &returnJobs);

    /// The next job, from now on running; nullopt gives the caller's slot up. Where the slots are
    /// shared it may be a job for the other kind of slot: the caller hands it, and its slot,
    /// over.
    [[nodiscard]] std::optional<TakenJob> take(Slot here);

    /// A run has ended: calls `post`, which hands the result to the releaser, unless abandon() was
    /// faster. Under the mutex, so that a job is always running, or its result pending, or neither.
    /// The caller keeps the slot and goes on with take(). @param returnJobs  gets what is left of a
    /// lane whose time is up; may be empty where there are no lanes. @param took  how long it ran;
    /// unset: it did not. @returns the slots for what became ready elsewhere.
    [[nodiscard]] Starts end(const Job &job,
                             const std::function<void(ReturningJob &&leaving)> &post,
                             const JobReturner &returnJobs = {},
                             std::optional<std::chrono::microseconds> took = {});
    /// A job that was taken cannot be started here: gives it back, and what waits behind it in its
    /// lane, as if they had not been fetched. The caller keeps the slot and goes on with take().
    [[nodiscard]] Starts unstart(const Job &job, const JobReturner &returnJobs);

    // Each of these gives back what it removes.
    /// What waits.
    void takeAll(const JobReturner &returnJobs);
    /// What has waited for longer than `ttl`. @returns how many.
    int takeOlderThan(std::chrono::milliseconds ttl, const JobReturner &returnJobs);
    /// What would run last, until no more than `count` wait. @returns how many.
    int takeBeyond(int count, const JobReturner &returnJobs);
    /// Disowns what runs: the results of these jobs no longer count.
    [[nodiscard]] std::vector<ReturningJob> abandon();

    [[nodiscard]] int waiting() const;
    [[nodiscard]] int running() const;
    /// How many jobs may be fetched besides those that wait.
    struct Ahead
    {
        /// So many, run as long as those that came lately, that with what waits and what runs the
        /// slots are busy for Times::horizon; 0 if they are for half of that. What is not known to
        /// be quicker counts as all of it.
        int byTime = 0;
        int free = 0;       ///< slots where a job could start at once
        int laneByTime = 1; ///< of one named queue
        int byBytes = 0;    ///< so that what waits stays below kBytes
    };
    /// @param arriving  jobs that are about to be pushed.
    [[nodiscard]] Ahead ahead(int arriving) const;
    /// Where threads and loop have slots of their own: the kind whose jobs would have to wait
    /// beyond Times::horizon, while there is room for the other's. ahead() is for the other alone
    /// then.
    [[nodiscard]] std::optional<Slot> full() const;
    /// Where jobs of a task run.
    [[nodiscard]] Slot slotFor(const QString &task) const;
    /// Payloads of what waits.
    static constexpr qint64 kBytes = 32 << 20;
    /// Something that took too long waited for slots: run times have to be learnt again.
    void forgetRunTimes();
    /// Of the jobs that wait, the one that would run last.
    [[nodiscard]] std::optional<JobInfo> lastWaiting() const;
    /// Slots in use. 0 with waiting() 0 means nothing runs any more.
    [[nodiscard]] int placesInUse() const;
    /// Slots where a job could start at once.
    [[nodiscard]] int freeSlots() const;
    /// How many more jobs of a task with a limit or a rate may be pushed now.
    [[nodiscard]] int allowance(const QString &task) const;
    /// The same for every flag with a limit or a rate.
    [[nodiscard]] QMap<QString, int> flagAllowances() const;
    /// How long until a rate allows more; nullopt if none is used up.
    [[nodiscard]] std::optional<std::chrono::milliseconds> untilAllowance() const;
    /// The leases of all jobs held.
    [[nodiscard]] std::vector<Lease> held() const;
    /// One of them is of this name.
    [[nodiscard]] bool holdsName(int name) const;
    /// Locks are about to be renewed: until endRenewal() each job held counts as locked at one of
    /// two times. @returns the leases as they were before.
    [[nodiscard]] std::vector<Lease> beginRenewal(qint64 time);
    /// `lockedAt` by job: what is known to be in the table. Of other jobs nothing new is.
    void endRenewal(const QHash<qint64, qint64> &lockedAt);

    /// A job that a sweep took back from a silent worker waits, or runs.
    [[nodiscard]] bool hasSuspect() const { return m_suspects.load() > 0; }

private:
    using Clock = std::chrono::steady_clock;
    /// What is known about the jobs of a task.
    struct Task
    {
        RunTimes times;
        int waiting = 0;
        int running = 0;
        int recent = 0;           ///< that came lately
        Slot slot = Slot::Thread; ///< where they run
    };
    struct Held
    {
        Job job;
        Task *task;
        Clock::time_point since; ///< it waits
    };
    /// Position in the order of running.
    struct Rank
    {
        int priority;
        Timestamp runAt;
        qint64 id;
        quint64 run; ///< two leases of one job are two jobs
        auto operator<=>(const Rank &) const = default;
    };
    struct Lane
    {
        std::deque<Held> behind; ///< run after the one that runs, or is ready to
        int held = 0;            ///< all of the lane
        Clock::time_point since;
    };

    using HeldJobs = std::map<Rank, Held>;
    struct Last
    {
        Rank rank;
        qint64 queue;
        Slot slot;
    };

    static Rank rankOf(const Job &job);
    [[nodiscard]] Task *taskOf(const Job &job);
    /// It waits no longer.
    void onUnwaiting(const Held &waiting);
    ReturningJob leave(Held &&waiting, bool advance = false);
    /// @returns the job with its lease, which may have been renewed; empty if it did not run.
    [[nodiscard]] HeldJobs::node_type noLongerRunning(const Job &job);
    void halveRecent();
    /// What waits and would run last, the last first.
    [[nodiscard]] std::vector<Last> lastOnes(int count) const;
    [[nodiscard]] int waitingLocked() const
    {
        return int(m_ready[0].size() + m_ready[1].size()) + m_behind;
    }
    [[nodiscard]] Slot slotForLocked(const QString &task) const;
    [[nodiscard]] HeldJobs &ready(Slot slot) { return m_ready[size_t(slot)]; }
    [[nodiscard]] int &inUse(Slot slot) { return m_inUse[size_t(slot)]; }
    [[nodiscard]] bool sharesSlots() const { return m_loop.limit == 0; }
    /// See Ahead. For the slots of one kind, or for those that both share.
    struct Room
    {
        int free = 0;
        qint64 byTime = 0;
        qint64 recent = 0; ///< microseconds that the jobs take that came for them lately
        [[nodiscard]] bool isNone() const { return free == 0 && byTime == 0; }
    };
    [[nodiscard]] std::vector<Room> rooms(int arriving) const;
    [[nodiscard]] static std::optional<Slot> full(const std::vector<Room> &rooms);
    [[nodiscard]] qint64 horizon() const
    {
        return std::chrono::microseconds(m_times.horizon).count();
    }
    [[nodiscard]] int freeSlots(Slot slot) const;
    /// Takes free slots into use for what is ready.
    /// @param isAwaited  one of it needs no other slot, see push()
    [[nodiscard]] Starts allot(bool isAwaited = false);
    void makeReady(Held &&waiting);
    /// The job leaves; its lane's next becomes ready if `advance`.
    ReturningJob leave(Job &&job, bool wasStarted, bool advance = false);
    [[nodiscard]] std::vector<ReturningJob> giveUp(Lane *lane);
    [[nodiscard]] bool isOnHold(const Job &job) const;
    /// Removes what waits and must not be started here: is on hold, or of another name.
    [[nodiscard]] std::vector<ReturningJob> takeHeld();
    template <typename Predicate>
    [[nodiscard]] std::vector<ReturningJob> takeWaiting(const Predicate &isWanted);
    /// Calls `use` with every job.
    template <typename Self, typename Use> static void forEachJob(Self &self, const Use &use);

    const int m_concurrency;
    const Times m_times;
    mutable std::mutex m_mutex; // guards all below
    LoopTasks m_loop;           ///< the limit stays
    QSet<QString> m_gone;       ///< tasks that are not served any more
    JobQuotas m_quotas;
    HeldNames m_heldNames;
    std::array<HeldJobs, 2> m_ready;          ///< by slot
    std::unordered_map<qint64, Lane> m_lanes; ///< by queue id
    HeldJobs m_running; ///< in the nodes that they waited in: a start allocates no memory
    std::shared_ptr<const HeartbeatFreshness>
        m_gate;                     ///< null: always open. Set before the first job
    bool m_wasShut = false;         ///< the gate kept a job from starting
    int m_name = 0;                 ///< of WorkerNames
    quint64 m_runs = 0;             ///< numbers given
    std::atomic<int> m_suspects{0}; ///< written under the mutex
    int m_behind = 0;               ///< waiting in lanes, not ready
    std::array<int, 2> m_inUse{};   ///< slots
    std::map<QString, Task> m_tasks;
    std::pair<QString, Task *> m_lastTask{}; ///< that was looked for
    int m_recent = 0;                        ///< sum of Task::recent
    qint64 m_recentBytes = 0;                ///< payloads of those
    qint64 m_waitingBytes = 0;
};

} // namespace yardmaster
