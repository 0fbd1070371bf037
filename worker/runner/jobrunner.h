#pragma once

#include "worker/runner/deadlines.h"
#include "worker/runner/localqueue.h"
#include <yardmaster/taskregistry.h>

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <vector>

class QThreadPool;

namespace yardmaster {

class EventBus;
class JobSender;
class Releaser;
class WorkerServices;
struct Interceptors;
struct JobEvent;
struct WorkerOptions;

/// Runs jobs: blocking ones on pool threads, asynchronous ones on the executor thread. Each
/// slot takes job after job until none waits. Kept alive by every run, because a C++ handler that
/// ignores its stop token may outlive the engine; once closed, such a run reports to no one.
///
/// A long file: the path of a job from the local queue to its result, for both kinds of threads.
class JobRunner final : public std::enable_shared_from_this<JobRunner>
{
public:
    using Clock = std::chrono::steady_clock;

    struct Reports
    {
        EventBus *events;
        Releaser *releaser;
        std::function<void()> onRoom; ///< a slot ran dry, or the local queue is half empty
        QThreadPool *pool;
        QObject *loop; ///< lives on the executor thread; null if no task is asynchronous
        /// Where there is no releaser: gets the outcomes instead, on the threads of the handlers.
        std::function<void(const TaskOutcome &outcome, std::chrono::microseconds duration)>
            onUnwritten{};
    };

    JobRunner(QString workerId, std::shared_ptr<const TaskRegistry> registry,
              const WorkerOptions &options, std::shared_ptr<JobSender> sender);
    ~JobRunner();
    Q_DISABLE_COPY_MOVE(JobRunner)

    /// Before the first run, and again with nothing in it when nobody listens any more.
    void reportTo(Reports reports);

    /// Sets slots that were taken into use going. Any thread.
    void start(Starts starts);
    /// Has a pool thread call `await`, which pushes jobs to local(), and then run them. @returns
    /// false, and does nothing, where LocalQueue::takeThread() does. Any thread.
    [[nodiscard]] bool startAwaiting(std::function<void()> await);

    /// Before the first job.
    void setGate(const std::shared_ptr<const HeartbeatFreshness> &gate);
    /// See Runner::setHeldNames(). Any thread.
    void setHeldNames(const HeldNames &names);
    /// Jobs that start from now on run as `registry` says; of tasks that it does not have, none
    /// does. One call at a time; any thread.
    void setTasks(std::shared_ptr<const TaskRegistry> registry);

    [[nodiscard]] LocalQueue &local() { return m_local; }
    /// Asks running jobs to end, those to come included. Any thread.
    void requestStop();
    /// Asks those that run now to end, because their leases are lost. Any thread.
    void requestStopOfRunning();
    /// Ends by force what can be ended by force. Any thread.
    void requestKill() { kill.request_stop(); }
    std::stop_source kill;

    // For AsyncRun.
    [[nodiscard]] std::stop_token stopToken() const;
    [[nodiscard]] TaskContext contextFor(const Job &job, const Deadlines::Run *deadline);
    void endAsync(const Job &job, const TaskRegistry::Entry &entry, TaskOutcome &&outcome,
                  bool hasTimedOut, Clock::time_point begin);

    /// Jobs that tasks add after their own has ended, and that are not written yet. Any thread.
    [[nodiscard]] int lateAdds() const;

private:
    /// Runs `first`, if any, and then whatever waits. Called on a pool thread.
    void runUntilEmpty(std::optional<TakenJob> first);
    /// Starts asynchronous jobs in this many slots, and whatever slots are free besides. Called
    /// on the executor thread.
    void startOnLoop(int count);
    void startAsync(Job &&job);
    /// Reads the payload if it was left in the database. @returns false if it cannot be had: the
    /// job was given back then. Blocks.
    [[nodiscard]] bool readPayload(Job *job);
    [[nodiscard]] bool mayStill(const Job &job);
    /// Gives back a job that was taken.
    void unstart(const Job &job);
    /// `entry` of the job is not for this slot, or null, because of setTasks(): gives it back.
    [[nodiscard]] bool isGone(const Job &job, const TaskRegistry::Entry *entry, Slot here);
    [[nodiscard]] const TaskRegistry::Entry *entryOf(const Job &job) const
    {
        return m_registry.load(std::memory_order_acquire)->entry(job.info.task);
    }
    /// For a job that was taken here but belongs to the other kind of slot.
    void handOver(TakenJob &&taken);
    [[nodiscard]] std::optional<TakenJob> next(Slot here);
    [[nodiscard]] TaskOutcome runBlocking(const Job &job, const TaskRegistry::Entry &entry);
    /// Null: it may take as long as it likes.
    [[nodiscard]] std::unique_ptr<Deadlines::Run> deadlineFor(const Job &job,
                                                              const TaskRegistry::Entry &entry);
    [[nodiscard]] std::chrono::milliseconds timeoutOf(const Job &job,
                                                      const TaskRegistry::Entry &entry) const;

    /// What the job must end with before its handler is called. `entry`: null for no such task.
    [[nodiscard]] std::optional<TaskOutcome> outcomeBefore(Job *job,
                                                           const TaskRegistry::Entry *entry) const;
    /// @returns what asynchronous runs get as their scope.
    QObject *reportStart(Job *job);
    /// How a run has ended: also what its handler has reported.
    struct Ending
    {
        TaskOutcome outcome;
        std::chrono::microseconds duration;
        bool wasRun; ///< or it ended before its handler was called
    };
    [[nodiscard]] Ending endingOf(const Job &job, const TaskRegistry::Entry *entry,
                                  TaskOutcome &&outcome, bool wasRun, Clock::time_point begin);
    /// The rest of endAsync(), when all that the job has added is written.
    void endWritten(const Job &job, const TaskRegistry::Entry &entry, TaskOutcome &&outcome,
                    Clock::time_point begin);
    void finish(const Job &job, Ending &&ending);
    /// With m_reportsMutex held, too.
    void finishLocked(const Job &job, Ending &&ending);
    /// Says how the handler did. With m_reportsMutex held, and somebody to report to.
    void reportEnd(const Job &job, const Ending &ending) const;
    void reportRoom();
    /// There is somebody to report to.
    [[nodiscard]] bool isOpen();
    /// With m_reportsMutex held, from any thread.
    void postToLoop(std::function<void()> call) const;
    void startLocked(Starts starts);
    /// With m_reportsMutex held, too.
    [[nodiscard]] LocalQueue::JobReturner jobReturner() const;

    const QString m_workerId;
    std::vector<std::shared_ptr<const TaskRegistry>> m_registries; ///< runs refer to them
    std::atomic<const TaskRegistry *> m_registry;                  ///< the last of these
    std::atomic<bool> m_haveTasksChanged = false;
    QSet<QString> m_served; ///< tasks that any of them has
    const int m_lowWater;
    const std::shared_ptr<const Interceptors> m_interceptors; // may be null
    const std::optional<std::chrono::milliseconds> m_taskTimeout;
    const QMap<QString, std::chrono::milliseconds> m_taskTimeouts;
    const std::shared_ptr<WorkerServices> m_services;
    LocalQueue m_local;
    Deadlines m_deadlines;
    mutable std::mutex m_stopMutex; // guards the next two
    std::stop_source m_stop;
    bool m_isStopRequested = false;
    std::shared_mutex m_reportsMutex; // held shared while reporting
    Reports m_reports{};
    int m_loopSlots = 0;       // free ones; executor thread
    bool m_isStarting = false; // executor thread: startOnLoop() is running
};

} // namespace yardmaster
