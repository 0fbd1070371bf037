#pragma once

#include <yardmaster/crontab.h>

#include <QThread>

#include <memory>

namespace yardmaster {

class CronScheduler;
class EventBus;
class OpenSessions;
struct WorkerOptions;

/// The scheduler of one run and its thread. Made and destroyed on the runner's thread.
class CronService final
{
public:
    CronService(const WorkerOptions &options, const QString &workerId, const Crontab &crontab,
                const QStringList &tasks, EventBus *events);
    /// Cancels a statement that is under way, and waits two seconds at most. A thread that is still
    /// connecting then is left behind.
    ~CronService();
    Q_DISABLE_COPY_MOVE(CronService)

    // From any thread; they return at once.
    void start();
    void stop();
    void reload();
    /// The worker serves these from now on; entries for others are a warning when they are read.
    void setTasks(const QStringList &tasks);

    /// Lives on the service's thread.
    [[nodiscard]] CronScheduler *scheduler() const { return m_scheduler.get(); }

private:
    const std::shared_ptr<OpenSessions> m_sessions;
    std::unique_ptr<QThread> m_thread;
    std::unique_ptr<CronScheduler> m_scheduler; // deleted when the thread has ended
};

} // namespace yardmaster
