#pragma once

#include <chrono>
#include <optional>

namespace yardmaster {

/// What a worker holds and does at one moment, for health checks and metrics; see Runner::status().
struct WorkerStatus
{
    using Duration = std::chrono::milliseconds;

    int running = 0;   ///< jobs whose handlers run
    int waiting = 0;   ///< fetched ahead, not started
    int unwritten = 0; ///< results that are not in the database yet
    /// Waiting jobs may start: the last confirmed heartbeat is recent enough, or none are sent.
    bool mayStart = true;
    /// Since the last confirmed heartbeat was sent; unset: none are sent, or not yet.
    std::optional<Duration> sinceHeartbeat;
    std::optional<Duration> sinceFetch; ///< since the last answer to a fetch; unset: none yet
    /// For how long the worker has tried to fetch without success; unset: it does not try now.
    std::optional<Duration> unansweredFetch;
    std::optional<Duration> sinceRelease; ///< since results were last written; unset: never
    /// The longest time for which one of the engine's threads, or the runner's own, has not
    /// returned to its event loop. Waiting for the database does not count, and neither do the
    /// threads of handlers. Measured from one status() to later ones, so it needs to be called
    /// repeatedly.
    Duration unresponsive{0};
};

} // namespace yardmaster
