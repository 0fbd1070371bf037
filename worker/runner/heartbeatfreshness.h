#pragma once

#include <QtGlobal>

#include <atomic>
#include <chrono>
#include <functional>

namespace yardmaster {

/// Whether a worker may still rely on its locks: others sweep it as stale once its heartbeat has
/// not changed for its threshold. They can have seen a heartbeat no sooner than it was sent, so a
/// job that waits may start only while the last confirmed one was sent less than the threshold ago,
/// minus a margin for the start. By CLOCK_BOOTTIME, which counts while a process is frozen and
/// while a machine sleeps; not where a virtual machine is paused with its clocks.
class HeartbeatFreshness final
{
public:
    using Time = std::chrono::nanoseconds; ///< since boot
    using Clock = std::function<Time()>;   ///< any thread

    [[nodiscard]] static Time sinceBoot();

    /// @param clock  unset: sinceBoot().
    HeartbeatFreshness(std::chrono::milliseconds interval, std::chrono::milliseconds threshold,
                       Clock clock = {});

    [[nodiscard]] Time now() const { return m_clock(); }
    /// Between two heartbeats: the one asked for, or less where the threshold is not much longer,
    /// so that isFresh() stays true between them.
    [[nodiscard]] std::chrono::milliseconds interval() const { return m_interval; }
    /// From here on it matters; before, and without a registry, isFresh() is always true.
    void begin(Time sentAt);
    /// A heartbeat sent then has been confirmed. Heartbeat thread.
    void onConfirmed(Time sentAt);
    /// One failed. Heartbeat thread.
    void onMissed() { ++m_misses; }

    /// A job may start. Any thread.
    [[nodiscard]] bool isFresh() const;
    /// The last confirmed one is older than two intervals. Any thread.
    [[nodiscard]] bool isOverdue() const { return m_isOn.load() && age() > 2 * m_interval; }
    /// How often heartbeats failed, or were late. Any thread.
    [[nodiscard]] quint64 misses() const;
    /// Heartbeats are sent: begin() was called. Any thread.
    [[nodiscard]] bool isOn() const { return m_isOn.load(); }
    /// Since the last confirmed one was sent. Any thread.
    [[nodiscard]] Time age() const { return m_clock() - Time(m_sentAt.load()); }

private:
    const Time m_limit;
    const std::chrono::milliseconds m_interval;
    const Clock m_clock;
    std::atomic<bool> m_isOn{false};
    std::atomic<Time::rep> m_sentAt{0};
    std::atomic<quint64> m_misses{0};
};

} // namespace yardmaster
