#include <yardmaster/runner.h>

#include "worker/cron/cronscheduler.h"
#include "worker/cron/cronservice.h"
#include "worker/db/opensessions.h"
#include "worker/queue/workernames.h"
#include "worker/runner/dispatcher.h"
#include "worker/runner/engine.h"
#include "worker/runner/jobsender.h"
#include "worker/runner/loopprobe.h"
#include "worker/runner/preparedadd.h"
#include "worker/tasks/readyfuture.h"
#include "worker/tasks/taskwatch.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/taskregistry.h>

#include <QPromise>

namespace yardmaster {

using namespace Qt::StringLiterals;

Runner::Runner(WorkerOptions options, std::shared_ptr<const TaskRegistry> registry,
               EventBus *events, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_workerId(makeWorkerId())
    , m_events(events ? events : new EventBus(this))
    , m_sender(std::make_shared<JobSender>(m_options.connection, m_options.schema, m_options.clock))
    , m_registry(std::move(registry))
    , m_probe(std::make_unique<LoopProbe>(this))
{
    qRegisterMetaType<yardmaster::LoadedTasks>();
    qRegisterMetaType<yardmaster::RunOutcome>();
    qRegisterMetaType<yardmaster::CronEvent>();
    qRegisterMetaType<yardmaster::JobEvent>();
    qRegisterMetaType<yardmaster::JobInfo>();
    qRegisterMetaType<yardmaster::DbError>();
}

Runner::~Runner()
{
    m_onStop.reset();
    m_taskWatch.reset();
    endEngine();
    m_sender->stop(); // a handler left behind may keep it
}

QFuture<AddedJob> Runner::addJob(JobSpec spec) const
{
    const Result<bool> isWanted
        = prepareAdd(m_options.interceptors.get(), ScheduleRequest::Source::Client, {}, &spec);
    if (!isWanted)
        return readyFuture(AddedJob(tl::make_unexpected(isWanted.error())));
    if (!*isWanted)
        return readyFuture(AddedJob(std::nullopt));
    return m_sender->add(std::move(spec));
}

QFuture<AddedJobs> Runner::addJobs(std::vector<JobSpec> specs) const
{
    auto wanted = prepareAdds(m_options.interceptors.get(), ScheduleRequest::Source::Client, {},
                              std::move(specs));
    if (!wanted)
        return readyFuture(AddedJobs(tl::make_unexpected(wanted.error())));
    return m_sender->addAll(*std::move(wanted));
}

void Runner::start()
{
    if (m_state != State::Idle && m_state != State::Ended)
        return;
    m_onStop.reset();
    m_taskWatch.reset();
    endEngine();
    m_cron.reset();
    const auto promise = std::make_shared<QPromise<RunOutcome>>();
    m_whenFinished = promise->future();
    promise->start();
    const auto keep = [promise](const RunOutcome &outcome) {
        promise->addResult(outcome);
        promise->finish();
    };
    WorkerOptions options = m_options;
    options.connection.setSessions(std::make_shared<OpenSessions>());
    QStringList problems = m_options.problems() + m_registry->problems();
    if (problems.isEmpty())
        problems = prepareCron(options);
    if (!problems.isEmpty()) {
        RunOutcome outcome;
        outcome.reason = RunOutcome::Reason::Failed;
        outcome.error = {DbError::Kind::InvalidInput, {}, problems.join(u"; "_s)};
        setState(State::Starting);
        keep(outcome);
        // Queued, as every other end is.
        QMetaObject::invokeMethod(
            this, [this, outcome] { onDone(outcome); }, Qt::QueuedConnection);
        return;
    }
    {
        auto engine = std::make_unique<Engine>(options, m_workerId, m_registry, m_sender, m_events);
        const std::scoped_lock lock(m_heldNamesMutex);
        m_engine = std::move(engine);
        m_engine->setHeldNames(m_heldNames);
    }
    const Dispatcher *dispatcher = m_engine->dispatcher();
    // Direct: this thread may be the one that waits. First, so that finished() comes after it.
    connect(dispatcher, &Dispatcher::done, dispatcher, keep, Qt::DirectConnection);
    // Queued: the dispatcher lives on a thread of its own.
    connect(
        dispatcher, &Dispatcher::opened, this, [this] { setState(State::Running); },
        Qt::QueuedConnection);
    connect(
        dispatcher, &Dispatcher::draining, this, [this] { setState(State::Draining); },
        Qt::QueuedConnection);
    connect(dispatcher, &Dispatcher::done, this, &Runner::onDone, Qt::QueuedConnection);
    if (m_cron) {
        // Direct: this thread may be the one that waits, and after the end nothing may be added.
        const auto stopCron = [cron = m_cron.get()] { cron->stop(); };
        connect(
            dispatcher, &Dispatcher::opened, dispatcher, [cron = m_cron.get()] { cron->start(); },
            Qt::DirectConnection);
        connect(dispatcher, &Dispatcher::draining, dispatcher, stopCron, Qt::DirectConnection);
        connect(dispatcher, &Dispatcher::done, dispatcher, stopCron, Qt::DirectConnection);
    }
    setState(State::Starting);
    m_engine->open();
    if (m_registry->watched() && !m_options.once && !m_options.onlyJob)
        m_taskWatch = std::make_unique<TaskWatch>(
            m_registry, [this](const LoadedTasks &loaded) { onTasksLoaded(loaded); });
    m_onStop.emplace(m_options.stop, [engine = m_engine.get()] { engine->stop(); });
}

QStringList Runner::prepareCron(const WorkerOptions &options)
{
    if (m_options.once || !m_options.cron.isGiven())
        return {};
    const auto crontab = m_options.cron.load();
    if (!crontab)
        return crontab.error();
    m_cron = std::make_unique<CronService>(options, m_workerId, *crontab, m_registry->identifiers(),
                                           m_events);
    return {};
}

void Runner::reloadCrontab()
{
    if (m_cron)
        m_cron->reload();
}

void Runner::stop()
{
    if (m_state != State::Starting && m_state != State::Running)
        return;
    if (!m_engine)
        return; // it has ended, but not yet said so
    Q_EMIT m_events->stopRequested(m_workerId);
    m_engine->stop();
}

void Runner::kill()
{
    if (m_engine && m_state != State::Idle && m_state != State::Ended)
        m_engine->kill();
}

void Runner::setHeldNames(HeldNames names)
{
    const std::scoped_lock lock(m_heldNamesMutex);
    m_heldNames = std::move(names);
    if (m_engine)
        m_engine->setHeldNames(m_heldNames);
}

HeldNames Runner::heldNames() const
{
    const std::scoped_lock lock(m_heldNamesMutex);
    return m_heldNames;
}

/// On the thread of the watch.
void Runner::onTasksLoaded(const LoadedTasks &loaded)
{
    {
        const std::scoped_lock lock(m_heldNamesMutex);
        m_registry = loaded.registry;
        if (m_engine)
            m_engine->setTasks(m_registry);
        if (m_cron)
            m_cron->setTasks(m_registry->identifiers());
    }
    Q_EMIT tasksLoaded(loaded);
}

WorkerStatus Runner::status() const
{
    WorkerStatus status;
    {
        const std::scoped_lock lock(m_heldNamesMutex);
        if (m_engine)
            status = m_engine->status();
    }
    status.unresponsive = std::max(status.unresponsive, m_probe->check());
    return status;
}

void Runner::endEngine()
{
    std::unique_ptr<Engine> ending; // outside the lock: it may take seconds
    const std::scoped_lock lock(m_heldNamesMutex);
    ending = std::move(m_engine);
}

void Runner::setState(State state)
{
    m_state = state;
    Q_EMIT stateChanged(state);
}

void Runner::onDone(const RunOutcome &outcome)
{
    m_taskWatch.reset();
    setState(State::Ended);
    Q_EMIT finished(outcome);
}

} // namespace yardmaster
