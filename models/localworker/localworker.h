#pragma once

#include "models/localworker/runrecorder.h"
#include "models/localworker/singlejob.h"
#include <yardmaster/heldnames.h>
#include <yardmaster/runner.h>
#include <yardmaster/tasksources.h>

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <memory>
#include <optional>

namespace yardmaster {

class EventBus;

/// The worker inside this program, as the window sees it: start, drain, kill, watch.
///
///   Stopped ──start()──> Starting ──> Running ──stop()──> Stopping ──> Stopped
///                           └── cannot start, or stop() ──────────────────^
///
/// Lives on the GUI thread; nothing here blocks but the destructor, which ends what still runs.
class LocalWorker final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LocalWorker)

public:
    enum class State { Stopped, Starting, Running, Stopping };
    Q_ENUM(State)

    /// @param registry  null: no tasks yet, so that it cannot be started before setUp().
    LocalWorker(WorkerOptions options, std::shared_ptr<const TaskRegistry> registry,
                QObject *parent = nullptr);
    ~LocalWorker() override;

    [[nodiscard]] State state() const { return m_state; }
    /// How the last run ended; unset before the first end and while one is under way.
    [[nodiscard]] const std::optional<RunOutcome> &outcome() const { return m_outcome; }
    [[nodiscard]] const WorkerOptions &options() const { return m_options; }
    /// Those it serves, sorted. Empty: it has not been set up, and start() says so.
    [[nodiscard]] QStringList tasks() const;
    /// Empty: none.
    [[nodiscard]] QString crontabFile() const;
    /// Other options and tasks for the next run. @returns false unless Stopped; nothing changes.
    /// @param sources  where the tasks come from, for people.   @param listing  what is there.
    bool setUp(WorkerOptions options, std::shared_ptr<const TaskRegistry> registry,
               TaskSources sources = {}, TaskListing listing = {});
    [[nodiscard]] const TaskSources &sources() const { return m_sources; }
    /// What was found there, with what cannot run; empty: not read yet.
    [[nodiscard]] const TaskListing &listing() const { return m_listing; }
    /// Of the tasks it was made with, or newer knowledge of the same ones. In any state.
    void setSources(TaskSources sources, TaskListing listing = {});
    /// Everything this worker's runs report, whichever run it is. Never null; signals come from the
    /// engine's threads.
    [[nodiscard]] EventBus *bus() const { return m_bus.get(); }

    /// What it does not fetch although it could; kept from run to run.
    [[nodiscard]] const HeldNames &heldNames() const { return m_heldNames; }
    /// When it returns, no job of them is taken to run any more; see Runner::setHeldNames().
    void setHeldNames(HeldNames names);

    /// Runs one job in this process, whether the worker runs or not, see runSingleJob().
    /// @returns false if another one is under way; nothing happens then.
    bool runJob(const SingleJobRequest &request);
    bool runJob(qint64 id, bool isDry = false) { return runJob(SingleJobRequest{id, isDry}); }
    /// Unset: none is under way.
    [[nodiscard]] const std::optional<SingleJobRequest> &singleJob() const { return m_singleJob; }
    /// Its handler is asked to end; the second time a dry run is ended by force, as a real one is a
    /// few seconds after the first.
    void stopJob();
    /// What dry runs report; bus() does not hear of them. Never null.
    [[nodiscard]] EventBus *dryBus() const { return m_dryBus.get(); }

    /// What runs and ran; of dry runs nothing.
    [[nodiscard]] const RunRecorder &runs() const { return *m_recorder; }
    /// Jobs running now, and what became of all since this object was made: at most a tenth of a
    /// second old.
    [[nodiscard]] int runningJobs() const { return m_running; }
    [[nodiscard]] const RunRecorder::Totals &totals() const { return m_totals; }
    /// When the grace period of a stop ends, and what still runs is given back; only in Stopping.
    [[nodiscard]] QDateTime graceEnds() const { return m_graceEnds; }

public Q_SLOTS:
    void start();
    /// No new jobs; running ones have the grace period to end.
    void stop();
    /// Gives back what still runs, now.
    void kill();
    /// Reads the crontab again, which a running worker also does by itself; the bus says how it
    /// went. Does nothing unless Running.
    void reloadCrontab();

Q_SIGNALS:
    void stateChanged();
    /// Options, tasks or crontab are others now, or more is known of the tasks.
    void setUpChanged();
    void heldNamesChanged();
    /// Jobs started or ended; running jobs and totals are up to date.
    void jobsChanged();
    /// One job begins to be run by runJob().
    void singleJobStarted(const yardmaster::SingleJobRequest &request);
    void singleJobEnded(const yardmaster::SingleJobResult &result);

private:
    void onRunnerState(Runner::State state);
    void onFinished(const RunOutcome &outcome);
    void takeTally();
    void onSingleJob();
    void takeWhileNeeded();
    void setState(State state);

    WorkerOptions m_options;
    std::shared_ptr<const TaskRegistry> m_registry;
    TaskSources m_sources;
    TaskListing m_listing;
    HeldNames m_heldNames;
    // Destroyed bottom up: the runner's threads report to the bus.
    std::unique_ptr<EventBus> m_bus;
    std::unique_ptr<EventBus> m_dryBus;
    RunRecorder *const m_recorder; // the bus's
    std::unique_ptr<Runner> m_runner;

    std::optional<SingleJobRequest> m_singleJob;
    std::stop_source m_stopJob;
    std::stop_source m_killJob;
    QFutureWatcher<SingleJobResult> m_singleResult;
    QThreadPool m_singleThread;

    QTimer m_take;
    State m_state = State::Stopped;
    std::optional<RunOutcome> m_outcome;
    QDateTime m_graceEnds;
    int m_running = 0;
    RunRecorder::Totals m_totals;
};

} // namespace yardmaster
