#pragma once

#include <yardmaster/events.h>
#include <yardmaster/runner.h>

namespace yardmaster {

class EventBus;

/// Tells the event bus how a run goes: its beginning, what the local queue is doing, and its end,
/// each step once and in this order. Lives on the dispatcher's thread.
class RunReport final
{
public:
    /// What the events say of the worker.
    struct Config
    {
        QString schema;
        int concurrency = 1;
        int localQueueSize = 0; ///< jobs
    };

    RunReport(Config config, QString workerId, EventBus *events);

    /// First of all.
    void onOpened();
    /// Before any job can start.
    void onStarted(const QStringList &tasks);
    void onMode(LocalQueueMode mode);
    void onStopping(Shutdown kind, const QString &message);
    /// Last of all; silent unless onOpened() came before.
    void onEnded(const RunOutcome &outcome);

private:
    const Config m_config;
    const QString m_workerId;
    EventBus *const m_events;
    LocalQueueMode m_mode = LocalQueueMode::Starting;
    bool m_isOpen = false;
    bool m_isStarted = false;
    bool m_isStopping = false;
    Shutdown m_kind = Shutdown::Graceful;
};

} // namespace yardmaster
