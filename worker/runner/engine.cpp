#include "worker/runner/engine.h"

#include "worker/db/opensessions.h"
#include "worker/runner/dispatcher.h"
#include "worker/runner/graceperiod.h"
#include "worker/runner/handlerthreads.h"
#include "worker/runner/heartbeats.h"
#include "worker/runner/jobrunner.h"
#include "worker/runner/jobsender.h"
#include "worker/runner/releaser.h"
#include <yardmaster/taskregistry.h>

#include <mutex>
#include <thread>
#include <vector>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

FetchLoop::Config fetchingConfig(const WorkerOptions &options, const TaskRegistry &registry)
{
    FetchLoop::Config config;
    config.plan.tasks = registry.identifiers();
    config.plan.readsColumns = registry.usesColumns();
    config.plan.flags = options.flags;
    for (const auto &limited : {options.taskLimits.keys(), options.taskRates.keys()})
        config.plan.limitedTasks.unite(QSet<QString>(limited.begin(), limited.end()));
    config.plan.limitsFlags = !options.flagLimits.isEmpty() || !options.flagRates.isEmpty();
    config.plan.clock = options.clock;
    config.plan.onlyJob = options.onlyJob;
    config.plan.preparesStatements = options.preparesStatements;
    config.prefetch = {options.prefetchHorizon, options.localQueueSize, options.concurrency};
    config.refetchDelay
        = {options.refetchDelay, options.refetchDelayThreshold,
           options.refetchDelayMaxAbortThreshold.value_or(5 * options.localQueueSize)};
    config.forbiddenFlags = options.forbiddenFlags;
    config.pollInterval = options.pollInterval;
    config.localQueueTtl = options.localQueueTtl;
    config.once = options.once;
    config.listens = options.listens;
    return config;
}

Recovery::Config recoveryConfig(const WorkerOptions &options, const QByteArray &metadata)
{
    Recovery::Config config;
    config.schema = options.schema;
    config.metadata = metadata;
    config.heartbeatInterval = options.heartbeatInterval;
    config.sweepInterval = options.sweepInterval;
    config.sweepThreshold = options.sweepThreshold;
    config.recoveryDelay = options.recoveryDelay;
    config.lockRenewalInterval = options.lockRenewalInterval;
    config.sweeps = !options.once;
    config.interceptors = options.interceptors;
    return config;
}

Dispatcher::Config dispatcherConfig(const WorkerOptions &options, const TaskRegistry &registry,
                                    const QByteArray &metadata)
{
    Dispatcher::Config config;
    config.connection = options.connection;
    config.schema = {options.schema, options.migrates};
    config.report = {options.schema, options.concurrency, options.localQueueSize};
    config.fetching = fetchingConfig(options, registry);
    config.recovery = recoveryConfig(options, metadata);
    config.resetsStaleLocks = !options.onlyJob;
    return config;
}

Releaser::Config releaserConfig(const WorkerOptions &options)
{
    Releaser::Config config;
    config.connection = options.connection;
    config.preparesStatements = options.preparesStatements;
    config.completeJobBatchDelay = options.completeJobBatchDelay;
    config.failJobBatchDelay = options.failJobBatchDelay;
    config.interruptedJobRetryDelay = options.interruptedJobRetryDelay;
    config.once = options.once && !options.onlyJob;
    config.stop = options.stop;
    config.interceptors = options.interceptors;
    return config;
}

} // namespace

