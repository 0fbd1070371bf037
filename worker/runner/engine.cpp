#include "worker/runner/engine.h"

#include "worker/runner/dispatcher.h"
#include "worker/runner/handlerthreads.h"
#include "worker/runner/heartbeats.h"
#include "worker/runner/jobrunner.h"
#include "worker/runner/releaser.h"
#include "worker/tasks/taskregistry.h"

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

Engine::Engine(const WorkerOptions &options, const QString &workerId,
               std::shared_ptr<const TaskRegistry> registry, std::shared_ptr<JobSender> sender,
               EventBus *events)
    : m_handling(
        std::make_unique<HandlerThreads>(options.concurrency, !registry->asynchronous().isEmpty()))
{
    const JobQueue queue(options.schema, workerId, options.preparesStatements);
    const QStringList tasks = registry->identifiers();
    m_releaser = new Releaser(options, queue, events);
    m_jobs = std::make_shared<JobRunner>(workerId, std::move(registry), options, std::move(sender));

    const auto watch = std::make_shared<HeartbeatWatch>(options.heartbeatInterval,
                                                        options.sweepThreshold, options.bootClock);
    m_jobs->local().setGate(watch);
    m_heartbeats
        = new Heartbeats(options, tasks, queue.sharedNames(), watch, events, [this](int newName) {
              m_releaser->postReturn(m_jobs->local().disown(newName), false);
              m_jobs->requestStopOfRunning();
          });

    const Dispatcher::Hooks hooks{
        [this](Starts starts) { m_jobs->start(starts); },
        [this](std::function<void()> await) { return m_jobs->startAwaiting(std::move(await)); },
        [this] { m_jobs->requestStop(); },
        [this] { m_jobs->kill.request_stop(); },
    };
    m_dispatcher = new Dispatcher(options, tasks, queue, &m_jobs->local(), m_releaser, m_heartbeats,
                                  watch, events, hooks);
    m_jobs->reportTo({events, m_releaser,
                      [dispatcher = m_dispatcher] {
                          QMetaObject::invokeMethod(dispatcher, &Dispatcher::onRoom,
                                                    Qt::QueuedConnection); // from a pool thread
                      },
                      m_handling->pool(), m_handling->loop()});

    m_dispatching.setObjectName("yardmaster fetch"_L1);
    m_releasing.setObjectName("yardmaster release"_L1);
    m_dispatcher->moveToThread(&m_dispatching);
    m_releaser->moveToThread(&m_releasing);
    QObject::connect(&m_dispatching, &QThread::finished, m_dispatcher, &QObject::deleteLater);
    QObject::connect(&m_releasing, &QThread::finished, m_releaser, &QObject::deleteLater);
    // Direct: the engine's own thread may be waiting for it in the destructor.
    QObject::connect(
        m_dispatcher, &Dispatcher::done, m_dispatcher, [this] { m_done.set_value(); },
        Qt::DirectConnection);
    // Queued: the releaser reports from its own thread.
    QObject::connect(m_releaser, &Releaser::released, m_dispatcher, &Dispatcher::onReleased,
                     Qt::QueuedConnection);
    m_beating.setObjectName("yardmaster heartbeat"_L1);
    m_heartbeats->moveToThread(&m_beating);
    QObject::connect(&m_beating, &QThread::finished, m_heartbeats, &QObject::deleteLater);
    // Direct: what waited for it starts while the dispatcher may wait for the server.
    QObject::connect(
        m_heartbeats, &Heartbeats::confirmed, m_heartbeats,
        [this] { m_jobs->start(m_jobs->local().reopen()); }, Qt::DirectConnection);
    m_beating.start();
    m_releasing.start();
    m_dispatching.start();
}

Engine::~Engine()
{
    if (m_opened) {
        kill();
        m_done.get_future().wait_for(10s); // Dispatcher::kill() takes less than four
    }
    m_jobs->reportTo({});
    m_dispatching.quit();
    m_dispatching.wait();
    m_beating.quit();
    if (!m_beating.wait(500)) {
        m_heartbeats->interrupt();
        m_beating.wait();
    }
    m_releasing.quit();
    m_releasing.wait();
    m_handling.reset();
}

void Engine::open()
{
    m_opened = true;
    QMetaObject::invokeMethod(m_dispatcher, &Dispatcher::open, Qt::QueuedConnection);
}

void Engine::stop()
{
    QMetaObject::invokeMethod(m_dispatcher, &Dispatcher::stop, Qt::QueuedConnection);
}

void Engine::setHolds(const Holds &holds)
{
    m_jobs->setHolds(holds);
    QMetaObject::invokeMethod(m_dispatcher, &Dispatcher::onHoldsChanged, Qt::QueuedConnection);
}

void Engine::kill()
{
    QMetaObject::invokeMethod(m_dispatcher, &Dispatcher::kill, Qt::QueuedConnection);
}

} // namespace yardmaster
