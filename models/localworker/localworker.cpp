#include "models/localworker/localworker.h"

#include "models/live/joblogs.h"

#include <yardmaster/eventbus.h>
#include <yardmaster/taskregistry.h>

#include <QtConcurrentRun>

namespace yardmaster {

using namespace std::chrono_literals;

LocalWorker::LocalWorker(WorkerOptions options, std::shared_ptr<const TaskRegistry> registry,
                         QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_registry(registry ? std::move(registry) : std::make_shared<const TaskRegistry>())
    , m_bus(std::make_unique<EventBus>())
    , m_dryBus(std::make_unique<EventBus>())
    , m_recorder(new RunRecorder(m_bus.get()))
    , m_take(this)
{
    m_take.setInterval(100ms);
    connect(&m_take, &QTimer::timeout, this, &LocalWorker::takeTally);
    m_singleThread.setMaxThreadCount(1);
    connect(&m_singleResult, &QFutureWatcherBase::finished, this, &LocalWorker::onSingleJob);
}

LocalWorker::~LocalWorker()
{
    m_stopJob.request_stop();
    m_killJob.request_stop();
    m_singleThread.waitForDone(); // it reports to the bus
}

QStringList LocalWorker::tasks() const
{
    return m_registry->identifiers();
}

QString LocalWorker::crontabFile() const
{
    return m_options.cron.file.value_or(QString());
}

bool LocalWorker::setUp(WorkerOptions options, std::shared_ptr<const TaskRegistry> registry,
                        TaskSources sources, TaskListing listing)
{
    if (m_state != State::Stopped)
        return false;
    m_options = std::move(options);
    m_sources = std::move(sources);
    m_listing = std::move(listing);
    m_registry = registry ? std::move(registry) : std::make_shared<const TaskRegistry>();
    Q_EMIT setUpChanged();
    return true;
}

void LocalWorker::setSources(TaskSources sources, TaskListing listing)
{
    m_sources = std::move(sources);
    m_listing = std::move(listing);
    Q_EMIT setUpChanged();
}

void LocalWorker::setHeldNames(HeldNames names)
{
    if (names == m_heldNames)
        return;
    m_heldNames = std::move(names);
    if (m_runner)
        m_runner->setHeldNames(m_heldNames);
    Q_EMIT heldNamesChanged();
}

void LocalWorker::reloadCrontab()
{
    if (m_runner && m_state == State::Running)
        m_runner->reloadCrontab();
}

void LocalWorker::start()
{
    if (m_state != State::Stopped)
        return;
    if (m_registry->isEmpty()) {
        RunOutcome outcome;
        outcome.reason = RunOutcome::Reason::Failed;
        outcome.error
            = {DbError::Kind::InvalidInput, {}, tr("it has no tasks yet; set it up first")};
        m_outcome = outcome;
        Q_EMIT stateChanged();
        return;
    }
    m_outcome.reset();
    // A runner of its own for every run: `locked_by` then tells the runs apart.
    WorkerOptions options = m_options;
    options.logSink = JobLogs::of(m_bus.get())->sink();
    m_runner = std::make_unique<Runner>(options, m_registry, m_bus.get());
    connect(m_runner.get(), &Runner::stateChanged, this, &LocalWorker::onRunnerState);
    // Queued: a listener may start the next run, which deletes the runner that is just telling us.
    connect(m_runner.get(), &Runner::finished, this, &LocalWorker::onFinished,
            Qt::QueuedConnection);
    // Queued: it comes from another thread.
    connect(
        m_runner.get(), &Runner::tasksLoaded, this,
        [this](const LoadedTasks &loaded) {
            m_registry = loaded.registry;
            m_listing = listTasks(loaded);
            Q_EMIT setUpChanged();
        },
        Qt::QueuedConnection);
    m_runner->setHeldNames(m_heldNames);
    setState(State::Starting);
    takeWhileNeeded();
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
    if (!m_singleJob)
        m_recorder->forgetRunning();
    takeTally();
    setState(State::Stopped);
    takeWhileNeeded();
}

void LocalWorker::takeWhileNeeded()
{
    const bool isNeeded = m_state != State::Stopped || m_singleJob;
    if (isNeeded && !m_take.isActive())
        m_take.start();
    else if (!isNeeded)
        m_take.stop();
}

bool LocalWorker::runJob(const SingleJobRequest &request)
{
    if (m_singleJob)
        return false;
    m_singleJob = request;
    m_stopJob = {};
    m_killJob = {};
    SingleJobParts parts;
    parts.options = m_options;
    parts.registry = m_registry;
    parts.events = request.isDry ? m_dryBus.get() : m_bus.get();
    parts.options.logSink = JobLogs::of(parts.events)->sink();
    parts.stop = m_stopJob.get_token();
    parts.kill = m_killJob.get_token();
    takeWhileNeeded();
    Q_EMIT singleJobStarted(request);
    m_singleResult.setFuture(QtConcurrent::run(
        &m_singleThread, [request, parts] { return runSingleJob(request, parts); }));
    return true;
}

void LocalWorker::stopJob()
{
    if (!m_stopJob.request_stop() && m_singleJob)
        m_killJob.request_stop();
}

void LocalWorker::onSingleJob()
{
    const SingleJobResult result = m_singleResult.result();
    m_singleJob.reset();
    if (m_state == State::Stopped)
        m_recorder->forgetRunning();
    takeTally();
    takeWhileNeeded();
    Q_EMIT singleJobEnded(result);
}

void LocalWorker::takeTally()
{
    const int running = std::exchange(m_running, m_recorder->runningCount());
    const RunRecorder::Totals totals = std::exchange(m_totals, m_recorder->totals());
    if (running != m_running || totals != m_totals)
        Q_EMIT jobsChanged();
}

void LocalWorker::setState(State state)
{
    // Stopping is announced again when the grace period is cut short.
    if (std::exchange(m_state, state) != state || state == State::Stopping)
        Q_EMIT stateChanged();
}

} // namespace yardmaster
