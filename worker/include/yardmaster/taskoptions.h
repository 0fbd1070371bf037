#pragma once

#include <yardmaster/retrystrategy.h>

#include <chrono>

namespace yardmaster {

/// How the jobs of one task are run, whatever kind of executor runs them.
struct TaskOptions
{
    /// After this the run's stop token is requested, a child process is terminated and soon killed,
    /// and the run fails as timed out; 0: no timeout. C++ is stopped cooperatively only: a handler
    /// that ignores its token runs on, and if it still succeeds, the run is a success.
    std::chrono::milliseconds timeout{0};
    RetryStrategy retry{}; ///< used where the outcome names no delay of its own
    /// Runs after which a failure is final although the job itself would allow more; 0: the job
    /// decides alone.
    int maxAttempts = 0;
    /// `timeout` is that of a kind of tasks: WorkerOptions::taskTimeout takes its place.
    bool isTimeoutDefault = false;
};

} // namespace yardmaster
