#include "worker/runner/dispatcher.h"

#include "worker/db/session.h"
#include "worker/events/eventbus.h"
#include "worker/runner/listener.h"
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
    , m_fetcher(m_options, m_queue)
    , m_recovery(new Recovery(
          m_options, m_queue.workerId(), m_tasks, m_local, m_events,
          [this] { return m_fetcher.session(); }, this))
    , m_schema(m_options)
    , m_plan(m_options, m_tasks, m_local)
    , m_prefetch(m_options, m_local, this)
    , m_report(m_options, m_queue.workerId(), m_events)
    , m_fetching(u"fetching jobs"_s, m_queue.workerId(), m_events)
    , m_grace(this)
    , m_forbidden(m_options.forbiddenFlags, this)
    , m_refetchDelay(m_options, m_queue.workerId(), m_events, this)
    , m_staleLocks(
          m_queue, m_events, [this] { return m_fetcher.session(); }, this)
    , m_poll(this)
    , m_next(this)
    , m_retry(this)
    , m_rates(this)
    , m_expiry(this)
{
    for (QTimer *timer : {&m_next, &m_retry, &m_rates})
        timer->setSingleShot(true);
    connect(m_recovery, &Recovery::recovered, this, &Dispatcher::wake);
    connect(&m_forbidden, &ForbiddenFlags::answered, this, &Dispatcher::pump);
    connect(&m_refetchDelay, &RefetchDelayTimer::expired, this, &Dispatcher::pump);
    connect(&m_rates, &QTimer::timeout, this, &Dispatcher::searchAll);
    connect(&m_poll, &QTimer::timeout, this, &Dispatcher::searchAll);
    connect(&m_prefetch, &Prefetch::expressAgain, this, &Dispatcher::pump);
    connect(&m_prefetch, &Prefetch::tooManyWait, this, &Dispatcher::onTooManyWait);
    connect(&m_next, &QTimer::timeout, this, &Dispatcher::onNext);
    connect(&m_retry, &QTimer::timeout, this, &Dispatcher::pump);
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
    const auto session = m_fetcher.session();
    if (!session)
        return tl::make_unexpected(session.error());
    if (auto prepared = m_schema.prepare(**session); !prepared)
        return prepared;
    auto registered = m_queue.registerTasks(**session, m_tasks);
    // Whoever adds the same identifiers in another order may make it a deadlock's victim.
    for (int tries = 1; tries < kRegistrations && !registered
         && registered.error().kind == DbError::Kind::Contention;
         ++tries) {
        std::this_thread::sleep_for(m_contention.next());
        registered = m_queue.registerTasks(**session, m_tasks);
    }
    m_contention.reset();
    if (!registered)
        return registered;
    return m_recovery->begin();
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

void Dispatcher::pump()
{
    while (m_phase == Phase::Fetching && !m_fetcher.isBusy() && !m_retry.isActive()
           && !m_refetchDelay.isActive()) {
        if (m_hasOnlyJob)
            m_maybeMore = false; // it may be runnable again; but once is what was asked for
        if (!m_round.requests.empty()) {
            sendNext();
        } else if (m_maybeMore) {
            if (!beginRound())
                return;
        } else {
            // In this order: what becomes allowed in between shows in one of the two.
            auto wait = m_local->untilAllowance();
            if (m_plan.canGoOn())
                wait = 0ms; // through the event loop, or quick jobs would keep us from it
            if (wait)
                m_rates.start(*wait);
            break;
        }
        if (!m_prefetch.isBacklog() && m_fetcher.isBusy())
            receive();
    }
    // Lets others in: announcements, results, a stop. Calls from other threads never end in a
    // drain; each may bring us here, but none waits.
    if (m_fetcher.isBusy() && !m_next.isActive())
        m_next.start();
    checkDrained();
}

bool Dispatcher::beginRound(int arriving)
{
    const Prefetch::Size size = m_prefetch.next(arriving, m_releaser->pending());
    m_report.onMode(size.jobs > 0                 ? LocalQueueMode::Polling
                        : m_prefetch.isHoarding() ? LocalQueueMode::TtlExpired
                                                  : LocalQueueMode::Waiting);
    if (size.jobs <= 0)
        return false;
    QStringList forbidden;
    if (m_forbidden.isAsked()) {
        const auto answer = m_forbidden.take();
        if (!answer)
            return false; // answered() brings us back
        forbidden = *answer;
    }
    const auto usable = checkUsable();
    if (m_phase != Phase::Fetching)
        return false;
    if (!usable) {
        onTrouble(usable.error());
        return false;
    }
    const bool isLone = m_prefetch.isAnnounced() && !m_prefetch.isBacklog();
    m_prefetch.onRoundBegins();
    m_maybeMore = false;
    m_round = {m_plan.requests(size.jobs, forbidden, isLone), started(), size.isExpress};
    if (m_round.requests.empty())
        endRound(); // everything is on hold, or used up
    else
        sendNext();
    return true;
}

Result<void> Dispatcher::checkUsable()
{
    if (auto checked = checkSchema(); !checked || m_phase != Phase::Fetching)
        return checked;
    if (auto alive = m_recovery->beforeFetch(); !alive)
        return alive;
    return returnUnknown();
}

void Dispatcher::sendNext()
{
    m_sent = std::move(m_round.requests.front());
    m_round.requests.pop_front();
    m_plan.limitFlags(&m_sent);
    Q_EMIT m_events->fetchStarted(m_queue.workerId());
    if (const auto sent = m_fetcher.send(m_sent); !sent) {
        m_isFetchUncertain = sent.error().kind == DbError::Kind::ConnectionLost;
        onTrouble(sent.error());
    }
}

void Dispatcher::onNext()
{
    if (m_fetcher.isBusy())
        receive();
    pump();
}

void Dispatcher::receive()
{
    // What was announced meanwhile shapes the next fetch.
    if (m_prefetch.isBacklog() && m_listener && m_phase == Phase::Fetching)
        m_listener->readNow();
    if (!m_fetcher.isBusy())
        return; // what was heard led to a stop
    if (m_sent.reach == Reach::Lone && m_phase == Phase::Fetching)
        awaitOnPool();
    const auto answer = m_fetcher.take();
    if (!answer) {
        m_isFetchUncertain = answer.error().kind == DbError::Kind::ConnectionLost;
        if (m_phase == Phase::Fetching)
            onTrouble(answer.error());
        return;
    }
    const FetchRequest request = std::move(m_sent);
    if (answer->isDeclined()) {
        if (m_retry.isActive())
            m_maybeMore = true;
        else
            m_round.requests.push_front(m_plan.insteadOf(request));
        return;
    }
    if (m_phase == Phase::Fetching) {
        note(request, *answer);
        if (m_round.requests.empty())
            endRound();
        if (canGoAhead())
            (void)beginRound(answer->jobs());
    }
    handOut(request, *answer);
}

void Dispatcher::note(const FetchRequest &request, const FetchAnswer &answer)
{
    const int taken = answer.jobs();
    const int candidates = answer.candidates();
    qCDebug(lcDispatcher, "fetched %d of %d candidates", taken, candidates);
    m_round.taken += taken;
    m_round.isFull = m_round.isFull || candidates >= request.limit;
    m_round.isContended = m_round.isContended || (taken == 0 && candidates > 0);
    m_round.wasDry = m_round.wasDry && m_prefetch.isDry();
    // Nothing found from the middle on: look at the beginning too.
    const bool isPartial = taken == 0 && request.namedFrom != JobPlace();
    m_maybeMore = m_maybeMore || m_round.isFull || isPartial || candidates > taken;
}

void Dispatcher::endRound()
{
    m_prefetch.onRoundEnds({m_round.isExpress, m_round.isFull, m_round.wasDry,
                            std::chrono::milliseconds(m_round.watch.elapsed())});
    m_hasOnlyJob = m_options.onlyJob && m_round.taken > 0;
    m_backoff.reset();
    m_fetching.onSuccess();
    if (m_round.taken == 0)
        Q_EMIT m_events->fetchFoundNothing(m_queue.workerId());
    if (m_round.taken == 0 && m_round.isContended) {
        m_retry.start(m_contention.next());
        return;
    }
    m_contention.reset();
    if (!m_round.isFull)
        m_refetchDelay.afterFetch(m_round.taken);
}

bool Dispatcher::canGoAhead() const
{
    return m_round.requests.empty() && m_prefetch.isBacklog() && m_plan.isSimple()
        && !m_forbidden.isAsked() && !m_options.onlyJob && !m_schema.isDoubtful()
        && !m_prefetch.isAnnouncing() && !m_retry.isActive()
        && m_options.preparesStatements; // or it would not be sent only
}

void Dispatcher::awaitOnPool()
{
    const bool isAwaited = m_hooks.startAwaiting([this] {
        const auto &answer = m_fetcher.await();
        if (answer && answer->jobs() > 0 && answer->jobs() < m_sent.limit) // else a backlog begins
            m_pushed = push(answer->read(m_sent).jobs, 1);
        m_hasCome.release();
    });
    if (isAwaited)
        m_hasCome.acquire();
}

LocalQueue::Pushed Dispatcher::push(std::vector<Job> jobs, int awaiting)
{
    if (!jobs.empty() && m_events->hears<&EventBus::jobsFetched>()) {
        QList<JobInfo> infos;
        for (const Job &job : jobs)
            infos << job.info;
        Q_EMIT m_events->jobsFetched(m_queue.workerId(), infos);
    }
    return m_local->push(std::move(jobs), awaiting);
}

void Dispatcher::handOut(const FetchRequest &request, const FetchAnswer &answer)
{
    if (!m_pushed) {
        Fetched fetched = answer.read(request);
        m_plan.onFetched(request, fetched);
        m_pushed = push(std::move(fetched.jobs));
    }
    auto pushed = *std::exchange(m_pushed, std::nullopt);
    if (m_phase == Phase::Fetching)
        m_hooks.start(pushed.starts);
    else
        m_startsDue = pushed.starts; // when what waits has been given back
    m_releaser->postReturn(std::move(pushed.held), false);
    m_prefetch.onPushed();
}

Result<void> Dispatcher::returnUnknown()
{
    if (!m_isFetchUncertain)
        return {};
    const auto connection = m_fetcher.session();
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

void Dispatcher::onJobsInserted(int count)
{
    m_maybeMore = true;
    m_prefetch.onAnnounced();
    m_refetchDelay.onAnnounced(count);
    pump();
}

void Dispatcher::onTrouble(const DbError &error)
{
    Q_EMIT m_events->fetchFailed(m_queue.workerId(), error);
    m_fetching.onTrouble(error);
    m_round.requests.clear();
    m_maybeMore = true;
    m_retry.start(m_backoff.next());
}

void Dispatcher::checkDrained()
{
    if (m_phase != Phase::Fetching && m_phase != Phase::Draining)
        return;
    // Threads count too: a C++ handler that was given back may still be using what it was given.
    const bool idle = !m_fetcher.isBusy() && m_local->waiting() == 0 && m_local->running() == 0
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
    const auto connection = m_fetcher.session();
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
    m_prefetch.onExpired(); // or the notification of their return would make us fetch them again
    m_releaser->postReturn(std::move(expired), false);
}

void Dispatcher::onTooManyWait(int most)
{
    if (auto surplus = m_local->takeBeyond(most); !surplus.empty()) {
        m_maybeMore = true;
        m_releaser->postReturn(std::move(surplus), false);
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
    if (m_fetcher.isBusy())
        receive(); // what comes is given back below, with the others
    m_releaser->beginDrain();
    Q_EMIT draining();
    m_report.onStopping(Shutdown::Graceful,
                        m_error.message.isEmpty() ? u"asked to stop"_s : m_error.message);
    m_report.onMode(LocalQueueMode::Released);
    if (m_listener)
        m_listener->stop();
    stopTimers();
    m_releaser->postReturn(m_local->takeAll(), false);
    m_hooks.start(std::exchange(m_startsDue, {}));

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
    for (QTimer *timer : {&m_poll, &m_next, &m_retry, &m_rates, &m_expiry})
        timer->stop();
    m_prefetch.stop();
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
    if (m_fetcher.openSession())
        (void)returnUnknown();
    // What an interceptor left locked is found by others, if they find us silent.
    m_recovery->end(m_releaser->hasLeftJobs() ? nullptr : m_fetcher.openSession());
    m_fetcher.close();

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
