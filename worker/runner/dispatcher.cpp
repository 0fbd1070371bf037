#include "worker/runner/dispatcher.h"

#include "worker/db/session.h"
#include "worker/events/eventbus.h"
#include "worker/queue/keptplans.h"
#include "worker/runner/listener.h"
#include "worker/runner/localqueue.h"
#include "worker/runner/recovery.h"
#include "worker/runner/releaser.h"

#include <QElapsedTimer>
#include <QLoggingCategory>

#include <thread>

Q_LOGGING_CATEGORY(lcDispatcher, "yardmaster.worker.fetch", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Results waiting for the database beyond this many stop the fetching.
constexpr int kBackPressure = 10 * Releaser::kBatch;
/// Jobs of an express fetch, and so many beyond the local queue's size are fetched ahead that way.
constexpr int kExpress = 8;
constexpr int kExpressAhead = 64;
/// Times as long as an express fetch took there is none.
constexpr int kExpressPause = 5;
/// For so long after an announcement fetches of a backlog are small, because what is announced next
/// may be urgent and waits for the fetch under way and for the next.
constexpr std::chrono::milliseconds kAnnouncing{100};
/// So often the task identifiers are tried to be made known at a start.
constexpr int kRegistrations = 5;

QElapsedTimer started()
{
    QElapsedTimer timer;
    timer.start();
    return timer;
}

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
          m_options, m_queue.workerId(), m_tasks, m_local, m_events, [this] { return session(); },
          this))
    , m_schema(m_options)
    , m_plan(m_options, m_tasks, m_local)
    , m_report(m_options, m_queue.workerId(), m_events)
    , m_fetching(u"fetching jobs"_s, m_queue.workerId(), m_events)
    , m_grace(this)
    , m_forbidden(m_options.forbiddenFlags, this)
    , m_refetchDelay(m_options, m_queue.workerId(), m_events, this)
    , m_staleLocks(
          m_queue, m_events, [this] { return session(); }, this)
    , m_poll(this)
    , m_next(this)
    , m_retry(this)
    , m_rates(this)
    , m_express(this)
    , m_expiry(this)
{
    for (QTimer *timer : {&m_next, &m_retry, &m_rates, &m_express})
        timer->setSingleShot(true);
    connect(m_recovery, &Recovery::recovered, this, &Dispatcher::wake);
    connect(&m_forbidden, &ForbiddenFlags::answered, this, &Dispatcher::pump);
    connect(&m_refetchDelay, &RefetchDelayTimer::expired, this, &Dispatcher::pump);
    connect(&m_rates, &QTimer::timeout, this, &Dispatcher::searchAll);
    connect(&m_poll, &QTimer::timeout, this, &Dispatcher::searchAll);
    connect(&m_express, &QTimer::timeout, this, &Dispatcher::pump);
    for (QTimer *timer : {&m_next, &m_retry})
        connect(timer, &QTimer::timeout, this, &Dispatcher::pump);
    connect(&m_expiry, &QTimer::timeout, this, &Dispatcher::returnExpired);
    connect(&m_staleLocks, &StaleLockReset::unlocked, this, &Dispatcher::wake);
    connect(&m_grace, &GracePeriod::stopDue, this, m_hooks.requestStop);
    connect(&m_grace, &GracePeriod::killDue, this, m_hooks.requestKill);
    connect(&m_grace, &GracePeriod::abandonDue, this, &Dispatcher::abandonRunning);
    connect(&m_grace, &GracePeriod::isOver, this, &Dispatcher::finishUnwritten);
}

Dispatcher::~Dispatcher() = default;

