#include "worker/runner/dispatcher.h"

#include "worker/db/migrator.h"
#include "worker/db/session.h"
#include "worker/events/eventbus.h"
#include "worker/runner/listener.h"
#include "worker/runner/localqueue.h"
#include "worker/runner/releaser.h"

#include <QLoggingCategory>
#include <QRandomGenerator>

Q_LOGGING_CATEGORY(lcDispatcher, "yardmaster.worker.fetch", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Jobs of one named queue that are fetched together at most.
constexpr int kLane = 50;

/// Results waiting for the database beyond this many stop the fetching.
constexpr int kBackPressure = 10 * Releaser::kBatch;

} // namespace

Dispatcher::Dispatcher(WorkerOptions options, QStringList tasks, JobQueue queue, LocalQueue *local,
                       Releaser *releaser, EventBus *events, Hooks hooks)
    : m_options(std::move(options))
    , m_tasks(std::move(tasks))
    , m_queue(std::move(queue))
    , m_local(local)
    , m_releaser(releaser)
    , m_events(events)
    , m_hooks(std::move(hooks))
    , m_poll(this)
    , m_retry(this)
    , m_expiry(this)
    , m_staleLocks(this)
{
    m_retry.setSingleShot(true);
    m_staleLocks.setSingleShot(true);
    connect(&m_poll, &QTimer::timeout, this, &Dispatcher::wake);
    connect(&m_retry, &QTimer::timeout, this, &Dispatcher::pump);
    connect(&m_expiry, &QTimer::timeout, this, &Dispatcher::returnExpired);
    connect(&m_staleLocks, &QTimer::timeout, this, &Dispatcher::resetStaleLocks);
}

Dispatcher::~Dispatcher() = default;

void Dispatcher::open()
{
    if (m_phase != Phase::Opening)
        return; // stopped before it began
    if (const auto ready = connectAndPrepare(); !ready) {
        finish(ready.error().kind == DbError::Kind::SchemaTooNew ? RunOutcome::Reason::SchemaTooNew
                                                                 : RunOutcome::Reason::Failed,
               ready.error());
        return;
    }
    m_phase = Phase::Fetching;
    m_maybeMore = true;
    if (m_options.once) {
        resetStaleLocks();
    } else {
        m_listener = new Listener(m_options.connection, m_events, this);
        connect(m_listener, &Listener::jobsInserted, this, &Dispatcher::wake);
        connect(m_listener, &Listener::migrated, this, &Dispatcher::onMigrated);
        m_listener->start();
        m_poll.start(m_options.pollInterval);
        m_expiry.start(std::min<std::chrono::milliseconds>(m_options.localQueueTtl, 10s));
        scheduleStaleLockReset(0ms, 60s);
    }
    Q_EMIT m_events->workerStarted(m_queue.workerId(), m_tasks);
    Q_EMIT opened();
    pump();
}

Result<void> Dispatcher::connectAndPrepare()
{
    const auto opened = session();
    if (!opened)
        return tl::make_unexpected(opened.error());
    QStringList warnings;
    if (m_options.migrates) {
        const auto report = migrate(*m_session, m_options.schema);
        if (!report)
            return tl::make_unexpected(report.error());
        warnings = report->warnings;
    } else {
        const auto state = inspectSchema(*m_session, m_options.schema);
        if (!state)
            return tl::make_unexpected(state.error());
        if (state->family == SchemaState::Family::None)
            return fail(DbError::Kind::SchemaMissing,
                        u"there is no graphile-worker schema '%1' in this database; "
                        "yardmaster --schema-only installs it"_s.arg(m_options.schema));
        if (auto usable = checkCompatible(*state, m_options.schema, &warnings); !usable)
            return usable;
    }
    for (const QString &warning : std::as_const(warnings))
        qCWarning(lcDispatcher, "%s", qUtf8Printable(warning));
    return m_queue.registerTasks(*m_session, m_tasks);
}

