#pragma once

#include <yardmaster/dberror.h>
#include <yardmaster/heldnames.h>
#include <yardmaster/jobdatabase.h>
#include <yardmaster/tasksources.h>
#include <yardmaster/workeroptions.h>
#include <yardmaster/workerstatus.h>

#include <QFuture>
#include <QObject>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace yardmaster {

class CronService;
class Engine;
class EventBus;
class JobSender;
class LoopProbe;
class TaskRegistry;
class TaskWatch;

/// How a run ended.
struct RunOutcome
{
    enum class Reason {
        Drained,      ///< `once`: nothing runnable was left
        Stopped,      ///< stop(), kill() or a signal
        SchemaTooNew, ///< a breaking migration newer than this program was installed (exit code 57)
        Failed,       ///< could not start; see `error`
    };
    Reason reason = Reason::Stopped;
    DbError error; ///< for Failed and SchemaTooNew

    qint64 succeeded = 0; ///< runs, written to the database
    qint64 failed = 0;    ///< runs that will be tried again
    qint64 failedForGood = 0;
    qint64 snoozed = 0;     ///< postponed by their handlers
    qint64 interrupted = 0; ///< returned to the queue at shutdown
};

/// One worker: fetches jobs, runs them on a thread pool, writes the results. Everything that
/// blocks happens on its own threads; every member is safe to call from the GUI thread.
///
///   Idle ──start()──> Starting ──> Running ──stop()/once drained──> Draining ──> Ended
///                        └───────────── cannot start ───────────────────────────────^
///
/// stop() is idempotent and safe in every state. The signals arrive on this object's thread.
class Runner final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Runner)

public:
    enum class State { Idle, Starting, Running, Draining, Ended };
    Q_ENUM(State)

    /// `events` is borrowed and must outlive the runner; null: a bus of its own. `registry` is
    /// shared with the handlers. Options or a registry with problems() end the run at once.
    Runner(WorkerOptions options, std::shared_ptr<const TaskRegistry> registry, EventBus *events,
           QObject *parent = nullptr);
    /// Kills what still runs (jobs are returned to the queue) and waits for the engine's threads.
    ~Runner() override;

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const QString &workerId() const { return m_workerId; }
    [[nodiscard]] const WorkerOptions &options() const { return m_options; }
    [[nodiscard]] EventBus *events() const { return m_events; }
    /// How the run begun with the last start() ends. Completed by a thread of the engine, so a
    /// thread without an event loop may wait for it; a cancelled future before start().
    [[nodiscard]] QFuture<RunOutcome> whenFinished() const { return m_whenFinished; }

    /// What this worker does not fetch from now on, in this run and later ones; what is no longer
    /// in it is fetched again at once. When it returns, no job of a held task or queue is started
    /// any more (the event of one taken just before may come just after); unstarted ones are being
    /// returned to the queue, the attempt restored. Running jobs continue. A fetch under way may
    /// still lock some, which are returned at once. Any thread.
    void setHeldNames(HeldNames names);
    [[nodiscard]] HeldNames heldNames() const;

    /// What it holds and does now. Any thread; does not wait for the database.
    [[nodiscard]] WorkerStatus status() const;

    /// @name Adding jobs, for the program around the worker, in any state of it. Any thread; does
    /// not block. WorkerOptions::interceptors are asked, as the client. Errors as JobAdder's.
    /// @{
    [[nodiscard]] QFuture<AddedJob> addJob(JobSpec spec) const;
    /// All or none, in one statement; see JobAdder::addAll().
    [[nodiscard]] QFuture<AddedJobs> addJobs(std::vector<JobSpec> specs) const;
    /// @}

public Q_SLOTS:
    void start();
    /// Graceful: no new jobs; running ones have WorkerOptions::gracePeriod to end.
    void stop();
    /// Ends the grace period now: running jobs are stopped and returned to the queue.
    void kill();
    /// Reads the crontab file again, which also happens by itself when it changes. If it has
    /// errors, the old one stays in use, see EventBus::cronReloadFailed.
    void reloadCrontab();

Q_SIGNALS:
    void stateChanged(yardmaster::Runner::State state);
    /// Something in the folder of the tasks has changed, and they were loaded again: the worker
    /// serves these from now on, in later runs too. Comes from another thread.
    void tasksLoaded(const yardmaster::LoadedTasks &loaded);
    /// Exactly once per start().
    void finished(const yardmaster::RunOutcome &outcome);

private:
    void setState(State state);
    void endEngine();
    void onTasksLoaded(const LoadedTasks &loaded);
    void onDone(const RunOutcome &outcome);
    /// @returns the problems of the crontab.
    [[nodiscard]] QStringList prepareCron(const WorkerOptions &options);

    const WorkerOptions m_options;
    const QString m_workerId;
    EventBus *const m_events;
    const std::shared_ptr<JobSender> m_sender; // the engine's handlers use it too
    // Guards the next two, and m_engine's making and end.
    mutable std::mutex m_heldNamesMutex;
    HeldNames m_heldNames;
    std::shared_ptr<const TaskRegistry> m_registry;
    std::unique_ptr<CronService> m_cron;    // null: there is none
    std::unique_ptr<Engine> m_engine;       // starts and stops m_cron
    std::unique_ptr<TaskWatch> m_taskWatch; // null: the tasks stay as they are
    std::optional<std::stop_callback<std::function<void()>>> m_onStop; // uses m_engine
    const std::unique_ptr<const LoopProbe> m_probe;
    QFuture<RunOutcome> m_whenFinished;
    State m_state = State::Idle;
};

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::RunOutcome)
