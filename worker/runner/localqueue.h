#pragma once

#include "worker/queue/job.h"
#include "worker/runner/heartbeatwatch.h"
#include "worker/runner/holds.h"
#include "worker/runner/jobquotas.h"

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
struct LeavingJob
{
    Job job;
    bool freesQueue = false; ///< the last one of its named queue that this worker holds
};

/// Where a job runs.
enum class Place : size_t {
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
    Place place = Place::Thread; ///< where it has to
    int left = 0;                ///< jobs that still wait, here and there
};

/// Places that were taken into use: each must call take() until it is empty.
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
/// kept until the last of them has left. A lane that has been held for kLaneTime gives up what it
/// has not started, so that other workers get their turn.
///
/// Every member may be called from any thread.
///
/// A job starts only while heartbeats are fresh, see HeartbeatWatch; what waits stays until they
/// are again. Who finds itself swept calls disown().
class LocalQueue final
{
public:
    static constexpr std::chrono::seconds kLaneTime{1};

    explicit LocalQueue(int concurrency, JobQuotas quotas = {}, LoopTasks loop = {})
        : m_concurrency(concurrency)
        , m_loop(std::move(loop))
        , m_quotas(std::move(quotas))
    { }

    struct Pushed
    {
        Starts starts;
        std::vector<LeavingJob> held; ///< were fetched before hold() or disown() was called
    };
    /// Before the first job.
    void setGate(std::shared_ptr<const HeartbeatWatch> gate) { m_gate = std::move(gate); }
    /// Heartbeats are fresh again. @returns the places for what waited for that.
    [[nodiscard]] Starts reopen();
    /// A job may start.
    [[nodiscard]] bool isOpen() const { return !m_gate || m_gate->isFresh(); }
    /// The worker locks jobs under this of its names from now on: removes what waits under others,
    /// now and whenever it is pushed.
    [[nodiscard]] std::vector<LeavingJob> disown(int name);

    /// @param isAwaited  a thread that has called takeThread() calls take() next.
    /// @param aside  go back with Pushed::held, without ever waiting here.
    [[nodiscard]] Pushed push(std::vector<Job> jobs, bool isAwaited = false,
                              std::vector<Job> aside = {});
    /// Takes a place into use before there is a job for it. @returns false if none is free, if jobs
    /// wait already, or may be for the executor thread.
    [[nodiscard]] bool takeThread();

    /// From now on take() gives no job of these. Calls `giveBack` with those that wait, under the
    /// mutex, so that a job is always held here, or on its way back.
    [[nodiscard]] Starts hold(const Holds &holds,
                              const std::function<void(std::vector<LeavingJob>)> &giveBack);
    [[nodiscard]] Holds holds() const;

    /// The next job, from now on running; nullopt gives the caller's place up. Where the places are
    /// shared it may be a job for the other kind of place: the caller hands it, and its place,
    /// over.
    [[nodiscard]] std::optional<TakenJob> take(Place here);

    /// A run has ended: calls `post`, which hands the result to the releaser, unless abandon() was
    /// faster. Under the mutex, so that a job is always running, or its result pending, or neither.
    /// The caller keeps the place and goes on with take().
    struct Ended
    {
        std::vector<LeavingJob> givenUp; ///< what is left of a lane whose time is up
        Starts starts;                   ///< for what became ready elsewhere
    };
    [[nodiscard]] Ended end(Job job, const std::function<void(LeavingJob leaving)> &post);

    /// Removes what waits.
    [[nodiscard]] std::vector<LeavingJob> takeAll();
    /// Removes what has waited for longer than `ttl`.
    [[nodiscard]] std::vector<LeavingJob> takeOlderThan(std::chrono::milliseconds ttl);
    /// Removes what would run last, until no more than `count` wait. Jobs of named queues stay: it
    /// is here that the others of their queue are.
    [[nodiscard]] std::vector<LeavingJob> takeBeyond(int count);
    /// Disowns what runs: the results of these jobs no longer count.
    [[nodiscard]] std::vector<LeavingJob> abandon();

    [[nodiscard]] int waiting() const;
    [[nodiscard]] int running() const;
    /// Places in use. 0 with waiting() 0 means nothing runs any more.
    [[nodiscard]] int placesInUse() const;
    /// Places where a job could start at once.
    [[nodiscard]] int freePlaces() const;
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
    struct Waiting
    {
        Job job;
        Clock::time_point since;
    };
    /// Position in the order of running.
    struct Rank
    {
        int priority;
        qint64 runAt;
        qint64 id;
        quint64 run; ///< two leases of one job are two jobs
        auto operator<=>(const Rank &) const = default;
    };
    struct Lane
    {
        std::deque<Waiting> behind; ///< run after the one that runs, or is ready to
        int held = 0;               ///< all of the lane
        Clock::time_point since;
    };

    using Ready = std::map<Rank, Waiting>;

    static Rank rankOf(const Job &job);
    [[nodiscard]] int waitingLocked() const
    {
        return int(m_ready[0].size() + m_ready[1].size()) + m_behind;
    }
    [[nodiscard]] Place placeOf(const Job &job) const;
    [[nodiscard]] Ready &ready(Place place) { return m_ready[size_t(place)]; }
    [[nodiscard]] int &inUse(Place place) { return m_inUse[size_t(place)]; }
    [[nodiscard]] bool sharesPlaces() const { return m_loop.limit == 0; }
    [[nodiscard]] int freePlaces(Place place) const;
    /// Takes free places into use for what is ready.
    /// @param isAwaited  one of it needs no other place, see push()
    [[nodiscard]] Starts allot(bool isAwaited = false);
    void makeReady(Waiting waiting);
    /// The job leaves; its lane's next becomes ready if `advance`.
    LeavingJob leave(Job job, bool wasStarted, bool advance = false);
    [[nodiscard]] std::vector<LeavingJob> giveUp(Lane *lane);
    [[nodiscard]] bool isOnHold(const Job &job) const;
    /// Removes what waits and must not be started here: is on hold, or of another name.
    [[nodiscard]] std::vector<LeavingJob> takeHeld();
    /// Calls `use` with every job.
    template <typename Self, typename Use> static void forEachJob(Self &self, const Use &use);

    const int m_concurrency;
    const LoopTasks m_loop;
    mutable std::mutex m_mutex; // guards all below
    JobQuotas m_quotas;
    Holds m_holds;
    std::array<Ready, 2> m_ready;                 ///< by place
    std::unordered_map<qint64, Lane> m_lanes;     ///< by queue id
    std::map<quint64, Job> m_running;             ///< by Job::run
    std::shared_ptr<const HeartbeatWatch> m_gate; ///< null: always open. Set before the first job
    bool m_wasShut = false;                       ///< the gate kept a job from starting
    int m_name = 0;                               ///< of WorkerNames
    quint64 m_runs = 0;                           ///< numbers given
    std::atomic<int> m_suspects{0};               ///< written under the mutex
    int m_behind = 0;                             ///< waiting in lanes, not ready
    std::array<int, 2> m_inUse{};                 ///< places
};

} // namespace yardmaster
