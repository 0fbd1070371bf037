#pragma once

#include "worker/events/databaseactivity.h"
#include "worker/queue/jobqueue.h"
#include <yardmaster/connectionsettings.h>

#include <QObject>
#include <QTimer>

#include <memory>
#include <thread>

namespace yardmaster {

class EventBus;

/// Unlocks jobs and queues that have been locked for more than four hours, every eight to ten
/// minutes, as every graphile-worker does: the net under the heartbeats. Lives on the dispatcher's
/// thread; the statement reads the whole table of jobs, so it runs on a thread and a connection
/// that exist only for it, and fetching goes on meanwhile. With it the history is kept, where the
/// schema has one.
class StaleLockReset final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StaleLockReset)

public:
    /// @param events  outlives this.
    StaleLockReset(const ConnectionSettings &connection, JobQueue queue, EventBus *events,
                   QObject *parent);
    /// Cancels what is under way, and waits for it, but not long.
    ~StaleLockReset() override;

    /// The first time within a minute.
    void start();
    /// Cancels what is under way.
    void stop();
    /// Does nothing while one is under way.
    /// @param keepsHistory  as start() does; a worker that runs once leaves it to others.
    void runOnce(bool keepsHistory = false);
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    /// Some were unlocked.
    void unlocked();
    /// After runOnce(), whatever became of it, and after unlocked().
    void finished();

private:
    struct Run;
    void schedule(std::chrono::milliseconds from, std::chrono::milliseconds to);
    void onDone(const Result<qint64> &count);

    const JobQueue m_queue;
    EventBus *const m_events;
    DatabaseActivity m_resetting;
    QTimer m_timer;
    std::shared_ptr<Run> m_run; ///< the thread has it too
    std::thread m_thread;
    bool m_isRunning = false;
};

} // namespace yardmaster
