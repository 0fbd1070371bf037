#pragma once

#include <yardmaster/cronclock.h>

#include <QObject>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace yardmaster::test {

/// The clock of cron schedulers in a test: stands still until the test moves it. Thread-safe; must
/// outlive its clocks.
class SimulatedTime final
{
public:
    explicit SimulatedTime(const QDateTime &now)
        : m_now(now.toUTC())
    { }

    /// For WorkerOptions::cronClock.
    [[nodiscard]] std::function<std::unique_ptr<CronClock>()> clocks()
    {
        return [this] { return std::make_unique<Clock>(this); };
    }

    [[nodiscard]] QDateTime now() const
    {
        const std::lock_guard lock(m_mutex);
        return m_now;
    }

    /// @returns whether `count` schedulers have nothing left to do but to wait, within 60 s.
    [[nodiscard]] bool waitUntilIdle(int count = 1)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::seconds(60), [&] { return idle() >= count; });
    }

    /// Moves the time, forward or back, and wakes the schedulers whose wake-up time has come.
    void set(const QDateTime &now)
    {
        const std::lock_guard lock(m_mutex);
        m_now = now.toUTC();
        for (Clock *clock : m_clocks) {
            if (clock->isWaiting && clock->time <= m_now)
                wake(clock);
        }
    }
    /// The same, and waits until `count` schedulers wait again.
    [[nodiscard]] bool advanceTo(const QDateTime &now, int count = 1)
    {
        set(now);
        return waitUntilIdle(count);
    }
    /// Wakes all schedulers, even if too early.
    void wakeAll()
    {
        const std::lock_guard lock(m_mutex);
        for (Clock *clock : m_clocks) {
            if (clock->isWaiting)
                wake(clock);
        }
    }

    /// How late, or, if negative, how early a scheduler is woken, in ms; called for each wake-up.
    std::function<qint64()> lag;
    /// Moves the time to the next wake-up.
    void step()
    {
        const std::lock_guard lock(m_mutex);
        QDateTime next;
        for (const Clock *clock : m_clocks) {
            if (clock->isWaiting && (!next.isValid() || clock->time < next))
                next = clock->time;
        }
        if (!next.isValid())
            return;
        m_now = std::max(m_now, next);
        for (Clock *clock : m_clocks) {
            if (clock->isWaiting && clock->time <= m_now)
                wake(clock);
        }
    }

private:
    class Clock final : public CronClock
    {
    public:
        explicit Clock(SimulatedTime *simulated)
            : m_simulated(simulated)
        {
            const std::lock_guard lock(m_simulated->m_mutex);
            m_simulated->m_clocks.push_back(this);
        }
        ~Clock() override
        {
            const std::lock_guard lock(m_simulated->m_mutex);
            std::erase(m_simulated->m_clocks, this);
            m_simulated->m_changed.notify_all();
        }
        Q_DISABLE_COPY_MOVE(Clock)

        [[nodiscard]] QDateTime now() const override { return m_simulated->now(); }
        void wakeAt(const QDateTime &wanted, std::function<void()> wake) override
        {
            const std::lock_guard lock(m_simulated->m_mutex);
            time = m_simulated->lag ? wanted.addMSecs(m_simulated->lag()) : wanted;
            call = std::move(wake);
            if (wanted <= m_simulated->m_now) { // the time was moved since the scheduler asked
                SimulatedTime::wake(this);
                return;
            }
            isWaiting = true;
            m_simulated->m_changed.notify_all();
        }

        // Guarded by the mutex.
        QObject context; // on the scheduler's thread
        QDateTime time;
        std::function<void()> call;
        bool isWaiting = false;

    private:
        SimulatedTime *m_simulated;
    };

    [[nodiscard]] int idle() const
    {
        return int(std::ranges::count_if(m_clocks, &Clock::isWaiting));
    }
    static void wake(Clock *clock)
    {
        clock->isWaiting = false;
        QMetaObject::invokeMethod(&clock->context, std::exchange(clock->call, {}),
                                  Qt::QueuedConnection);
    }

    mutable std::mutex m_mutex; // Qt's condition variable looks like a double lock to TSan
    std::condition_variable m_changed;
    std::vector<Clock *> m_clocks;
    QDateTime m_now;
};

} // namespace yardmaster::test
