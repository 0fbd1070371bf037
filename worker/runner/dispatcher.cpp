#include "worker/runner/dispatcher.h"

#include "worker/runner/graceperiod.h"
#include "worker/runner/heartbeats.h"
#include "worker/runner/jobrunner.h"
#include "worker/runner/jobsender.h"
#include "worker/runner/listener.h"
#include "worker/runner/releaser.h"
#include "worker/time/backoff.h"
#include <yardmaster/session.h>

#include <thread>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// So often the task identifiers are tried to be made known at a start.
constexpr int kRegistrations = 5;

} // namespace

Dispatcher::Dispatcher(const Config &config, JobQueue queue, const Parts &parts)
    : m_connection(config.connection)
    , m_tasks(config.fetching.plan.tasks)
    , m_isOnce(config.fetching.once)
    , m_resetsStaleLocks(config.resetsStaleLocks)
    , m_listens(config.fetching.listens)
    , m_queue(std::move(queue))
    , m_jobs(parts.jobs)
    , m_local(&m_jobs->local())
    , m_adds(parts.adds)
    , m_releaser(parts.releaser)
    , m_grace(parts.grace)
    , m_events(parts.events)
    , m_report(config.report, m_queue.workerId(), m_events)
    , m_schema(config.schema)
    , m_fetcher({config.connection, config.fetching.plan.preparesStatements}, m_queue)
    , m_recovery(config.recovery, m_queue, &m_fetcher, m_local, m_releaser, parts.heartbeats,
                 parts.watch, m_events, this)
    , m_staleLocks(config.connection, m_queue, m_events, this)
    , m_fetching(config.fetching, m_queue,
                 {&m_fetcher, &m_schema, &m_recovery, m_jobs, m_releaser, parts.activity, &m_report,
                  m_events},
                 this)
    , m_dueAgain(this)
    , m_settling(this)
{
    m_dueAgain.setSingleShot(true);
    connect(&m_dueAgain, &QTimer::timeout, &m_fetching, &FetchLoop::wake);
    m_settling.setSingleShot(true);
    connect(&m_settling, &QTimer::timeout, this, &Dispatcher::settleFetch);
    connect(&m_fetching, &FetchLoop::pumped, this, &Dispatcher::checkDrained);
    connect(&m_fetching, &FetchLoop::schemaUnfit, this, &Dispatcher::onSchemaUnfit);
    connect(&m_recovery, &Recovery::recovered, &m_fetching, &FetchLoop::wake);
    // Queued: they live on a thread of their own.
    connect(parts.heartbeats, &Heartbeats::confirmed, &m_fetching, &FetchLoop::onHeartbeat,
            Qt::QueuedConnection);
    connect(&m_recovery, &Recovery::registeredAgain, &m_fetching, &FetchLoop::wake);
    connect(&m_fetching, &FetchLoop::refused, &m_recovery, &Recovery::checkRegistration);
    connect(&m_staleLocks, &StaleLockReset::unlocked, &m_fetching, &FetchLoop::wake);
    connect(&m_staleLocks, &StaleLockReset::finished, this, &Dispatcher::checkDrained);
}

Dispatcher::~Dispatcher() = default;

void Dispatcher::open()
{
    if (m_phase != Phase::Opening)
        return; // stopped before it began
    m_report.onOpened();
    if (const auto ready = connectAndPrepare(); !ready) {
        if (m_isStopAnnounced) // which may have cut it short
            finish(RunOutcome::Reason::Stopped);
        else
            finish(ready.error().kind == DbError::Kind::SchemaTooNew
                       ? RunOutcome::Reason::SchemaTooNew
                       : RunOutcome::Reason::Failed,
                   ready.error());
        return;
    }
    if (m_isStopAnnounced) {
        finish(RunOutcome::Reason::Stopped);
        return;
    }
    m_isOpen = true;
    m_phase = Phase::Fetching;
    m_fetching.start();
    m_recovery.start();
    m_report.onStarted(m_tasks);
    if (m_isOnce) {
        if (m_resetsStaleLocks)
            m_staleLocks.runOnce();
    } else {
        if (m_listens) {
            m_listener = new Listener(m_connection, m_queue.workerId(), m_events, this);
            connect(m_listener, &Listener::listening, &m_fetching, &FetchLoop::wake);
            connect(m_listener, &Listener::jobsInserted, &m_fetching, &FetchLoop::onAnnounced);
            connect(m_listener, &Listener::queuesLeft, &m_fetching, &FetchLoop::onOthersTurn);
            connect(m_listener, &Listener::migrated, &m_fetching, &FetchLoop::onMigrated);
            connect(&m_fetching, &FetchLoop::announcementsWanted, m_listener, &Listener::readNow);
            m_listener->start();
        }
        m_staleLocks.start();
    }
    Q_EMIT opened();
    m_fetching.pump();
}

