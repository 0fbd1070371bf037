#include "worker/tasks/hosttroubles.h"

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr auto kTroubleSpan = 60s;
constexpr auto kLongestDelay = 30s;

} // namespace

void HostTroubles::note()
{
    m_troubles.push_back(Clock::now());
    while (m_troubles.front() < m_troubles.back() - kTroubleSpan)
        m_troubles.pop_front();
}

std::chrono::milliseconds HostTroubles::delay() const
{
    const auto now = Clock::now();
    const auto recent = std::ranges::count_if(
        m_troubles, [now](Clock::time_point trouble) { return now - trouble < kTroubleSpan; });
    if (recent < 3)
        return 0ms;
    const std::chrono::milliseconds delay = std::min<std::chrono::milliseconds>(
        kLongestDelay, m_first * (1 << std::min<decltype(recent)>(recent - 3, 12)));
    return std::max(0ms,
                    std::chrono::ceil<std::chrono::milliseconds>(m_troubles.back() + delay - now));
}

} // namespace yardmaster