Engine::Engine(const WorkerOptions &options, const QString &workerId,
               std::shared_ptr<const TaskRegistry> registry, std::shared_ptr<JobSender> sender,
               EventBus *events)
    : m_metadata([options](const QStringList &tasks) { return workerMetadata(options, tasks); })
    , m_sessions(options.connection.sessions())
    , m_sender(std::move(sender))
    , m_dispatching(std::make_unique<QThread>())
    , m_releasing(std::make_unique<QThread>())
    , m_beating(std::make_unique<QThread>())
    , m_handling(std::make_unique<HandlerThreads>(
          options.concurrency, !registry->asynchronous().isEmpty() || registry->watched()))
{
    Q_ASSERT(m_sessions);
    const JobQueue queue(options.schema, workerId, options.preparesStatements);
    const auto activity = std::make_shared<LastActivity>();
    const QByteArray metadata = m_metadata(registry->identifiers());
    const auto dispatching = dispatcherConfig(options, *registry, metadata);
    m_releaser = new Releaser(releaserConfig(options), queue, activity, events);
    m_jobs = std::make_shared<JobRunner>(workerId, std::move(registry), options, m_sender);

    const auto watch = std::make_shared<HeartbeatFreshness>(
        options.heartbeatInterval, options.sweepThreshold, options.bootClock);
    m_jobs->setGate(watch);
    m_heartbeats
        = new Heartbeats({options.connection, options.schema, metadata, options.heartbeatInterval,
                          [jobs = m_jobs] { return jobs->local().running(); }},
                         queue.sharedNames(), watch, activity, events, [this](int newName) {
                             m_releaser->postReturn(m_jobs->local().disown(newName), false);
                             requestOnThread(&JobRunner::requestStopOfRunning);
                         });
    m_grace = std::make_unique<GracePeriod>(
        options.gracePeriod, m_sessions,
        GracePeriod::Steps{
            [this] { m_jobs->local().takeAll(m_releaser->jobReturner()); },
            [this] { requestOnThread(&JobRunner::requestStop); },
            [this] { requestOnThread(&JobRunner::requestKill); },
            [this] {
                m_releaser->postReturn(m_jobs->local().abandon(), true);
                QMetaObject::invokeMethod(m_dispatcher, &Dispatcher::onAbandoned,
                                          Qt::QueuedConnection);
                // What these jobs were adding, they add when they run again.
                if (m_jobs->lateAdds() == 0)
                    m_sender->giveUp();
            },
            [this] {
                const int adds = m_jobs->lateAdds();
                m_sessions->close();
                m_sender->giveUp();
                QMetaObject::invokeMethod(
                    m_dispatcher,
                    [dispatcher = m_dispatcher, adds] { dispatcher->finishUnwritten(adds); },
                    Qt::QueuedConnection);
            },
            [this] { m_dispatcher->leaveUnopened(); },
            [this] { m_dispatcher->leave(); },
        });
    m_dispatcher = new Dispatcher(dispatching, queue,
                                  {m_jobs.get(), m_sender.get(), m_releaser, m_heartbeats,
                                   m_grace.get(), watch, activity, events});
    m_sender->tellWhenIdle([dispatcher = m_dispatcher] {
        QMetaObject::invokeMethod(dispatcher, &Dispatcher::onAdded, Qt::QueuedConnection);
    });
    m_jobs->reportTo({events, m_releaser,
                      [dispatcher = m_dispatcher] { dispatcher->announceRoom(); },
                      m_handling->pool(), m_handling->loop()});

    m_dispatching->setObjectName("yardmaster fetch"_L1);
    m_releasing->setObjectName("yardmaster release"_L1);
    m_dispatcher->moveToThread(m_dispatching.get());
    m_releaser->moveToThread(m_releasing.get());
    QObject::connect(m_dispatching.get(), &QThread::finished, m_dispatcher, &QObject::deleteLater);
    QObject::connect(m_releasing.get(), &QThread::finished, m_releaser, &QObject::deleteLater);
    // Direct: the engine's own thread may be waiting for it in the destructor.
    QObject::connect(
        m_dispatcher, &Dispatcher::done, m_dispatcher,
        [this] {
            // Else a handler that was left behind may use it still.
            if (m_jobs->local().placesInUse() == 0)
                m_handling->clearLoop();
            m_done.set_value();
        },
        Qt::DirectConnection);
    // Queued: the releaser reports from its own thread.
    QObject::connect(m_releaser, &Releaser::released, m_dispatcher, &Dispatcher::onReleased,
                     Qt::QueuedConnection);
    m_beating->setObjectName("yardmaster heartbeat"_L1);
    m_heartbeats->moveToThread(m_beating.get());
    m_freshness = watch;
    m_activity = activity;
    m_probed = {{LoopProbe(m_dispatcher), {u"fetch"_s, u"listen"_s}},
                {LoopProbe(m_releaser), {u"release"_s}},
                {LoopProbe(m_heartbeats), {u"heartbeat"_s}}};
    QObject::connect(m_beating.get(), &QThread::finished, m_heartbeats, &QObject::deleteLater);
    // Direct: what waited for it starts while the dispatcher may wait for the server.
    QObject::connect(
        m_heartbeats, &Heartbeats::confirmed, m_heartbeats,
        [this] { m_jobs->start(m_jobs->local().reopen()); }, Qt::DirectConnection);
    QObject::connect(&m_silence, &QTimer::timeout, m_heartbeats, &Heartbeats::noticeSilence,
                     Qt::DirectConnection); // its own thread is the one that waits
    QObject::connect(
        &m_silence, &QTimer::timeout, m_dispatcher,
        [sender = m_sender.get()] { sender->noticeWaiting(); }, Qt::DirectConnection);
    m_silence.start(Heartbeats::kSilenceStep);
    m_beating->start();
    m_releasing->start();
    m_dispatching->start();
}