Result<void> Dispatcher::connectAndPrepare()
{
    const auto session = m_fetcher.session();
    if (!session)
        return tl::make_unexpected(session.error());
    if (auto prepared = m_schema.prepare(**session); !prepared)
        return prepared;
    if (auto registered = registerTasks(**session); !registered)
        return registered;
    return m_recovery.begin();
}

Result<void> Dispatcher::registerTasks(Session &session) const
{
    auto registered = m_queue.registerTasks(session, m_tasks);
    // Whoever adds the same identifiers in another order may make it a deadlock's victim.
    Backoff contention{std::chrono::milliseconds(2), std::chrono::milliseconds(500)};
    for (int tries = 1; tries < kRegistrations && !registered
         && registered.error().kind == DbError::Kind::Contention;
         ++tries) {
        std::this_thread::sleep_for(contention.next());
        registered = m_queue.registerTasks(session, m_tasks);
    }
    return registered;
}

void Dispatcher::onHoldsChanged()
{
    m_fetching.searchAll();
}

void Dispatcher::onTasksChanged(const QStringList &tasks, bool readsColumns)
{
    m_tasks = tasks;
    if (m_phase != Phase::Fetching)
        return;
    // Only so that others find them: adding a job makes its task known, too.
    if (const auto session = m_fetcher.session(); session)
        (void)registerTasks(**session);
    m_fetching.setTasks(tasks, readsColumns);
}

void Dispatcher::announceRoom()
{
    // Once for all slots: in a drain many run dry at the same time.
    if (!m_isRoomAnnounced.exchange(true))
        QMetaObject::invokeMethod(this, &Dispatcher::onRoom, Qt::QueuedConnection);
}

void Dispatcher::onRoom()
{
    m_isRoomAnnounced.exchange(false); // before it looks: what comes from now on, may come too late
    m_fetching.pump();
}

void Dispatcher::onReleased(int count, const QList<qint64> &freedQueues)
{
    m_releaser->acknowledge(count);
    // The next job of a named queue becomes runnable when the one before it is in the database.
    m_fetching.onFreed(freedQueues);
    if (!freedQueues.isEmpty() || m_isOnce)
        m_fetching.wake();
    else
        m_fetching.pump();
}

void Dispatcher::checkDrained()
{
    if (m_phase != Phase::Fetching && m_phase != Phase::Draining)
        return;
    // Threads count too: a C++ handler that was given back may still be using what it was given.
    const bool idle = !m_fetching.isBusy() && m_adds->pending() == 0 && m_local->waiting() == 0
        && m_local->running() == 0 && (m_local->placesInUse() == 0 || m_isAbandoned)
        && m_releaser->pending() == 0 && (m_phase == Phase::Fetching || !m_fetching.isUncertain());
    if (!idle)
        return;
    if (m_phase == Phase::Draining) {
        finish(m_reason, m_error);
    } else if (const quint64 added = m_adds->answered(); m_isOnce && added != m_addsSeen) {
        m_addsSeen = added;
        m_fetching.wake();
    } else if (m_isOnce && m_fetching.isDone() && !m_staleLocks.isRunning()) {
        if (const auto wait = m_releaser->untilDueAgain(); wait > 0ms)
            m_dueAgain.start(wait);
        else
            finish(RunOutcome::Reason::Drained);
    }
}

void Dispatcher::onSchemaUnfit(const DbError &why)
{
    m_reason = RunOutcome::Reason::SchemaTooNew;
    m_error = why;
    stop();
}

