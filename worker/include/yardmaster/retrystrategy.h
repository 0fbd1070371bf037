#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace yardmaster {

/// When a failed job is tried again. A value; safe to share between threads.
class RetryStrategy final
{
public:
    using Duration = std::chrono::milliseconds;

    /// graphile-worker's: exp(least(attempts, 10)) seconds after the later of now and run_at, as
    /// the database reckons it.
    RetryStrategy() = default;
    /// What that adds, for a job that has run `attempts` times.
    [[nodiscard]] static std::chrono::microseconds standardDelay(int attempts);
    /// The same delay every time, 0 or more.
    [[nodiscard]] static RetryStrategy fixed(Duration delay);
    /// One delay per attempt, the last one for all further attempts; empty: the standard.
    [[nodiscard]] static RetryStrategy list(std::vector<Duration> delays);
    /// `first`, then `factor` times longer each time, `cap` at most.
    /// @param factor  1 or more.
    /// @param jitter  share of each delay that is random, 0 (none) to 1 (anything from 0), so that
    ///                jobs that failed together are not retried together.
    [[nodiscard]] static RetryStrategy exponential(Duration first, Duration cap,
                                                   double factor = 2.0, double jitter = 0.0);

    /// @param attempts  runs so far, 1 or more.
    /// @returns how long to wait, or nullopt for the standard backoff. Any thread.
    [[nodiscard]] std::optional<Duration> delay(int attempts) const;

private:
    explicit RetryStrategy(std::function<Duration(int attempts)> delay);

    std::function<Duration(int attempts)> m_delay;
};

} // namespace yardmaster
