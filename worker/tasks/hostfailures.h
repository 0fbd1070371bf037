#pragma once

#include <chrono>
#include <deque>

namespace yardmaster {

/// Ends of hosts and other troubles of the last minute, and how long to wait before a host is
/// started again. A value.
class HostFailures final
{
public:
    /// @param first  the delay after the third trouble in a minute, doubled with each further one.
    explicit HostFailures(std::chrono::milliseconds first)
        : m_first(first)
    { }

    void note();
    /// 0: none.
    [[nodiscard]] std::chrono::milliseconds delay() const;

private:
    using Clock = std::chrono::steady_clock;

    std::chrono::milliseconds m_first;
    std::deque<Clock::time_point> m_failures;
};

} // namespace yardmaster
