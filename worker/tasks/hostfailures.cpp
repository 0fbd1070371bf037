#include "worker/tasks/hostfailures.h"

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr auto kTroubleSpan = 60s;

} // namespace

void HostFailures::note()
{
    m_failures.push_back(Clock::now());
    while (m_failures.front() < m_failures.back() - kTroubleSpan)
        m_failures.pop_front();
}

std::chrono::milliseconds HostFailures::delay() const
{
    if (m_failures.size() < 3)
        return 0ms; // every start of a job passes here
    const auto now = Clock::now();
    const auto recent = std::ranges::count_if(
        m_failures, [now](Clock::time_point trouble) { return now - trouble < kTroubleSpan; });
    if (recent < 3)
        return 0ms;
    const std::chrono::milliseconds delay = std::min<std::chrono::milliseconds>(
        m_longest, m_first * (1 << std::min<decltype(recent)>(recent - 3, 12)));
    return std::max(0ms,
                    std::chrono::ceil<std::chrono::milliseconds>(m_failures.back() + delay - now));
}

} // namespace yardmaster
