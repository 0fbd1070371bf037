#pragma once

#include "worker/db/dberror.h"
#include "worker/runner/workeroptions.h"

#include <QFuture>
#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace yardmaster {

class Engine;
class EventBus;
class TaskRegistry;

/// How a run ended.
struct RunOutcome
{
    enum class Reason {
        Drained,      ///< `once`: nothing runnable was left
        Stopped,      ///< stop(), kill() or a signal
        SchemaTooNew, ///< a breaking migration overtook this program (exit code 57)
        Failed,       ///< could not start; see `error`
    };
    Reason reason = Reason::Stopped;
    DbError error; ///< for Failed and SchemaTooNew

    qint64 succeeded = 0; ///< runs, written to the database
    qint64 failed = 0;    ///< runs that will be tried again
    qint64 failedForGood = 0;
    qint64 interrupted = 0; ///< given back at shutdown
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
    /// Kills what still runs (jobs are given back) and waits for the engine's threads.
    ~Runner() override;

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const QString &workerId() const { return m_workerId; }
    [[nodiscard]] const WorkerOptions &options() const { return m_options; }
    [[nodiscard]] EventBus *events() const { return m_events; }
    /// How the run begun with the last start() ends. Completed by a thread of the engine, so a
    /// thread without an event loop may wait for it; a cancelled future before start().
    [[nodiscard]] QFuture<RunOutcome> whenFinished() const { return m_whenFinished; }

public Q_SLOTS:
    void start();
    /// Graceful: no new jobs; running ones have WorkerOptions::gracePeriod to end.
    void stop();
    /// Ends the grace period now: running jobs are stopped and given back.
    void kill();

Q_SIGNALS:
    void stateChanged(yardmaster::Runner::State state);
    /// Exactly once per start().
    void finished(const yardmaster::RunOutcome &outcome);

private:
    void setState(State state);
    void onDone(const RunOutcome &outcome);

    const WorkerOptions m_options;
    const QString m_workerId;
    const std::shared_ptr<const TaskRegistry> m_registry;
    EventBus *const m_events;
    std::unique_ptr<Engine> m_engine;
    std::optional<std::stop_callback<std::function<void()>>> m_onStop; // uses m_engine
    QFuture<RunOutcome> m_whenFinished;
    State m_state = State::Idle;
};

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::RunOutcome)
