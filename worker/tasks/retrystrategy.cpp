#include <yardmaster/retrystrategy.h>

#include <QRandomGenerator>

#include <algorithm>
#include <cmath>

namespace yardmaster {

RetryStrategy::RetryStrategy(std::function<Duration(int)> delay)
    : m_delay(std::move(delay))
{ }

std::chrono::microseconds RetryStrategy::standardDelay(int attempts)
{
    return std::chrono::microseconds(std::llround(1e6 * std::exp(std::min(attempts, 10))));
}

RetryStrategy RetryStrategy::fixed(Duration delay)
{
    return RetryStrategy([delay](int) { return delay; });
}

RetryStrategy RetryStrategy::list(std::vector<Duration> delays)
{
    if (delays.empty())
        return {};
    return RetryStrategy([delays = std::move(delays)](int attempts) {
        const auto index = size_t(std::max(attempts, 1) - 1);
        return delays[std::min(index, delays.size() - 1)];
    });
}

RetryStrategy RetryStrategy::exponential(Duration first, Duration cap, double factor, double jitter)
{
    return RetryStrategy([=](int attempts) {
        // Many attempts overflow to infinity, which the cap takes care of.
        const double full
            = std::min(double(first.count()) * std::pow(factor, attempts - 1), double(cap.count()));
        const double random
            = jitter > 0 ? QRandomGenerator::global()->bounded(std::min(jitter, 1.0)) : 0.0;
        return Duration(qint64(std::llround(full * (1.0 - random))));
    });
}

std::optional<RetryStrategy::Duration> RetryStrategy::delay(int attempts) const
{
    if (!m_delay)
        return std::nullopt;
    return std::max(Duration(0), m_delay(std::max(attempts, 1)));
}

} // namespace yardmaster
