#pragma once

#include <yardmaster/taskoptions.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace yardmaster {

/// Ends runs whose time is up. One thread waits for the nearest deadline, begun with the first one;
/// a run that ends in time costs a look under a mutex and wakes nobody.
class Deadlines final
{
public:
    using Clock = std::chrono::steady_clock;

    /// Between the stop and the kill of a run whose time is up.
    static constexpr std::chrono::seconds kKillDelay{5};

    explicit Deadlines(std::chrono::milliseconds killDelay = kKillDelay)
        : m_killDelay(killDelay)
    { }
    ~Deadlines();
    Deadlines(const Deadlines &) = delete;
    Deadlines &operator=(const Deadlines &) = delete;

    class Run;

private:
    using Key = std::pair<Clock::time_point, const void *>;
    struct Stops
    {
        std::stop_source stop;
        std::stop_source kill;
        std::atomic<bool> hasPassed{false};
        Key key; ///< where it waits; guarded by m_mutex
    };

    void arm(const std::shared_ptr<Stops> &stops, Clock::time_point when);
    void disarm(const std::shared_ptr<Stops> &stops);
    void wait(const std::stop_token &end);

    const std::chrono::milliseconds m_killDelay;
    std::mutex m_mutex; // guards all below but the thread
    std::condition_variable_any m_wake;
    std::map<Key, std::shared_ptr<Stops>> m_waiting;
    Clock::time_point m_wakesAt = Clock::time_point::max();
    std::jthread m_thread; // started under m_mutex
};

/// The stop and kill of one run with a timeout: requested by the worker's, or when its time is up.
/// Outlives the run; any thread.
class Deadlines::Run final
{
public:
    /// @param timeout  more than 0.
    Run(Deadlines *deadlines, std::chrono::milliseconds timeout, const std::stop_token &stop,
        const std::stop_token &kill);
    /// From now on the timeout counts. Once at most.
    void begin();
    ~Run();
    Run(const Run &) = delete;
    Run &operator=(const Run &) = delete;

    [[nodiscard]] std::stop_token stop() const { return m_stops->stop.get_token(); }
    [[nodiscard]] std::stop_token kill() const { return m_stops->kill.get_token(); }
    [[nodiscard]] bool hasPassed() const { return m_stops->hasPassed.load(); }

private:
    struct Forward
    {
        std::stop_source target;
        void operator()() const
        {
            const std::stop_source kept = target; // a callback may end the run, and us with it
            kept.request_stop();
        }
    };

    Deadlines *const m_deadlines;
    const std::chrono::milliseconds m_timeout;
    const std::shared_ptr<Stops> m_stops;
    std::stop_callback<Forward> m_onStop;
    std::stop_callback<Forward> m_onKill;
};

} // namespace yardmaster
