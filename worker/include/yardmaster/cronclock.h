#pragma once

#include <QDateTime>
#include <QTimer>

#include <functional>

namespace yardmaster {

/// The clock and timer of the cron scheduler; replaced in tests, where months pass in seconds.
/// Made, used and destroyed on the scheduler's thread.
class CronClock
{
public:
    virtual ~CronClock() = default;

    /// In UTC. May jump forward or back.
    [[nodiscard]] virtual QDateTime now() const = 0;
    /// Calls `wake` once, from the event loop of the calling thread, when it is `time` or about
    /// that: the scheduler looks at now() itself. Replaces an earlier request.
    virtual void wakeAt(const QDateTime &time, std::function<void()> wake) = 0;
};

/// The machine's clock. Wakes once a minute at the latest, because a timer neither counts the time
/// that a machine sleeps nor notices that its clock is set.
class SystemCronClock final : public CronClock
{
public:
    SystemCronClock();
    [[nodiscard]] QDateTime now() const override;
    void wakeAt(const QDateTime &time, std::function<void()> wake) override;

private:
    QTimer m_timer;
    std::function<void()> m_wake;
};

} // namespace yardmaster