Engine::~Engine()
{
    m_silence.stop();
    if (m_opened) {
        kill();
        m_done.get_future().wait(); // GracePeriod's last step sees to it
    }
    m_grace->join();
    m_jobs->reportTo({});
    m_sender->tellWhenIdle({});
    const bool hasDispatched = endThread(&m_dispatching, {u"fetch"_s, u"listen"_s});
    if (!hasDispatched)
        QObject::disconnect(m_releaser, nullptr, m_dispatcher, nullptr);
    const bool hasBeaten = endThread(&m_beating, {u"heartbeat"_s});
    const bool hasReleased = endThread(&m_releasing, {u"release"_s});
    if (!hasDispatched || !hasBeaten || !hasReleased) {
        static std::vector<std::shared_ptr<JobRunner>> leftBehind; // those threads refer to it
        static std::mutex mutex;
        const std::scoped_lock lock(mutex);
        leftBehind.push_back(m_jobs);
    }
    m_handling.reset();
}

bool Engine::endThread(std::unique_ptr<QThread> *thread, const QStringList &purposes) const
{
    (*thread)->quit();
    for (int tries = 0; !(*thread)->wait(50); ++tries) {
        if (tries == 2)
            m_sessions->close(); // in good order they are closed by their owners
        if (tries >= 5 && m_sessions->abandonOpening(purposes)) {
            thread->release(); // NOLINT(bugprone-unused-return-value): it sleeps for ever
            return false;
        }
    }
    return true;
}

void Engine::requestOnThread(void (JobRunner::*request)()) const
{
    // Callbacks of handlers run there, and may take their time.
    std::thread([jobs = m_jobs, request] { ((*jobs).*request)(); }).detach();
}

void Engine::open()
{
    m_opened = true;
    QMetaObject::invokeMethod(m_dispatcher, &Dispatcher::open, Qt::QueuedConnection);
}

void Engine::stop()
{
    m_dispatcher->announceStop();
    m_releaser->beginDrain();
    m_grace->begin();
    QMetaObject::invokeMethod(m_dispatcher, &Dispatcher::stop, Qt::QueuedConnection);
}

void Engine::setHeldNames(const HeldNames &names)
{
    m_jobs->setHeldNames(names);
    QMetaObject::invokeMethod(m_dispatcher, &Dispatcher::onHoldsChanged, Qt::QueuedConnection);
}

void Engine::setTasks(const std::shared_ptr<const TaskRegistry> &registry)
{
    m_jobs->setTasks(registry);
    const QStringList tasks = registry->identifiers();
    QMetaObject::invokeMethod(
        m_dispatcher,
        [dispatcher = m_dispatcher, tasks, reads = registry->usesColumns()] {
            dispatcher->onTasksChanged(tasks, reads);
        },
        Qt::QueuedConnection);
    QMetaObject::invokeMethod(
        m_heartbeats,
        [heartbeats = m_heartbeats, metadata = m_metadata(tasks)] {
            heartbeats->setMetadata(metadata);
        },
        Qt::QueuedConnection);
}

WorkerStatus Engine::status() const
{
    WorkerStatus status;
    const LocalQueue &local = m_jobs->local();
    status.running = local.running();
    status.waiting = local.waiting();
    status.unwritten = m_releaser->pending();
    status.mayStart = local.isOpen();
    if (m_freshness->isOn())
        status.sinceHeartbeat
            = std::chrono::duration_cast<WorkerStatus::Duration>(m_freshness->age());
    status.sinceFetch = m_activity->sinceFetch();
    status.sinceRelease = m_activity->sinceRelease();
    status.unansweredFetch = m_activity->unanswered();
    for (const Probed &probed : m_probed) {
        const WorkerStatus::Duration pending = probed.loop.check();
        if (pending > status.unresponsive && !m_sessions->isWaiting(probed.purposes))
            status.unresponsive = pending;
    }
    return status;
}

void Engine::kill()
{
    m_dispatcher->announceStop();
    m_releaser->beginDrain();
    m_grace->cut();
    QMetaObject::invokeMethod(m_dispatcher, &Dispatcher::kill, Qt::QueuedConnection);
}

} // namespace yardmaster
