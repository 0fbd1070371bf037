#pragma once

#include "worker/queue/job.h"

#include <chrono>
#include <deque>
#include <functional>
#include <map>
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

/// The jobs this worker holds the locks of: waiting in memory, or running. The dispatcher pushes,
/// pool threads take; who is entitled to a job's result is decided here, under one mutex.
///
/// Jobs are taken by priority, run_at, id. Several jobs of one named queue form a lane: they run
/// strictly one after the other, each as soon as the one before has ended, and the queue's lock is
/// kept until the last of them has left. A lane that has been held for kLaneTime gives up what it
/// has not started, so that other workers get their turn.
///
/// Every member may be called from any thread.
class LocalQueue final
{
public:
    static constexpr std::chrono::seconds kLaneTime{1};

    explicit LocalQueue(int concurrency)
        : m_concurrency(concurrency)
    { }

    /// @returns how many further pool threads to start; each must call take() until it is empty.
    [[nodiscard]] int push(std::vector<Job> jobs);

    /// The next job, from now on running; nullopt ends the calling thread's part.
    [[nodiscard]] std::optional<Job> take();

    /// A run has ended: calls `post`, which hands the result to the releaser, unless abandon() was
    /// faster. Under the mutex, so that a job is always running, or its result pending, or neither.
    /// @returns what is left of a lane whose time is up.
    [[nodiscard]] std::vector<LeavingJob> end(const Job &job,
                                              const std::function<void(bool freesQueue)> &post);

    /// Removes what waits.
    [[nodiscard]] std::vector<LeavingJob> takeAll();
    /// Removes what has waited for longer than `ttl`.
    [[nodiscard]] std::vector<LeavingJob> takeOlderThan(std::chrono::milliseconds ttl);
    /// Disowns what runs: the results of these jobs no longer count.
    [[nodiscard]] std::vector<LeavingJob> abandon();

    [[nodiscard]] int waiting() const;
    [[nodiscard]] int running() const;
    /// Threads taking jobs. 0 with waiting() 0 means nothing runs any more.
    [[nodiscard]] int threads() const;
    /// Ids of all jobs held.
    [[nodiscard]] std::vector<qint64> held() const;

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
        auto operator<=>(const Rank &) const = default;
    };
    struct Lane
    {
        std::deque<Waiting> behind; ///< run after the one that runs, or is ready to
        int held = 0;               ///< all of the lane
        Clock::time_point since;
    };

    static Rank rankOf(const Job &job);
    void makeReady(Waiting waiting);
    /// The job leaves; its lane's next becomes ready if `advance`.
    LeavingJob leave(Job job, bool advance);
    [[nodiscard]] std::vector<LeavingJob> giveUp(Lane *lane);

    const int m_concurrency;
    mutable std::mutex m_mutex;
    std::map<Rank, Waiting> m_ready;
    std::unordered_map<qint64, Lane> m_lanes;        ///< by queue id
    std::map<std::pair<qint64, int>, Job> m_running; ///< by id and attempt: the lease
    int m_behind = 0;                                ///< waiting in lanes, not ready
    int m_threads = 0;
};

} // namespace yardmaster
