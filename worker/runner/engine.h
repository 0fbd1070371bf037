#pragma once

#include "worker/runner/loopprobe.h"
#include <yardmaster/runner.h>

#include <QThread>
#include <QTimer>

#include <chrono>
#include <future>
#include <memory>
#include <vector>

namespace yardmaster {

class Dispatcher;
class GracePeriod;
class HandlerThreads;
class HeartbeatFreshness;
class Heartbeats;
class Releaser;
class JobRunner;
class JobSender;
class LastActivity;
class OpenSessions;

/// The threads of one run and the objects on them: a dispatcher, a releaser, the heartbeats, a pool
/// for handlers, and where there are asynchronous tasks an executor thread for them. Made, started
/// and destroyed on the runner's thread.
class Engine final
{
public:
    Engine(const WorkerOptions &options, const QString &workerId,
           std::shared_ptr<const TaskRegistry> registry, std::shared_ptr<JobSender> sender,
           EventBus *events);
    /// Kills what still runs and waits, two seconds at most. A C++ handler that ignores its stop
    /// token is left behind on its thread, a coroutine that has not ended in memory; its job has
    /// been given back. Threads of ours that are still connecting to a database which does not
    /// answer are left behind too, and with them the objects they use.
    ~Engine();
    Q_DISABLE_COPY_MOVE(Engine)

    void open();
    /// @name Any thread.
    /// @{
    void stop();
    void kill();
    /// @}
    /// See Runner::setHeldNames(). Any thread.
    void setHeldNames(const HeldNames &names);
    /// Serves the tasks of this registry from now on, see TaskWatch. One call at a time; any
    /// thread.
    void setTasks(const std::shared_ptr<const TaskRegistry> &registry);

    /// Any thread, but WorkerStatus::unresponsive is of the engine's threads only.
    [[nodiscard]] WorkerStatus status() const;

    /// Its signals come from another thread.
    [[nodiscard]] Dispatcher *dispatcher() const { return m_dispatcher; }

private:
    /// One of the engine's threads, and the sessions that it waits for.
    struct Probed
    {
        LoopProbe loop;
        QStringList purposes;
    };

    void requestOnThread(void (JobRunner::*request)()) const;
    /// @returns false if it was left behind.
    [[nodiscard]] bool endThread(std::unique_ptr<QThread> *thread,
                                 const QStringList &purposes) const;

    const std::function<QByteArray(const QStringList &tasks)> m_metadata;
    const std::shared_ptr<OpenSessions> m_sessions;
    const std::shared_ptr<JobSender> m_sender;
    std::unique_ptr<QThread> m_dispatching;
    std::unique_ptr<QThread> m_releasing;
    std::unique_ptr<QThread> m_beating;
    std::unique_ptr<HandlerThreads> m_handling;
    std::shared_ptr<JobRunner> m_jobs;
    Heartbeats *m_heartbeats;  // lives on m_beating, deleted when it ends
    Releaser *m_releaser;      // lives on m_releasing, deleted when it ends
    std::promise<void> m_done; // set on the dispatcher's thread
    bool m_opened = false;
    Dispatcher *m_dispatcher; // lives on m_dispatching, deleted when it ends
    std::unique_ptr<GracePeriod> m_grace;
    std::shared_ptr<const HeartbeatFreshness> m_freshness;
    std::shared_ptr<const LastActivity> m_activity;
    std::vector<Probed> m_probed;
    QTimer m_silence; // has m_heartbeats look whether the server answers
};

} // namespace yardmaster