void Dispatcher::open()
{
    if (m_phase != Phase::Opening)
        return; // stopped before it began
    m_report.onOpened();
    if (const auto ready = connectAndPrepare(); !ready) {
        finish(ready.error().kind == DbError::Kind::SchemaTooNew ? RunOutcome::Reason::SchemaTooNew
                                                                 : RunOutcome::Reason::Failed,
               ready.error());
        return;
    }
    m_phase = Phase::Fetching;
    m_maybeMore = true;
    m_recovery->start();
    m_report.onStarted(m_tasks);
    if (m_options.once) {
        if (!m_options.onlyJob)
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
    if (auto prepared = m_schema.prepare(**opened); !prepared)
        return prepared;
    auto registered = m_queue.registerTasks(*m_session, m_tasks);
    // Whoever adds the same identifiers in another order may make it a deadlock's victim.
    for (int tries = 1; tries < kRegistrations && !registered
         && registered.error().kind == DbError::Kind::Contention;
         ++tries) {
        std::this_thread::sleep_for(m_contention.next());
        registered = m_queue.registerTasks(*m_session, m_tasks);
    }
    m_contention.reset();
    if (!registered)
        return registered;
    return m_recovery->begin();
}

Result<Session *> Dispatcher::session()
{
    if (auto opened = openSession(); !opened)
        return tl::make_unexpected(opened.error());
    return planningFor(Plans::Any);
}

Result<void> Dispatcher::openSession()
{
    if (m_session && m_session->isLost())
        m_session.reset();
    if (!m_session) {
        auto session = Session::open(m_options.connection, u"fetch"_s);
        if (!session)
            return tl::make_unexpected(session.error());
        m_session = *std::move(session);
        m_isForFetches = false;
    }
    return {};
}

Result<Session *> Dispatcher::planningFor(Plans plans)
{
    const bool isForFetches = plans == Plans::Kept && m_options.preparesStatements;
    if (isForFetches != m_isForFetches) {
        if (auto set = m_session->script(isForFetches ? kKeepPlans : kPlanAnew); !set)
            return tl::make_unexpected(set.error());
        m_isForFetches = isForFetches;
    }
    return m_session.get();
}

void Dispatcher::wake()
{
    m_maybeMore = true;
    pump();
}

void Dispatcher::searchAll()
{
    m_plan.searchAll();
    wake();
}

void Dispatcher::onHoldsChanged()
{
    searchAll();
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
    const int freePlaces = m_local->freePlaces();
    m_isHoarding = m_isHoarding && freePlaces == 0;
    if (m_isOutrun && !m_isHoarding && waiting <= m_options.localQueueSize)
        return std::max(m_options.localQueueSize, freePlaces - waiting);
    // Refill when half empty, so that fetches stay big and overlap with running.
    if (m_isHoarding || waiting > m_options.localQueueSize / 2)
        return 0;
    return std::max(m_options.localQueueSize, freePlaces) - waiting;
}

void Dispatcher::pump()
{
    // Calls from other threads never end in a drain: fetching in each would keep timers and the
    // listener from their turn.
    if (m_next.isActive())
        return;
    if (m_hasOnlyJob)
        m_maybeMore = false; // it may be runnable again; but once is what was asked for
    if (m_phase == Phase::Fetching && !m_retry.isActive() && !m_refetchDelay.isActive()) {
        while (m_maybeMore) {
            int limit = room();
            const bool isExpress = limit <= 0 && canFetchExpress();
            if (isExpress)
                limit = kExpress;
            else if (m_options.localQueueSize > 0 && m_isBacklog && m_sinceAnnounced.isValid()
                     && !m_sinceAnnounced.hasExpired(kAnnouncing.count()))
                limit = std::min(limit,
                                 std::max(m_options.localQueueSize / 3, m_local->freePlaces()));
            m_report.onMode(limit > 0          ? LocalQueueMode::Polling
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
            m_isAnnounced = false;
            const QElapsedTimer watch = started();
            if (const auto result = fetchOnce(m_plan.requests(limit, forbidden)); !result) {
                onTrouble(result.error());
                return;
            }
            if (isExpress)
                m_express.start(std::chrono::milliseconds(1 + kExpressPause * watch.elapsed()));
            if (m_phase != Phase::Fetching || m_retry.isActive() || m_refetchDelay.isActive())
                return;
            if (m_isBacklog) {
                m_next.start(); // lets others in: announcements, results, a stop
                return;
            }
        }
        // In this order: what becomes allowed in between shows in one of the two.
        auto wait = m_local->untilAllowance();
        if (m_plan.canGoOn())
            wait = 0ms; // through the event loop, or quick jobs would keep us from it
        if (wait)
            m_rates.start(*wait);
    }
    checkDrained();
}

Result<void> Dispatcher::fetchOnce(std::vector<FetchRequest> requests)
{
    if (auto opened = openSession(); !opened)
        return opened;
    if (auto checked = checkSchema(); !checked || m_phase != Phase::Fetching)
        return checked;
    if (auto alive = m_recovery->beforeFetch(); !alive)
        return alive;
    if (auto returned = returnUnknown(); !returned)
        return returned;
    const auto connection = planningFor(Plans::Kept);
    if (!connection)
        return tl::make_unexpected(connection.error());
    Q_EMIT m_events->fetchStarted(m_queue.workerId());
    int taken = 0;
    bool isFull = false;
    bool isContended = false;
    bool wasDry = true;
    m_maybeMore = false;
    for (FetchRequest &request : requests) {
        m_plan.limitFlags(&request);
        auto fetched = m_queue.fetch(**connection, request);
        if (!fetched) {
            m_isFetchUncertain = fetched.error().kind == DbError::Kind::ConnectionLost;
            return tl::make_unexpected(fetched.error());
        }
        m_plan.onFetched(request, *fetched);
        const int count = int(fetched->jobs.size());
        qCDebug(lcDispatcher, "fetched %d of %d candidates", count, fetched->candidates);
        taken += count;
        isFull = isFull || fetched->candidates >= request.limit;
        // Nothing found from the middle on: look at the beginning too.
        const bool isPartial = count == 0 && request.namedFrom != JobPlace();
        m_maybeMore = m_maybeMore || isFull || isPartial || fetched->candidates > count;
        isContended = isContended || (count == 0 && fetched->candidates > 0);
        if (count > 0 && m_events->hears<&EventBus::jobsFetched>()) {
            QList<JobInfo> jobs;
            for (const Job &job : fetched->jobs)
                jobs << job.info;
            Q_EMIT m_events->jobsFetched(m_queue.workerId(), jobs);
        }
        wasDry = wasDry && m_local->waiting() <= m_options.localQueueSize / 8;
        auto pushed = m_local->push(std::move(fetched->jobs));
        m_hooks.start(pushed.starts);
        m_releaser->postReturn(std::move(pushed.held), false);
    }
    m_isBacklog = isFull;
    m_isOutrun = isFull && wasDry && m_options.localQueueSize > 0;
    m_hasOnlyJob = m_options.onlyJob && taken > 0;
    m_backoff.reset();
    m_fetching.onSuccess();
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

Result<void> Dispatcher::returnUnknown()
{
    if (!m_isFetchUncertain)
        return {};
    const auto connection = planningFor(Plans::Any);
    if (!connection)
        return tl::make_unexpected(connection.error());
    // In this order: a job that ends meanwhile moves from the first to the second.
    std::vector<qint64> known = m_local->held();
    std::ranges::copy(m_releaser->jobs(), std::back_inserter(known));
    const auto returned = m_queue.giveBackUnknown(**connection, known);
    if (!returned)
        return tl::make_unexpected(returned.error());
    m_isFetchUncertain = false;
    if (!returned->isEmpty())
        qCInfo(lcDispatcher, "gave back %d jobs whose fetch was cut off", int(returned->size()));
    return {};
}

bool Dispatcher::canFetchExpress() const
{
    return m_isAnnounced && !m_isHoarding && !m_express.isActive() && m_options.localQueueSize > 0
        && m_releaser->pending() <= kBackPressure
        && m_local->waiting() < (m_isOutrun ? 2 : 1) * m_options.localQueueSize + kExpressAhead;
}

void Dispatcher::onJobsInserted(int count)
{
    m_maybeMore = true;
    m_isAnnounced = true;
    m_sinceAnnounced.start();
    m_refetchDelay.onAnnounced(count);
    pump();
}

void Dispatcher::onTrouble(const DbError &error)
{
    Q_EMIT m_events->fetchFailed(m_queue.workerId(), error);
    m_fetching.onTrouble(error);
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
    m_schema.onMigrated();
    if (m_phase != Phase::Fetching)
        return;
    if (const auto usable = checkSchema(); !usable)
        onTrouble(usable.error()); // the next fetch checks again first
}

Result<void> Dispatcher::checkSchema()
{
    if (!m_schema.isDoubtful())
        return {};
    const auto connection = session();
    if (!connection)
        return tl::make_unexpected(connection.error());
    const auto problem = m_schema.check(**connection);
    if (!problem)
        return tl::make_unexpected(problem.error());
    if (*problem) {
        m_reason = RunOutcome::Reason::SchemaTooNew;
        m_error = **problem;
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
    m_releaser->beginDrain();
    Q_EMIT draining();
    m_report.onStopping(Shutdown::Graceful,
                        m_error.message.isEmpty() ? u"asked to stop"_s : m_error.message);
    m_report.onMode(LocalQueueMode::Released);
    if (m_listener)
        m_listener->stop();
    stopTimers();
    m_releaser->postReturn(m_local->takeAll(), false);

    m_grace.begin(m_options.gracePeriod);
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
    m_grace.cut();
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
    for (QTimer *timer : {&m_poll, &m_next, &m_retry, &m_rates, &m_express, &m_expiry})
        timer->stop();
    m_refetchDelay.stop();
    m_staleLocks.stop();
}

void Dispatcher::finish(RunOutcome::Reason reason, const DbError &error)
{
    if (m_phase == Phase::Done)
        return;
    m_phase = Phase::Done;
    stopTimers();
    if (m_listener)
        m_listener->stop();
    if (m_session && !m_session->isLost())
        (void)returnUnknown();
    // What an interceptor left locked is found by others, if they find us silent.
    const bool signsOff = m_session && !m_session->isLost() && !m_releaser->hasLeftJobs();
    m_recovery->end(signsOff ? m_session.get() : nullptr);
    m_session.reset();

    RunOutcome outcome;
    outcome.reason = reason;
    outcome.error = error;
    const Releaser::Totals totals = m_releaser->totals();
    outcome.succeeded = totals.succeeded;
    outcome.failed = totals.failed;
    outcome.failedForGood = totals.failedForGood;
    outcome.snoozed = totals.snoozed;
    outcome.interrupted = totals.interrupted;
    m_report.onEnded(outcome);
    Q_EMIT done(outcome);
}

} // namespace yardmaster
