#include "worker/runner/heartbeatfreshness.h"

#include <algorithm>
#include <ctime>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

std::chrono::milliseconds startMargin(std::chrono::milliseconds threshold)
{
    return threshold >= 4s ? 1s : threshold / 4;
}

} // namespace

HeartbeatFreshness::Time HeartbeatFreshness::sinceBoot()
{
    timespec time{};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

HeartbeatFreshness::HeartbeatFreshness(std::chrono::milliseconds interval,
                                       std::chrono::milliseconds threshold, Clock clock)
    : m_limit(threshold - startMargin(threshold))
    , m_interval(std::min(interval, std::chrono::floor<std::chrono::milliseconds>(m_limit * 2 / 3)))
    , m_clock(clock ? std::move(clock) : Clock(&HeartbeatFreshness::sinceBoot))
{ }

void HeartbeatFreshness::begin(Time sentAt)
{
    m_sentAt = sentAt.count();
    m_isOn = true;
}

void HeartbeatFreshness::onConfirmed(Time sentAt)
{
    if (sentAt - Time(m_sentAt.load()) > 2 * m_interval)
        ++m_misses;
    m_sentAt = sentAt.count();
}

bool HeartbeatFreshness::isFresh() const
{
    return !m_isOn.load() || age() < m_limit;
}

quint64 HeartbeatFreshness::misses() const
{
    // One that is overdue may be confirmed never.
    return m_misses.load() + (isOverdue() ? 1 : 0);
}

} // namespace yardmaster
