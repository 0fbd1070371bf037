#include "worker/runner/dispatcher.h"

#include "worker/db/migrator.h"
#include "worker/db/session.h"
#include "worker/events/eventbus.h"
#include "worker/runner/listener.h"
#include "worker/runner/localqueue.h"
#include "worker/runner/recovery.h"
#include "worker/runner/releaser.h"

#include <QLoggingCategory>

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
    , m_recovery(new Recovery(
          m_options, m_queue.workerId(), m_local, m_events, [this] { return session(); }, this))
    , m_forbidden(m_options.forbiddenFlags, this)
    , m_refetchDelay(m_options, m_queue.workerId(), m_events, this)
    , m_staleLocks(
          m_queue, m_events, [this] { return session(); }, this)
    , m_poll(this)
    , m_retry(this)
    , m_rates(this)
    , m_expiry(this)
{
    for (QTimer *timer : {&m_retry, &m_rates})
        timer->setSingleShot(true);
    connect(m_recovery, &Recovery::recovered, this, &Dispatcher::wake);
    connect(&m_forbidden, &ForbiddenFlags::answered, this, &Dispatcher::pump);
    connect(&m_refetchDelay, &RefetchDelayTimer::expired, this, &Dispatcher::pump);
    connect(&m_rates, &QTimer::timeout, this, &Dispatcher::wake);
    connect(&m_poll, &QTimer::timeout, this, &Dispatcher::wake);
    connect(&m_retry, &QTimer::timeout, this, &Dispatcher::pump);
    connect(&m_expiry, &QTimer::timeout, this, &Dispatcher::returnExpired);
    connect(&m_staleLocks, &StaleLockReset::unlocked, this, &Dispatcher::wake);
}

Dispatcher::~Dispatcher() = default;

void Dispatcher::open()
{
    if (m_phase != Phase::Opening)
        return; // stopped before it began
    m_isOpen = true;
    Q_EMIT m_events->poolCreated(m_queue.workerId(), m_options.schema, m_options.concurrency);
    Q_EMIT m_events->localQueueCreated(m_queue.workerId(), m_options.localQueueSize);
    if (const auto ready = connectAndPrepare(); !ready) {
        finish(ready.error().kind == DbError::Kind::SchemaTooNew ? RunOutcome::Reason::SchemaTooNew
                                                                 : RunOutcome::Reason::Failed,
               ready.error());
        return;
    }
    m_phase = Phase::Fetching;
    m_maybeMore = true;
    m_recovery->start();
    Q_EMIT m_events->workerStarted(m_queue.workerId(), m_tasks); // before any job can start
    if (m_options.once) {
        m_staleLocks.runOnce();
    } else {
        if (m_options.listens) {
            m_listener = new Listener(m_options.connection, m_queue.workerId(), m_events, this);
            connect(m_listener, &Listener::jobsInserted, this, &Dispatcher::onJobsInserted);
            connect(m_listener, &Listener::migrated, this, &Dispatcher::onMigrated);
            m_listener->start();
        }
        m_poll.start(m_options.pollInterval);
        m_expiry.start(std::min<std::chrono::milliseconds>(m_options.localQueueTtl, 10s));
        m_staleLocks.start();
    }
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
    if (auto registered = m_queue.registerTasks(*m_session, m_tasks); !registered)
        return registered;
    return m_recovery->begin();
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
    // Likewise one of a task at its limit.
    if (freedQueue || m_options.once || !m_options.taskLimits.isEmpty())
        m_maybeMore = true;
    pump();
}

int Dispatcher::room()
{
    if (m_releaser->pending() > kBackPressure)
        return 0;
    const int waiting = m_local->waiting();
    const int freePlaces = m_local->freePlaces();
    m_isHoarding = m_isHoarding && freePlaces == 0;
    // Refill when half empty, so that fetches stay big and overlap with running.
    if (m_isHoarding || waiting > m_options.localQueueSize / 2)
        return 0;
    return std::max(m_options.localQueueSize, freePlaces) - waiting;
}

std::vector<FetchRequest> Dispatcher::requests(int limit, const QStringList &forbidden) const
{
    FetchRequest all;
    all.flags = m_options.flags;
    all.flags.forbidden << forbidden;
    all.limit = limit;
    // Without a local queue nothing may wait here, so queues advance job by job.
    all.lane = m_options.localQueueSize > 0 ? kLane : 1;
    if (m_options.clock)
        all.now = m_options.clock();

    // A task with a limit or a rate is fetched by itself, no more than it may run.
    std::vector<FetchRequest> requests;
    for (const QString &task : m_tasks) {
        if (!m_options.taskLimits.contains(task) && !m_options.taskRates.contains(task)) {
            all.tasks << task;
        } else if (const int allowance = m_local->allowance(task); allowance > 0) {
            FetchRequest one = all;
            one.tasks = {task};
            one.limit = std::min(limit, allowance);
            requests.push_back(std::move(one));
        }
    }
    if (!all.tasks.isEmpty())
        requests.push_back(std::move(all));
    return requests;
}

