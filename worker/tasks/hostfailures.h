#pragma once

#include <chrono>
#include <deque>

namespace yardmaster {

/// Troubles of hosts in the last minute, of one kind, and how long to wait before a host is started
/// again. A value.
class HostFailures final
{
public:
    /// @param first  the delay after the third trouble in a minute, doubled with each further one
    ///               up to `longest`.
    HostFailures(std::chrono::milliseconds first, std::chrono::milliseconds longest)
        : m_first(first)
        , m_longest(longest)
    { }

    void note();
    void clear() { m_failures.clear(); }
    /// 0: none.
    [[nodiscard]] std::chrono::milliseconds delay() const;

private:
    using Clock = std::chrono::steady_clock;

    std::chrono::milliseconds m_first;
    std::chrono::milliseconds m_longest;
    std::deque<Clock::time_point> m_failures;
};

} // namespace yardmaster
