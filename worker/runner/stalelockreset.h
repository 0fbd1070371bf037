#pragma once

#include "worker/events/databaseactivity.h"
#include "worker/queue/jobqueue.h"

#include <QObject>
#include <QTimer>

namespace yardmaster {

class EventBus;
class Fetcher;

/// Unlocks jobs and queues that have been locked for more than four hours, every eight to ten
/// minutes, as every graphile-worker does: the net under the heartbeats. Lives on the dispatcher's
/// thread and uses its connection.
class StaleLockReset final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StaleLockReset)

public:
    /// @param connection  outlives this, like the bus.
    StaleLockReset(JobQueue queue, Fetcher *connection, EventBus *events, QObject *parent);

    /// The first time within a minute.
    void start();
    void stop() { m_timer.stop(); }
    void runOnce();

Q_SIGNALS:
    /// Some were unlocked.
    void unlocked();

private:
    void schedule(std::chrono::milliseconds from, std::chrono::milliseconds to);

    const JobQueue m_queue;
    Fetcher *const m_connection;
    EventBus *const m_events;
    DatabaseActivity m_resetting;
    QTimer m_timer;
};

} // namespace yardmaster