Result<Session *> Dispatcher::session()
{
    if (m_session && m_session->isLost())
        m_session.reset();
    if (!m_session) {
        auto session = Session::open(m_options.connection, u"fetch"_s);
        if (!session)
            return tl::make_unexpected(session.error());
        m_session = *std::move(session);
    }
    return m_session.get();
}

void Dispatcher::wake()
{
    m_maybeMore = true;
    pump();
}

void Dispatcher::onRoom()
{
    pump();
}

void Dispatcher::onReleased(int count, bool freedQueue)
{
    m_releaser->acknowledge(count);
    // The next job of a named queue becomes runnable when the one before it is in the database.
    if (freedQueue || m_options.once)
        m_maybeMore = true;
    pump();
}

int Dispatcher::room()
{
    if (m_releaser->pending() > kBackPressure)
        return 0;
    const int waiting = m_local->waiting();
    const int freeThreads = m_options.concurrency - m_local->threads();
    m_isHoarding = m_isHoarding && freeThreads == 0;
    // Refill when half empty, so that fetches stay big and overlap with running.
    if (m_isHoarding || waiting > m_options.localQueueSize / 2)
        return 0;
    return std::max(m_options.localQueueSize, freeThreads) - waiting;
}

void Dispatcher::pump()
{
    if (m_phase == Phase::Fetching && !m_retry.isActive()) {
        while (m_maybeMore) {
            const int limit = room();
            if (limit <= 0)
                return;
            const auto connection = session();
            if (!connection) {
                onTrouble(connection.error());
                return;
            }
            // Without a local queue nothing may wait here, so queues advance job by job.
            const int lane = m_options.localQueueSize > 0 ? kLane : 1;
            auto fetched = m_queue.fetch(**connection, m_tasks, limit, lane);
            if (!fetched) {
                onTrouble(fetched.error());
                return;
            }
            if (m_backoff.reset())
                Q_EMIT m_events->databaseRecovered(u"fetching jobs"_s);
            const int taken = int(fetched->jobs.size());
            qCDebug(lcDispatcher, "fetched %d of %d candidates", taken, fetched->candidates);
            m_maybeMore = fetched->candidates == limit || fetched->candidates > taken;
            if (taken == 0 && m_maybeMore) {
                m_retry.start(m_contention.next());
                return;
            }
            m_contention.reset();
            if (const int threads = m_local->push(std::move(fetched->jobs)); threads > 0)
                m_hooks.startThreads(threads);
        }
    }
    checkDrained();
}

void Dispatcher::onTrouble(const DbError &error)
{
    Q_EMIT m_events->databaseTrouble(u"fetching jobs"_s, error);
    m_retry.start(m_backoff.next());
}

void Dispatcher::checkDrained()
{
    if (m_phase != Phase::Fetching && m_phase != Phase::Draining)
        return;
    // Threads count too: a C++ handler that was given back may still be using what it was given.
    const bool idle = m_local->waiting() == 0 && m_local->running() == 0
        && (m_local->threads() == 0 || m_abandoned) && m_releaser->pending() == 0;
    if (!idle)
        return;
    if (m_phase == Phase::Draining)
        finish(m_reason, m_error);
    else if (m_options.once && !m_maybeMore && !m_retry.isActive())
        finish(RunOutcome::Reason::Drained);
}

void Dispatcher::onMigrated()
{
    if (m_phase != Phase::Fetching)
        return;
    const auto connection = session();
    if (!connection)
        return; // the listener announces it again when it has reconnected
    const auto state = inspectSchema(**connection, m_options.schema);
    if (!state)
        return;
    QStringList warnings;
    if (const auto usable = checkCompatible(*state, m_options.schema, &warnings); !usable) {
        m_reason = RunOutcome::Reason::SchemaTooNew;
        m_error = usable.error();
        stop();
    }
}

