#include "worker/runner/fetchloop.h"

#include "worker/runner/jobrunner.h"
#include "worker/runner/lastactivity.h"
#include "worker/runner/recovery.h"
#include "worker/runner/releaser.h"
#include "worker/runner/runreport.h"
#include "worker/runner/schemaguard.h"
#include <yardmaster/eventbus.h>

#include <QLoggingCategory>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <utility>

Q_LOGGING_CATEGORY(lcFetch, "yardmaster.worker.fetch", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Within this time a pool thread should have begun.
constexpr int kThreadBegins = 1000; // ms

QElapsedTimer started()
{
    QElapsedTimer timer;
    timer.start();
    return timer;
}

} // namespace

FetchLoop::FetchLoop(const Config &config, JobQueue queue, const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_pollInterval(config.pollInterval)
    , m_localQueueTtl(config.localQueueTtl)
    , m_isOnce(config.once)
    , m_listens(config.listens)
    , m_hasOneJobToRun(config.plan.onlyJob.has_value())
    , m_sends(config.plan.preparesStatements)
    , m_queue(std::move(queue))
    , m_fetcher(parts.connection)
    , m_schema(parts.schema)
    , m_recovery(parts.recovery)
    , m_jobs(parts.jobs)
    , m_local(&m_jobs->local())
    , m_releaser(parts.releaser)
    , m_activity(parts.activity)
    , m_report(parts.report)
    , m_events(parts.events)
    , m_plan(config.plan, m_local)
    , m_prefetch(config.prefetch, m_local, this)
    , m_fetching(DatabaseActivity::Kind::Fetching, m_queue.workerId(), m_events)
    , m_forbidden(config.forbiddenFlags, this)
    , m_refetchDelay(config.refetchDelay, m_queue.workerId(), m_events, this)
    , m_poll(this)
    , m_next(this)
    , m_retry(this)
    , m_rates(this)
    , m_turn(this)
    , m_expiry(this)
    , m_overdue(this)
{
    for (QTimer *timer : {&m_next, &m_retry, &m_rates, &m_turn, &m_overdue})
        timer->setSingleShot(true);
    connect(&m_forbidden, &ForbiddenFlags::answered, this, &FetchLoop::pump);
    connect(&m_refetchDelay, &RefetchDelayTimer::expired, this, &FetchLoop::pump);
    connect(&m_rates, &QTimer::timeout, this, &FetchLoop::searchAll);
    connect(&m_poll, &QTimer::timeout, this, &FetchLoop::onPoll);
    connect(&m_prefetch, &Prefetch::expressAgain, this, &FetchLoop::pump);
    connect(&m_prefetch, &Prefetch::tooManyWait, this, &FetchLoop::onTooManyWait);
    connect(&m_next, &QTimer::timeout, this, &FetchLoop::onNext);
    connect(&m_retry, &QTimer::timeout, this, &FetchLoop::pump);
    m_turn.setTimerType(Qt::PreciseTimer);
    connect(&m_turn, &QTimer::timeout, this, &FetchLoop::onQueuesLeft);
    connect(&m_expiry, &QTimer::timeout, this, &FetchLoop::returnExpired);
    connect(&m_overdue, &QTimer::timeout, this, &FetchLoop::returnOverdue);
}

void FetchLoop::start()
{
    m_isOn = true;
    m_maybeMore = true;
    if (m_isOnce)
        return;
    m_poll.start(m_pollInterval);
    m_expiry.start(std::min<std::chrono::milliseconds>(m_localQueueTtl, 10s));
}

Starts FetchLoop::stop()
{
    m_isOn = false;
    if (m_fetcher->isBusy())
        receive();
    for (QTimer *timer : {&m_poll, &m_next, &m_retry, &m_rates, &m_turn, &m_expiry, &m_overdue})
        timer->stop();
    m_prefetch.stop();
    m_refetchDelay.stop();
    return std::exchange(m_startsDue, {});
}

void FetchLoop::wake()
{
    m_maybeMore = true;
    pump();
}

void FetchLoop::searchAll()
{
    m_plan.searchAll();
    wake();
}

void FetchLoop::setTasks(QStringList tasks, bool readsColumns)
{
    m_plan.setTasks(std::move(tasks), readsColumns);
    searchAll();
}

void FetchLoop::onPoll()
{
    m_prefetch.onPolled();
    searchAll();
}

void FetchLoop::onFreed(const QList<qint64> &queues)
{
    m_turns.onFreed(queues, Turns::Clock::now());
    awaitTurn();
}

void FetchLoop::awaitTurn()
{
    if (const auto wait = m_turns.untilNext(Turns::Clock::now()); wait && m_isOn)
        m_turn.start(*wait);
}

void FetchLoop::onAnnounced(int count)
{
    m_maybeMore = true;
    m_plan.onAnnounced();
    m_prefetch.onAnnounced();
    m_refetchDelay.onAnnounced(count);
    pump();
}

void FetchLoop::onOthersTurn(const QByteArray &worker)
{
    m_turns.onOthersTurn(worker, Turns::Clock::now());
    onQueuesLeft();
}

void FetchLoop::onQueuesLeft()
{
    if (std::exchange(m_isContended, false)) {
        m_retry.stop();
        m_contention.reset();
    }
    wake();
}

void FetchLoop::announceTurn()
{
    Session *const session = m_isOn && !m_fetcher->isBusy() ? m_fetcher->openSession() : nullptr;
    if (!session)
        return;
    // A failure shows in the next fetch too.
    if (const int queues = m_turns.takeUnannounced(Turns::Clock::now()); queues > 0)
        (void)m_queue.announceTurn(*session, queues);
}

bool FetchLoop::isDone() const
{
    return !m_maybeMore && !m_retry.isActive() && !m_rates.isActive() && !m_turn.isActive();
}

void FetchLoop::pump()
{
    if (m_leftSuspects && !m_local->hasSuspect()) {
        m_leftSuspects = false;
        m_maybeMore = true;
    }
    announceTurn();
    while (m_isOn && !m_fetcher->isBusy() && !m_retry.isActive() && !m_refetchDelay.isActive()) {
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
        if (!m_prefetch.isBacklog() && m_fetcher->isBusy())
            receive();
    }
    // Lets others in: announcements, results, a stop. Calls from other threads never end in a
    // drain; each may bring us here, but none waits.
    if (m_fetcher->isBusy() && !m_next.isActive())
        m_next.start();
    Q_EMIT pumped();
}

bool FetchLoop::beginRound(int arriving)
{
    Prefetch::Size size = m_prefetch.next(arriving, m_releaser->pending());
    // While one job may end this process, no others wait for it to be over.
    if (m_seesSuspects || m_local->hasSuspect())
        size.jobs = std::min(size.jobs, m_local->freeSlots() - m_local->waiting() - arriving);
    m_isShutOut = !m_local->isOpen();
    if (m_isShutOut)
        size.jobs = 0;
    m_report->onMode(size.jobs > 0                        ? LocalQueueMode::Polling
                         : m_prefetch.hasOverPrefetched() ? LocalQueueMode::TtlExpired
                                                          : LocalQueueMode::Waiting);
    if (size.jobs <= 0)
        return false;
    std::optional<JobRank> before;
    if (size.isExpress) {
        const auto last = m_local->lastWaiting();
        if (!last)
            return false; // a slot will be free soon
        before = JobRank{QByteArray::number(last->priority), postgresText(last->runAt).toUtf8()};
    }
    QStringList forbidden;
    if (m_forbidden.isAsked()) {
        const auto answer = m_forbidden.take();
        if (!answer)
            return false; // answered() brings us back
        forbidden = *answer;
    }
    m_activity->onFetchBegins(); // what comes before the statement may wait for the server, too
    auto prepared = checkSchema();
    if (!m_isOn)
        return false;
    if (prepared)
        prepared = returnUnknown();
    if (prepared)
        prepared = lookForOthers();
    if (!prepared) {
        onTrouble(prepared.error());
        return false;
    }
    announceTurn();
    const bool isBacklog = m_prefetch.isBacklog();
    const auto round = size.isExpress            ? FetchPlan::Round::Express
        : m_prefetch.isAnnounced() && !isBacklog ? FetchPlan::Round::Announced
                                                 : FetchPlan::Round::Usual;
    m_prefetch.onRoundBegins();
    // One that looks only for what ranks before the jobs that wait says nothing about those behind.
    m_maybeMore = m_maybeMore && size.isExpress;
    const int lane = m_turns.lane(m_prefetch.lane(), Turns::Clock::now());
    m_round = {m_plan.requests(size.jobs, lane, forbidden, round), started(), size,
               isBacklog && !size.isExpress && !m_prefetch.isAnnouncing()};
    for (FetchRequest &request : m_round.requests)
        request.before = before;
    if (auto left = m_turns.left(Turns::Clock::now()); !left.empty()) {
        for (FetchRequest &request : m_round.requests)
            request.leftQueues = left;
        awaitTurn(); // or the last fetch before it would be the last until the next poll
    }
    if (m_round.requests.empty()) {
        m_activity->onFetchLeft();
        endRound(); // everything is on hold, or used up
    } else {
        sendNext();
    }
    return true;
}

void FetchLoop::sendNext()
{
    m_sent = std::move(m_round.requests.front());
    m_round.requests.pop_front();
    m_plan.limitFlags(&m_sent);
    m_sent.name = m_queue.names().current();
    m_sent.leavesSuspects = m_local->hasSuspect();
    if (m_sent.leavesSuspects) {
        m_leftSuspects = true;
        if (m_sent.kind == FetchKind::Single)
            m_sent = m_plan.inFull(std::move(m_sent)); // Single knows of no rules
    }
    if (m_round.goesOn)
        m_plan.goOn(&m_sent);
    m_activity->onFetchBegins();
    Q_EMIT m_events->fetchStarted(m_queue.workerId());
    if (const auto sent = m_fetcher->send(m_sent); !sent) {
        noteUncertain(sent.error());
        onTrouble(sent.error());
    }
}

void FetchLoop::onNext()
{
    if (m_fetcher->isBusy())
        receive();
    pump();
}

void FetchLoop::receive()
{
    // What was announced meanwhile shapes the next fetch.
    if (m_prefetch.isBacklog() && m_isOn)
        Q_EMIT announcementsWanted();
    if (!m_fetcher->isBusy())
        return; // what was heard led to a stop
    if (m_sent.kind == FetchKind::Single)
        awaitOnPool();
    const auto answer = m_fetcher->take();
    if (!answer) {
        noteUncertain(answer.error());
        if (m_isOn)
            onTrouble(answer.error());
        return;
    }
    m_activity->onFetched();
    if (answer->isRefused()) {
        m_round.requests.clear();
        m_maybeMore = true;
        Q_EMIT refused();
        m_isContended = false;
        m_retry.start(m_contention.next());
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
    if (request.kind == FetchKind::Single)
        m_plan.onSingleTook();
    if (m_isOn) {
        note(request, *answer);
        if (m_round.requests.empty())
            endRound();
        if (canGoAhead() && !answer->hasSuspects())
            (void)beginRound(m_pushed ? 0 : answer->jobs());
    }
    handOut(request, *answer);
}

void FetchLoop::note(const FetchRequest &request, const FetchAnswer &answer)
{
    const int taken = answer.jobs();
    const int candidates = answer.candidates();
    qCDebug(lcFetch, "fetched %d of %d candidates", taken, candidates);
    m_round.taken += taken;
    m_round.isFull = m_round.isFull || candidates >= request.limit;
    m_round.isContended = m_round.isContended || (taken == 0 && candidates > 0);
    // Where it was pushed already, nothing had been waiting.
    m_round.wasDry = m_round.wasDry && (m_pushed || m_prefetch.isDry());
    // Nothing found from the middle on: look at the beginning too.
    const bool isPartial = (taken == 0 && request.skipsQueues)
        || (candidates < request.limit && request.freeFrom != JobRank());
    m_round.isPartial = m_round.isPartial || isPartial;
    m_maybeMore = m_maybeMore || m_round.isFull || isPartial || candidates > taken;
}

void FetchLoop::endRound()
{
    m_prefetch.onRoundEnds({m_round.size, m_round.isFull, m_round.wasDry,
                            std::chrono::milliseconds(m_round.watch.elapsed())});
    m_hasOnlyJob = m_hasOneJobToRun && m_round.taken > 0;
    m_backoff.reset();
    m_fetching.onSuccess();
    if (m_round.taken == 0 && !m_round.isPartial)
        Q_EMIT m_events->fetchFoundNothing(m_queue.workerId());
    m_isContended = m_round.taken == 0 && m_round.isContended;
    if (m_isContended) {
        m_retry.start(m_contention.next());
        return;
    }
    m_contention.reset();
    if (!m_round.isFull && !m_round.isPartial && !m_round.size.isExpress)
        m_refetchDelay.afterFetch(m_round.taken);
}

bool FetchLoop::canGoAhead() const
{
    return m_round.requests.empty() && m_prefetch.isBacklog() && m_plan.isSimple()
        && !m_forbidden.isAsked() && !m_hasOneJobToRun && !m_schema->isDoubtful()
        && !m_prefetch.isAnnouncing() && !m_retry.isActive() && m_sends;
}

void FetchLoop::awaitOnPool()
{
    // Outlives this, should the thread begin too late.
    const auto isClaimed = std::make_shared<std::atomic_flag>();
    const bool isAwaited = m_jobs->startAwaiting([this, isClaimed] {
        if (isClaimed->test_and_set())
            return;
        if (const auto &answer = m_fetcher->await(); answer && answer->jobs() > 0
            && !answer->hasSuspects()) { // which take more than handing out
            m_pushed = push(answer->read(m_sent).jobs, true);
            m_jobs->start(std::exchange(*m_pushed, {}));
        }
        m_awaited.release();
    });
    if (!isAwaited || m_awaited.tryAcquire(1, kThreadBegins))
        return;
    // A system without a thread to spare must not end the fetching.
    if (isClaimed->test_and_set())
        m_awaited.acquire();
}

std::vector<Job> FetchLoop::setAsideSuspects(std::vector<Job> *jobs)
{
    std::optional<qint64> kept;
    const bool canStart = !m_local->hasSuspect() && m_local->freeSlots() > m_local->waiting();
    QSet<qint64> queues; // what stands behind a suspect there does not wait for it here
    std::vector<Job> staying;
    std::vector<Job> aside;
    m_seesSuspects = false;
    for (Job &job : *jobs) {
        const bool isBehind = job.queueId != 0 && queues.contains(job.queueId);
        m_seesSuspects = m_seesSuspects || job.isSuspect;
        const bool isKept = job.isSuspect && canStart && !kept && !isBehind;
        if (isKept)
            kept = job.info.id;
        if (job.isSuspect && job.queueId != 0)
            queues.insert(job.queueId);
        (isBehind || (job.isSuspect && !isKept) ? aside : staying).push_back(std::move(job));
    }
    if ((kept || !m_seesSuspects) && !m_recovery->listSuspect(kept) && kept) {
        const auto it
            = std::ranges::find(staying, *kept, [](const Job &job) { return job.info.id; });
        aside.insert(aside.begin(), std::move(*it));
        staying.erase(it);
    } else if (kept) {
        m_local->takeAll(m_releaser->jobReturner());
    }
    *jobs = std::move(staying);
    return aside;
}

Starts FetchLoop::push(std::vector<Job> jobs, bool isAwaited, std::vector<Job> aside)
{
    if (!jobs.empty() && m_events->hears<&EventBus::jobsFetched>()) {
        QList<JobInfo> infos;
        for (const Job &job : jobs)
            infos << job.info;
        Q_EMIT m_events->jobsFetched(m_queue.workerId(), infos);
    }
    return m_local->push(std::move(jobs), isAwaited, std::move(aside), m_releaser->jobReturner());
}

void FetchLoop::handOut(const FetchRequest &request, const FetchAnswer &answer)
{
    if (!m_pushed) {
        Fetched fetched = answer.read(request);
        if (!m_queue.names().isRegistered()) {
            for (Job &job : fetched.jobs)
                job.isSuspect = false; // nobody could tell
        }
        if (request.kind == FetchKind::Full)
            m_plan.onFetched(request, fetched);
        const bool isAll
            = fetched.candidates < request.limit && fetched.candidates <= int(fetched.jobs.size());
        m_turns.onFetched(fetched.jobs, isAll, Turns::Clock::now());
        std::vector<Job> aside;
        if ((answer.hasSuspects() && m_queue.names().isRegistered())
            || (m_seesSuspects && !request.leavesSuspects))
            aside = setAsideSuspects(&fetched.jobs);
        m_pushed = push(std::move(fetched.jobs), false, std::move(aside));
    }
    const Starts starts = *std::exchange(m_pushed, std::nullopt);
    if (m_isOn)
        m_jobs->start(starts);
    else
        m_startsDue = starts; // when what waits has been given back
    m_prefetch.onPushed();
    watchForOverdue();
}

void FetchLoop::onMigrated()
{
    m_schema->onMigrated();
    if (!m_isOn)
        return;
    if (const auto checked = checkSchema(); !checked)
        onTrouble(checked.error()); // the next fetch checks again first
}

Result<void> FetchLoop::checkSchema()
{
    if (!m_schema->isDoubtful())
        return {};
    const auto connection = m_fetcher->session();
    if (!connection)
        return tl::make_unexpected(connection.error());
    const auto problem = m_schema->check(**connection);
    if (!problem)
        return tl::make_unexpected(problem.error());
    if (*problem)
        Q_EMIT schemaUnfit(**problem);
    return {};
}

Result<void> FetchLoop::lookForOthers()
{
    const auto now = Turns::Clock::now();
    if (!m_turns.isLookDue(now))
        return {};
    const auto connection = m_fetcher->session();
    if (!connection)
        return tl::make_unexpected(connection.error());
    const auto sees = JobQueue::seesOthers(**connection, m_listens && !m_isOnce ? 1 : 0);
    if (!sees)
        return tl::make_unexpected(sees.error());
    m_turns.onLooked(*sees, now);
    return {};
}

Result<void> FetchLoop::returnUnknown()
{
    if (!m_isFetchUncertain)
        return {};
    const auto connection = m_fetcher->session();
    if (!connection)
        return tl::make_unexpected(connection.error());
    if (auto ended = m_fetcher->endCutOff(); !ended)
        return ended;
    // In this order: a job that ends meanwhile moves from the first to the second.
    std::vector<Lease> known = m_local->held();
    std::ranges::copy(m_releaser->leases(), std::back_inserter(known));
    const auto returned = m_queue.returnUnknown(**connection, known, m_queue.names().current());
    if (!returned)
        return tl::make_unexpected(returned.error());
    m_isFetchUncertain = false;
    if (!returned->isEmpty())
        qCInfo(lcFetch, "jobs returned whose fetch was cut off: %d", int(returned->size()));
    return {};
}

void FetchLoop::onHeartbeat()
{
    if (std::exchange(m_isShutOut, false))
        wake();
}

void FetchLoop::noteUncertain(const DbError &error)
{
    if (error.kind != DbError::Kind::ConnectionLost)
        return;
    m_wasUncertain = m_isFetchUncertain = true;
    m_fetcher->noteCutOff();
}

void FetchLoop::onTrouble(const DbError &error)
{
    Q_EMIT m_events->fetchFailed(m_queue.workerId(), error);
    m_fetching.onTrouble(error);
    m_round.requests.clear();
    m_maybeMore = true;
    m_isContended = false;
    m_retry.start(m_backoff.next());
}

void FetchLoop::returnExpired()
{
    if (m_local->takeOlderThan(m_localQueueTtl, m_releaser->jobReturner()) > 0)
        m_prefetch
            .onExpired(); // or the notification of their return would make us fetch them again
}

void FetchLoop::watchForOverdue()
{
    const auto patience = m_prefetch.patience();
    if (m_isOn && patience > 0ms && !m_overdue.isActive() && m_local->waiting() > 0)
        m_overdue.start(patience / 4);
}

void FetchLoop::returnOverdue()
{
    if (m_local->takeOlderThan(m_prefetch.patience(), m_releaser->jobReturner()) > 0) {
        m_prefetch.onOverdue();
        m_maybeMore = true;
    }
    watchForOverdue();
}

void FetchLoop::onTooManyWait(int most)
{
    if (m_local->takeBeyond(most, m_releaser->jobReturner()) > 0)
        m_maybeMore = true;
}

void FetchLoop::returnUnknownNow()
{
    m_fetcher->replaceUnfit();
    if (m_fetcher->openSession())
        (void)returnUnknown();
}

} // namespace yardmaster
