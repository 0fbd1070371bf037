#pragma once

#include "worker/queue/job.h"

#include <chrono>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace yardmaster {

/// The jobs this worker holds the locks of: waiting in memory, or running. The dispatcher pushes,
/// pool threads take; who is entitled to a job's result is decided here, under one mutex.
/// Every member may be called from any thread.
class LocalQueue final
{
public:
    explicit LocalQueue(int concurrency)
        : m_concurrency(concurrency)
    {
    }

    /// @returns how many further pool threads to start; each must call take() until it is empty.
    [[nodiscard]] int push(std::vector<Job> jobs);

    /// The next job, from now on running; nullopt ends the calling thread's part.
    [[nodiscard]] std::optional<Job> take();

    /// A run has ended: calls `post`, which hands the result to the releaser, unless abandon() was
    /// faster. Under the mutex, so that a job is always running, or its result pending, or neither.
    void end(const Job &job, const std::function<void()> &post);

    /// Removes what waits, in order.
    [[nodiscard]] std::vector<Job> takeAll();
    /// Removes what has waited for longer than `ttl`.
    [[nodiscard]] std::vector<Job> takeOlderThan(std::chrono::milliseconds ttl);
    /// Disowns what runs: the results of these jobs no longer count.
    [[nodiscard]] std::vector<Job> abandon();

    [[nodiscard]] int waiting() const;
    [[nodiscard]] int running() const;
    /// Threads taking jobs. 0 with waiting() 0 means nothing runs any more.
    [[nodiscard]] int threads() const;

private:
    using Clock = std::chrono::steady_clock;
    struct Waiting
    {
        Job job;
        Clock::time_point since;
    };

    const int m_concurrency;
    mutable std::mutex m_mutex;
    std::deque<Waiting> m_waiting;
    std::unordered_map<qint64, Job> m_running;
    int m_threads = 0;
};

} // namespace yardmaster