void Dispatcher::pump()
{
    if (m_phase == Phase::Fetching && !m_retry.isActive() && !m_refetchDelay.isActive()) {
        while (m_maybeMore) {
            const int limit = room();
            setMode(limit > 0          ? LocalQueueMode::Polling
                        : m_isHoarding ? LocalQueueMode::TtlExpired
                                       : LocalQueueMode::Waiting);
            if (limit <= 0)
                return;
            QStringList forbidden;
            if (m_forbidden.isAsked()) {
                const auto answer = m_forbidden.take();
                if (!answer)
                    return; // answered() brings us back
                forbidden = *answer;
            }
            if (const auto result = fetchOnce(requests(limit, forbidden)); !result) {
                onTrouble(result.error());
                return;
            }
            if (m_phase != Phase::Fetching || m_retry.isActive() || m_refetchDelay.isActive())
                return;
        }
        if (const auto wait = m_local->untilAllowance())
            m_rates.start(*wait);
    }
    checkDrained();
}

Result<void> Dispatcher::fetchOnce(const std::vector<FetchRequest> &requests)
{
    const auto connection = session();
    if (!connection)
        return tl::make_unexpected(connection.error());
    if (auto checked = checkSchema(); !checked || m_phase != Phase::Fetching)
        return checked;
    if (auto alive = m_recovery->beforeFetch(); !alive)
        return alive;
    if (auto returned = returnUnknown(**connection); !returned)
        return returned;
    Q_EMIT m_events->fetchStarted(m_queue.workerId());
    int taken = 0;
    bool isFull = false;
    bool isContended = false;
    m_maybeMore = false;
    for (const FetchRequest &request : requests) {
        auto fetched = m_queue.fetch(**connection, request);
        if (!fetched) {
            m_isFetchUncertain = fetched.error().kind == DbError::Kind::ConnectionLost;
            return tl::make_unexpected(fetched.error());
        }
        const int count = int(fetched->jobs.size());
        qCDebug(lcDispatcher, "fetched %d of %d candidates", count, fetched->candidates);
        taken += count;
        isFull = isFull || fetched->candidates == request.limit;
        m_maybeMore = m_maybeMore || isFull || fetched->candidates > count;
        isContended = isContended || (count == 0 && fetched->candidates > 0);
        if (count > 0 && m_events->hears<&EventBus::jobsFetched>()) {
            QList<JobInfo> jobs;
            for (const Job &job : fetched->jobs)
                jobs << job.info;
            Q_EMIT m_events->jobsFetched(m_queue.workerId(), jobs);
        }
        m_hooks.start(m_local->push(std::move(fetched->jobs)));
    }
    if (m_backoff.reset())
        Q_EMIT m_events->databaseRecovered(u"fetching jobs"_s, m_queue.workerId());
    if (taken == 0)
        Q_EMIT m_events->fetchFoundNothing(m_queue.workerId());
    if (taken == 0 && isContended) {
        m_retry.start(m_contention.next());
        return {};
    }
    m_contention.reset();
    if (!isFull)
        m_refetchDelay.afterFetch(taken);
    return {};
}

Result<void> Dispatcher::returnUnknown(Session &session)
{
    if (!m_isFetchUncertain)
        return {};
    // In this order: a job that ends meanwhile moves from the first to the second.
    std::vector<qint64> known = m_local->held();
    std::ranges::copy(m_releaser->jobs(), std::back_inserter(known));
    const auto returned = m_queue.giveBackUnknown(session, known);
    if (!returned)
        return tl::make_unexpected(returned.error());
    m_isFetchUncertain = false;
    if (!returned->isEmpty())
        qCInfo(lcDispatcher, "gave back %d jobs whose fetch was cut off", int(returned->size()));
    return {};
}

void Dispatcher::onJobsInserted(int count)
{
    m_maybeMore = true;
    m_refetchDelay.onAnnounced(count);
    pump();
}

void Dispatcher::onTrouble(const DbError &error)
{
    Q_EMIT m_events->fetchFailed(m_queue.workerId(), error);
    Q_EMIT m_events->databaseTrouble(u"fetching jobs"_s, error, m_queue.workerId());
    m_maybeMore = true;
    m_retry.start(m_backoff.next());
}

