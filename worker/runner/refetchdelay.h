#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>

namespace yardmaster {

class EventBus;

/// The pause after a fetch that brought few jobs, see WorkerOptions::refetchDelay. It ends by
/// itself, or when enough jobs have been announced. Lives on the dispatcher's thread.
class RefetchDelayTimer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RefetchDelayTimer)

public:
    struct Config
    {
        std::chrono::milliseconds delay{0}; ///< half to one and a half times this; 0: no pause
        int threshold = 0;         ///< jobs of a fetch that was followed by a pause, at most
        int maxAbortThreshold = 0; ///< announced jobs that end the pause, at most
    };

    RefetchDelayTimer(Config config, QString workerId, EventBus *events, QObject *parent);

    /// No fetch while it is.
    [[nodiscard]] bool isActive() const { return m_timer.isActive(); }
    /// Begins a pause if a fetch of `jobCount` jobs earns one.
    void afterFetch(int jobCount);
    void onAnnounced(int count);
    void stop() { m_timer.stop(); }

Q_SIGNALS:
    void expired();

private:
    const Config m_config;
    const QString m_workerId;
    EventBus *const m_events;
    QTimer m_timer;
    qint64 m_announced = 0; ///< jobs, since the pause began
    qint64 m_abortAt = 0;   ///< announced jobs that end it
};

} // namespace yardmaster