void Dispatcher::stop()
{
    if (m_phase == Phase::Draining || m_phase == Phase::Done)
        return;
    if (m_phase == Phase::Opening) {
        finish(RunOutcome::Reason::Stopped);
        return;
    }
    m_phase = Phase::Draining;
    const Starts due = m_fetching.stop(); // what still came is given back below, with the others
    m_releaser->beginDrain();
    Q_EMIT draining();
    m_report.onStopping(Shutdown::Graceful,
                        m_error.message.isEmpty() ? u"asked to stop"_s : m_error.message);
    m_report.onMode(LocalQueueMode::Released);
    if (m_listener)
        m_listener->stop();
    m_staleLocks.stop();
    m_local->takeAll(m_releaser->jobReturner());
    m_jobs->start(due);

    m_grace->begin();
    settleFetch();
    checkDrained();
}

void Dispatcher::settleFetch()
{
    if (m_phase != Phase::Draining || !m_fetching.isUncertain())
        return;
    if (const auto settled = m_fetching.returnUnknown(); !settled)
        m_settling.start(m_settleBackoff.next());
    else
        checkDrained();
}

void Dispatcher::kill()
{
    stop();
    if (m_phase != Phase::Draining)
        return;
    if (std::exchange(m_isForced, true))
        return;
    m_report.onStopping(Shutdown::Forceful, u"asked to end the grace period"_s);
}

DbError Dispatcher::unwritten(int adds) const
{
    QStringList what;
    if (const int results = m_releaser->pending(); results > 0)
        what << u"results that could not be written before the grace period ended: %1; these jobs "
                "run again when their locks have been reset"_s.arg(results);
    if (adds > 0)
        what << u"jobs that tasks added after they had ended, and that could not be written before "
                "the grace period ended: %1; they are lost"_s.arg(adds);
    if (m_fetching.isUncertain())
        what << u"jobs that were being fetched could not be returned before the grace period "
                "ended: they run when their locks have been reset"_s;
    if (what.isEmpty())
        return {};
    return {DbError::Kind::Statement, {}, what.join("; "_L1)};
}

void Dispatcher::finishUnwritten(int adds)
{
    const DbError error = unwritten(adds);
    if (error.message.isEmpty())
        finish(m_reason, m_error);
    else
        finish(RunOutcome::Reason::Failed, error);
}

void Dispatcher::onAbandoned()
{
    m_isAbandoned = true;
    checkDrained();
}

bool Dispatcher::mayHoldLocks() const
{
    return m_releaser->hasLeftJobs() || m_releaser->pending() > 0 || m_local->running() > 0
        || m_local->waiting() > 0 || m_fetching.isUncertain() || m_fetching.isBusy();
}

void Dispatcher::leaveUnopened()
{
    if (!m_isOpen)
        leave();
}

void Dispatcher::leave()
{
    if (m_hasEnded.exchange(true))
        return;
    DbError error = unwritten(m_jobs->lateAdds());
    if (m_isOpen && error.message.isEmpty())
        error = {DbError::Kind::ConnectionLost,
                 {},
                 u"the database did not answer before the grace period ended"_s};
    const RunOutcome outcome
        = outcomeFor(m_isOpen ? RunOutcome::Reason::Failed : RunOutcome::Reason::Stopped, error);
    m_report.onEnded(outcome);
    Q_EMIT done(outcome);
}

RunOutcome Dispatcher::outcomeFor(RunOutcome::Reason reason, const DbError &error) const
{
    RunOutcome outcome;
    outcome.reason = reason;
    outcome.error = error;
    const Releaser::Totals totals = m_releaser->totals();
    outcome.succeeded = totals.succeeded;
    outcome.failed = totals.failed;
    outcome.failedForGood = totals.failedForGood;
    outcome.snoozed = totals.snoozed;
    outcome.interrupted = totals.interrupted;
    return outcome;
}

void Dispatcher::finish(RunOutcome::Reason reason, const DbError &error)
{
    if (m_phase == Phase::Done)
        return;
    m_phase = Phase::Done;
    (void)m_fetching.stop(); // nothing is under way any more
    m_staleLocks.stop();
    m_settling.stop();
    if (m_listener)
        m_listener->stop();
    m_fetching.returnUnknownNow();
    // What is still locked is found by others, if they find us silent.
    m_recovery.end(mayHoldLocks() ? nullptr : m_fetcher.openSession(), m_fetching.wasUncertain());
    m_fetcher.close();

    const RunOutcome outcome = outcomeFor(reason, error);
    m_grace->end();
    if (m_hasEnded.exchange(true))
        return; // leave() was faster
    m_report.onEnded(outcome);
    Q_EMIT done(outcome);
}

} // namespace yardmaster
