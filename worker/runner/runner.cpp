#include "worker/runner/runner.h"

#include "worker/events/eventbus.h"
#include "worker/runner/dispatcher.h"
#include "worker/runner/engine.h"
#include "worker/tasks/taskregistry.h"

#include <QCoreApplication>
#include <QRandomGenerator>
#include <QSysInfo>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Readable in `locked_by`, unique per run.
QString makeWorkerId()
{
    return u"yardmaster-%1-%2-%3"_s.arg(QSysInfo::machineHostName())
        .arg(QCoreApplication::applicationPid())
        .arg(QRandomGenerator::system()->generate(), 8, 16, QChar(u'0'));
}

} // namespace

Runner::Runner(WorkerOptions options, std::shared_ptr<const TaskRegistry> registry,
               EventBus *events, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_workerId(makeWorkerId())
    , m_registry(std::move(registry))
    , m_events(events)
{
    qRegisterMetaType<yardmaster::RunOutcome>();
    qRegisterMetaType<yardmaster::JobEvent>();
    qRegisterMetaType<yardmaster::JobInfo>();
    qRegisterMetaType<yardmaster::DbError>();
}

Runner::~Runner() = default;

void Runner::start()
{
    if (m_state != State::Idle && m_state != State::Ended)
        return;
    m_engine.reset();
    m_engine = std::make_unique<Engine>(m_options, m_workerId, m_registry, m_events);
    const Dispatcher *dispatcher = m_engine->dispatcher();
    // Queued: the dispatcher lives on a thread of its own.
    connect(
        dispatcher, &Dispatcher::opened, this, [this] { setState(State::Running); },
        Qt::QueuedConnection);
    connect(
        dispatcher, &Dispatcher::draining, this, [this] { setState(State::Draining); },
        Qt::QueuedConnection);
    connect(dispatcher, &Dispatcher::done, this, &Runner::onDone, Qt::QueuedConnection);
    setState(State::Starting);
    m_engine->open();
}

void Runner::stop()
{
    if (m_state == State::Starting || m_state == State::Running)
        m_engine->stop();
}

void Runner::kill()
{
    if (m_state == State::Starting || m_state == State::Running || m_state == State::Draining)
        m_engine->kill();
}

void Runner::setState(State state)
{
    m_state = state;
    Q_EMIT stateChanged(state);
}

void Runner::onDone(const RunOutcome &outcome)
{
    setState(State::Ended);
    Q_EMIT finished(outcome);
}

} // namespace yardmaster
