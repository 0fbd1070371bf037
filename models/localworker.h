#pragma once

#include "models/eventfeed.h"
#include "worker/runner/runner.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace yardmaster {

class EventBus;
class EventListModel;

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

    LocalWorker(WorkerOptions options, std::shared_ptr<const TaskRegistry> registry,
                QObject *parent = nullptr);
    ~LocalWorker() override;

    [[nodiscard]] State state() const { return m_state; }
    /// How the last run ended; unset before the first end and while one is under way.
    [[nodiscard]] const std::optional<RunOutcome> &outcome() const { return m_outcome; }
    [[nodiscard]] const WorkerOptions &options() const { return m_options; }
    [[nodiscard]] QStringList tasks() const;

    /// Jobs running now, and what became of all since this object was made: at most a tenth of a
    /// second old.
    [[nodiscard]] int runningJobs() const { return m_running; }
    [[nodiscard]] const EventFeed::Totals &totals() const { return m_totals; }
    [[nodiscard]] EventListModel *events() const { return m_events.get(); }
    /// When the grace period of a stop ends, and what still runs is given back; only in Stopping.
    [[nodiscard]] QDateTime graceEnds() const { return m_graceEnds; }

public Q_SLOTS:
    void start();
    /// No new jobs; running ones have the grace period to end.
    void stop();
    /// Gives back what still runs, now.
    void kill();

Q_SIGNALS:
    void stateChanged();
    /// Jobs started or ended; running jobs, totals and events are up to date.
    void jobsChanged();

private:
    void onRunnerState(Runner::State state);
    void onFinished(const RunOutcome &outcome);
    void takeEvents();
    void setState(State state);

    const WorkerOptions m_options;
    const std::shared_ptr<const TaskRegistry> m_registry;
    // Destroyed bottom up: the runner's threads report to the bus, and the bus to the feed.
    EventFeed m_feed;
    std::unique_ptr<EventBus> m_bus;
    std::unique_ptr<EventListModel> m_events;
    std::unique_ptr<Runner> m_runner;

    QTimer m_take;
    State m_state = State::Stopped;
    std::optional<RunOutcome> m_outcome;
    QDateTime m_graceEnds;
    int m_running = 0;
    EventFeed::Totals m_totals;
};

} // namespace yardmaster
