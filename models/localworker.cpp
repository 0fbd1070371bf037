#include "models/localworker.h"

#include "models/eventlistmodel.h"
#include "worker/events/eventbus.h"
#include "worker/tasks/taskregistry.h"

namespace yardmaster {

using namespace std::chrono_literals;

LocalWorker::LocalWorker(WorkerOptions options, std::shared_ptr<const TaskRegistry> registry,
                         QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_registry(std::move(registry))
    , m_bus(std::make_unique<EventBus>())
    , m_events(std::make_unique<EventListModel>())
    , m_take(this)
{
    m_feed.listenTo(m_bus.get());
    m_take.setInterval(100ms);
    connect(&m_take, &QTimer::timeout, this, &LocalWorker::takeEvents);
}

LocalWorker::~LocalWorker() = default;

QStringList LocalWorker::tasks() const
{
    return m_registry->identifiers();
}

void LocalWorker::start()
{
    if (m_state != State::Stopped)
        return;
    m_outcome.reset();
    // A runner of its own for every run: `locked_by` then tells the runs apart.
    m_runner = std::make_unique<Runner>(m_options, m_registry, m_bus.get());
    connect(m_runner.get(), &Runner::stateChanged, this, &LocalWorker::onRunnerState);
    // Queued: a listener may start the next run, which deletes the runner that is just telling us.
    connect(m_runner.get(), &Runner::finished, this, &LocalWorker::onFinished,
            Qt::QueuedConnection);
    m_take.start();
    setState(State::Starting);
    m_runner->start();
}

void LocalWorker::stop()
{
    if (m_state != State::Starting && m_state != State::Running)
        return;
    m_graceEnds = QDateTime::currentDateTimeUtc().addMSecs(m_options.gracePeriod.count());
    setState(State::Stopping);
    m_runner->stop();
}

void LocalWorker::kill()
{
    if (m_state == State::Stopped)
        return;
    m_graceEnds = QDateTime::currentDateTimeUtc();
    setState(State::Stopping);
    m_runner->kill();
}

void LocalWorker::onRunnerState(Runner::State state)
{
    switch (state) {
    case Runner::State::Running:
        if (m_state == State::Starting) // else stop() came first
            setState(State::Running);
        break;
    case Runner::State::Draining: // by itself: a newer schema told it to leave
        if (m_state == State::Starting || m_state == State::Running) {
            m_graceEnds = QDateTime::currentDateTimeUtc().addMSecs(m_options.gracePeriod.count());
            setState(State::Stopping);
        }
        break;
    default:
        break;
    }
}

void LocalWorker::onFinished(const RunOutcome &outcome)
{
    m_outcome = outcome;
    if (outcome.error.message.isEmpty())
        m_feed.note(WorkerEvent::Kind::Note, tr("stopped"));
    else
        m_feed.note(WorkerEvent::Kind::Trouble, tr("stopped: %1").arg(outcome.error.message));
    m_feed.forgetRunning();
    m_take.stop();
    takeEvents();
    setState(State::Stopped);
}

void LocalWorker::takeEvents()
{
    EventFeed::Batch batch = m_feed.take();
    const bool changed
        = !batch.events.empty() || batch.running != m_running || batch.totals != m_totals;
    m_running = batch.running;
    m_totals = batch.totals;
    m_events->apply(std::move(batch));
    if (changed)
        Q_EMIT jobsChanged();
}

void LocalWorker::setState(State state)
{
    // Stopping is announced again when the grace period is cut short.
    if (std::exchange(m_state, state) != state || state == State::Stopping)
        Q_EMIT stateChanged();
}

} // namespace yardmaster
