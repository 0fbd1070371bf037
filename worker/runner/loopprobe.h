#pragma once

#include <QMetaObject>
#include <QObject>

#include <atomic>
#include <chrono>
#include <memory>

namespace yardmaster {

/// Measures whether the event loop of an object's thread still runs: each check() sends the loop an
/// event, unless one is still on its way. Costs nothing while nobody checks. Any thread, while the
/// object lives.
class LoopProbe final
{
public:
    using Clock = std::chrono::steady_clock;

    explicit LoopProbe(QObject *object)
        : m_object(object)
    { }

    /// @returns for how long the event under way has not been handled; 0: none is.
    std::chrono::milliseconds check() const
    {
        const Clock::rep now = Clock::now().time_since_epoch().count();
        Clock::rep sent = 0;
        if (m_sent->compare_exchange_strong(sent, now)) {
            QMetaObject::invokeMethod(
                m_object, [pending = m_sent] { pending->store(0); }, Qt::QueuedConnection);
            return {};
        }
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::duration(now - sent));
    }

private:
    QObject *m_object;
    std::shared_ptr<std::atomic<Clock::rep>> m_sent
        = std::make_shared<std::atomic<Clock::rep>>(0); ///< 0: none is under way
};

} // namespace yardmaster
