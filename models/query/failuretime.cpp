#include "models/query/failuretime.h"

#include <yardmaster/retrystrategy.h>

#include <chrono>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

/// The clocks of server and this machine differ.
constexpr std::chrono::microseconds kClockSkew = 1min;

template <typename Job> std::optional<Timestamp> timeOf(const Job &job, bool hasError)
{
    const bool isUntouched = !job.lockedAt && job.updatedAt == job.createdAt;
    if (!isUntouched || !hasError || job.attempts <= 0 || !isFinite(job.runAt))
        return std::nullopt;
    const Timestamp time = job.runAt - RetryStrategy::standardDelay(job.attempts);
    const bool isPossible
        = time >= job.createdAt && time <= std::chrono::system_clock::now() + kClockSkew;
    return isPossible ? std::optional(time) : std::nullopt;
}

} // namespace

std::optional<Timestamp> failureTime(const JobRow &job)
{
    return timeOf(job, !job.error.isEmpty());
}

std::optional<Timestamp> failureTime(const JobRecord &job)
{
    return timeOf(job, !job.lastError.isEmpty());
}

} // namespace yardmaster
