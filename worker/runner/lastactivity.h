#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace yardmaster {

/// When a worker last fetched, and last wrote results: published with its heartbeats, so that one
/// that lives and does not work can be told. Any thread.
class LastActivity final
{
public:
    using Clock = std::chrono::steady_clock;
    using Age = std::optional<std::chrono::milliseconds>; ///< unset: it never did

    /// A fetch begins; one that tries again counts with those before.
    void onFetchBegins()
    {
        if (m_asked.load(std::memory_order_relaxed) == 0)
            m_asked.store(ticks(), std::memory_order_relaxed);
    }
    /// It ends without a statement: there is nothing to ask for.
    void onFetchLeft() { m_asked.store(0, std::memory_order_relaxed); }
    /// A fetch was answered, be it with nothing.
    void onFetched()
    {
        m_fetched.store(ticks(), std::memory_order_relaxed);
        onFetchLeft();
    }
    /// Results were written.
    void onReleased() { m_released.store(ticks(), std::memory_order_relaxed); }

    [[nodiscard]] Age sinceFetch() const { return since(m_fetched); }
    [[nodiscard]] Age sinceRelease() const { return since(m_released); }
    /// For how long a fetch has gone without a successful answer; unset: none waits for one.
    [[nodiscard]] Age unanswered() const { return since(m_asked); }

private:
    static Clock::rep ticks() { return Clock::now().time_since_epoch().count(); }
    static Age since(const std::atomic<Clock::rep> &then)
    {
        const Clock::rep at = then.load(std::memory_order_relaxed);
        if (at == 0)
            return std::nullopt;
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::duration(ticks() - at));
    }

    std::atomic<Clock::rep> m_asked{0};
    std::atomic<Clock::rep> m_fetched{0};
    std::atomic<Clock::rep> m_released{0};
};

} // namespace yardmaster