void Dispatcher::returnExpired()
{
    auto expired = m_local->takeOlderThan(m_options.localQueueTtl);
    if (expired.empty())
        return;
    m_isHoarding = true; // or the notification of their return would make us fetch them again
    m_releaser->postReturn(std::move(expired), false);
}

void Dispatcher::scheduleStaleLockReset(std::chrono::milliseconds from,
                                        std::chrono::milliseconds to)
{
    const auto span = double((to - from).count());
    m_staleLocks.start(
        from + std::chrono::milliseconds(qint64(QRandomGenerator::global()->bounded(span))));
}

void Dispatcher::resetStaleLocks()
{
    if (m_phase != Phase::Fetching)
        return;
    if (!m_options.once)
        scheduleStaleLockReset(8min, 10min);
    const auto connection = session();
    if (!connection)
        return; // the fetch reports it
    const auto count = m_queue.resetStaleLocks(**connection);
    if (!count) {
        Q_EMIT m_events->databaseTrouble(u"resetting stale locks"_s, count.error());
    } else if (*count > 0) {
        qCWarning(lcDispatcher, "unlocked %lld jobs that had been locked for more than 4 hours",
                  qlonglong(*count));
        wake();
    }
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
    Q_EMIT draining();
    if (m_listener)
        m_listener->stop();
    for (QTimer *timer : {&m_poll, &m_retry, &m_expiry, &m_staleLocks})
        timer->stop();
    m_releaser->postReturn(m_local->takeAll(), false);

    const auto grace = m_options.gracePeriod;
    QTimer::singleShot(grace / 2, this, [this] { m_hooks.requestStop(); });
    QTimer::singleShot(grace * 8 / 10, this, [this] { m_hooks.requestKill(); });
    QTimer::singleShot(grace * 9 / 10, this, &Dispatcher::abandonRunning);
    // However short the grace, there is a second to write the results in.
    QTimer::singleShot(std::max<std::chrono::milliseconds>(grace, grace * 9 / 10 + 1s), this,
                       &Dispatcher::finishUnwritten);
    checkDrained();
}

void Dispatcher::kill()
{
    stop();
    if (m_phase != Phase::Draining)
        return;
    m_hooks.requestStop();
    m_hooks.requestKill();
    QTimer::singleShot(500ms, this, &Dispatcher::abandonRunning); // killed children report first
    QTimer::singleShot(3s, this, &Dispatcher::finishUnwritten);
}

void Dispatcher::finishUnwritten()
{
    const int unwritten = m_releaser->pending();
    if (unwritten == 0) {
        finish(m_reason, m_error);
        return;
    }
    finish(RunOutcome::Reason::Failed,
           {DbError::Kind::ConnectionLost,
            {},
            u"%1 results could not be written before the grace period ended; these jobs run again "
            "when their locks have been reset"_s.arg(unwritten)});
}

void Dispatcher::abandonRunning()
{
    if (m_phase != Phase::Draining)
        return;
    m_abandoned = true;
    m_releaser->postReturn(m_local->abandon(), true);
    checkDrained();
}

void Dispatcher::finish(RunOutcome::Reason reason, const DbError &error)
{
    if (m_phase == Phase::Done)
        return;
    const bool wasStarted = m_phase != Phase::Opening;
    m_phase = Phase::Done;
    for (QTimer *timer : {&m_poll, &m_retry, &m_expiry, &m_staleLocks})
        timer->stop();
    if (m_listener)
        m_listener->stop();
    m_session.reset();
    if (wasStarted)
        Q_EMIT m_events->workerStopped(m_queue.workerId());

    RunOutcome outcome;
    outcome.reason = reason;
    outcome.error = error;
    const Releaser::Totals totals = m_releaser->totals();
    outcome.succeeded = totals.succeeded;
    outcome.failed = totals.failed;
    outcome.failedForGood = totals.failedForGood;
    outcome.interrupted = totals.interrupted;
    Q_EMIT done(outcome);
}

} // namespace yardmaster