void Dispatcher::checkDrained()
{
    if (m_phase != Phase::Fetching && m_phase != Phase::Draining)
        return;
    // Threads count too: a C++ handler that was given back may still be using what it was given.
    const bool idle = m_local->waiting() == 0 && m_local->running() == 0
        && (m_local->placesInUse() == 0 || m_isAbandoned) && m_releaser->pending() == 0;
    if (!idle)
        return;
    if (m_phase == Phase::Draining)
        finish(m_reason, m_error);
    else if (m_options.once && !m_maybeMore && !m_retry.isActive() && !m_rates.isActive())
        finish(RunOutcome::Reason::Drained);
}

void Dispatcher::onMigrated()
{
    m_isSchemaDoubtful = true;
    if (m_phase != Phase::Fetching)
        return;
    if (const auto usable = checkSchema(); !usable)
        onTrouble(usable.error()); // the next fetch checks again first
}

Result<void> Dispatcher::checkSchema()
{
    if (!m_isSchemaDoubtful)
        return {};
    const auto connection = session();
    if (!connection)
        return tl::make_unexpected(connection.error());
    const auto state = inspectSchema(**connection, m_options.schema);
    if (!state)
        return tl::make_unexpected(state.error());
    m_isSchemaDoubtful = false;
    QStringList warnings;
    if (const auto usable = checkCompatible(*state, m_options.schema, &warnings); !usable) {
        m_reason = RunOutcome::Reason::SchemaTooNew;
        m_error = usable.error();
        stop();
    }
    return {};
}

void Dispatcher::returnExpired()
{
    auto expired = m_local->takeOlderThan(m_options.localQueueTtl);
    if (expired.empty())
        return;
    m_isHoarding = true; // or the notification of their return would make us fetch them again
    m_releaser->postReturn(std::move(expired), false);
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
    Q_EMIT m_events->shutdownStarted(m_queue.workerId(), Shutdown::Graceful,
                                     m_error.message.isEmpty() ? u"asked to stop"_s
                                                               : m_error.message);
    setMode(LocalQueueMode::Released);
    if (m_listener)
        m_listener->stop();
    stopTimers();
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
    if (!std::exchange(m_isForced, true))
        Q_EMIT m_events->shutdownStarted(m_queue.workerId(), Shutdown::Forceful,
                                         u"asked to end the grace period"_s);
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
    m_isAbandoned = true;
    m_releaser->postReturn(m_local->abandon(), true);
    checkDrained();
}

void Dispatcher::stopTimers()
{
    for (QTimer *timer : {&m_poll, &m_retry, &m_rates, &m_expiry})
        timer->stop();
    m_refetchDelay.stop();
    m_staleLocks.stop();
}

void Dispatcher::finish(RunOutcome::Reason reason, const DbError &error)
{
    if (m_phase == Phase::Done)
        return;
    const Phase phase = std::exchange(m_phase, Phase::Done);
    stopTimers();
    if (m_listener)
        m_listener->stop();
    if (m_session && !m_session->isLost())
        (void)returnUnknown(*m_session);
    m_recovery->end(m_session && !m_session->isLost() ? m_session.get() : nullptr);
    m_session.reset();

    RunOutcome outcome;
    outcome.reason = reason;
    outcome.error = error;
    const Releaser::Totals totals = m_releaser->totals();
    outcome.succeeded = totals.succeeded;
    outcome.failed = totals.failed;
    outcome.failedForGood = totals.failedForGood;
    outcome.interrupted = totals.interrupted;
    reportEnd(phase, outcome);
    Q_EMIT done(outcome);
}

void Dispatcher::setMode(LocalQueueMode mode)
{
    if (mode == m_mode)
        return;
    Q_EMIT m_events->localQueueModeChanged(m_queue.workerId(), std::exchange(m_mode, mode), mode);
    if (mode == LocalQueueMode::Released)
        Q_EMIT m_events->workerReleased(m_queue.workerId());
}

void Dispatcher::reportEnd(Phase phase, const RunOutcome &outcome)
{
    if (!m_isOpen)
        return; // stopped before it began
    const QString &worker = m_queue.workerId();
    const auto kind = m_isForced ? Shutdown::Forceful : Shutdown::Graceful;
    const bool isFailed = outcome.reason == RunOutcome::Reason::Failed;
    if (isFailed || outcome.reason == RunOutcome::Reason::SchemaTooNew)
        Q_EMIT m_events->poolFailed(worker, outcome.error,
                                    phase == Phase::Opening ? u"starting"_s
                                        : isFailed          ? u"writing results"_s
                                                            : u"checking the schema"_s);
    if (phase != Phase::Opening) {
        setMode(LocalQueueMode::Released);
        Q_EMIT m_events->workerStopped(worker, outcome.error.message);
    }
    if (phase == Phase::Draining && isFailed)
        Q_EMIT m_events->shutdownFailed(worker, kind, outcome.error);
    else if (phase == Phase::Draining)
        Q_EMIT m_events->shutdownCompleted(worker, kind);
    Q_EMIT m_events->poolReleased(worker);
}

} // namespace yardmaster
