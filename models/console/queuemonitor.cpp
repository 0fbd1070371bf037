#include "models/console/queuemonitor.h"

#include "models/console/jobcountspoller.h"
#include "models/session/delivery.h"
#include "models/session/reachability.h"
#include <yardmaster/session.h>

#include <algorithm>
#include <atomic>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

/// A burst of changes is one read.
constexpr std::chrono::milliseconds kCoalesce = 250ms;
/// A session comes late where all of them wait for the server.
constexpr std::chrono::milliseconds kSessionOverdue = 5s;

/// A relation that does not exist may be all there is, or one of many: the catalog knows.
DbError explained(Session &session, const QString &schema, const DbError &error)
{
    if (error.kind != DbError::Kind::SchemaMissing)
        return error;
    const auto server = readServerInfo(session, schema);
    return server ? error : server.error();
}

} // namespace

/// What one visit to the server brought home.
struct QueueMonitor::Answer
{
    StateCounts counts;
    /// Set when the session is a new one, or may write what it might not before, or vice versa.
    std::optional<ServerInfo> server;
    int backendPid = 0;
    bool isOutdated = false; ///< the session may write although new ones may not, or vice versa
    std::chrono::milliseconds waitingCost{0};
    bool hasLater = false;
    std::optional<std::chrono::milliseconds> takenCost; ///< set where they were tried
    bool hasTaken = false;                              ///< and counted
};

/// How far a visit is. Set by the thread that makes it.
struct QueueMonitor::Visit
{
    std::atomic<bool> hasSession = false;
    std::atomic<bool> isServed = false; ///< the due jobs are counted; what else is may take longer
};

std::chrono::milliseconds QueueMonitor::Question::wait(std::chrono::milliseconds interval) const
{
    if (!sinceRead.isValid())
        return 0ms;
    return std::max(interval, rest * cost) - std::chrono::milliseconds(sinceRead.elapsed());
}

void QueueMonitor::Question::answered(std::chrono::milliseconds spent)
{
    readAt = QDateTime::currentDateTimeUtc();
    sinceRead.start();
    cost = spent;
}

void QueueMonitor::Question::forget()
{
    readAt = {};
    sinceRead.invalidate();
    cost = {};
}

QueueMonitor::QueueMonitor(QObject *parent)
    : QObject(parent)
    , m_timer(this)
    , m_late(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &QueueMonitor::read);
    m_late.setSingleShot(true);
    connect(&m_late, &QTimer::timeout, this, &QueueMonitor::onLate);
}

QueueMonitor::~QueueMonitor() = default;

void QueueMonitor::watch(SessionPool sessions, const QString &schema)
{
    stop();
    m_schema = schema;
    m_own = m_counts = {};
    m_times = {};
    m_server.reset();
    m_backendPid = 0;
    for (Question *question : {&m_due, &m_later, &m_taken})
        question->forget();
    m_isTakenTooSlow = false;
    if (sessions.standby())
        m_counter = std::make_shared<WorkQueue>(sessions, SessionPool::Use::Polling);
    m_queue = std::make_shared<WorkQueue>(std::move(sessions), SessionPool::Use::Background);
    const Reachability *server = m_queue->sessions().reachability();
    connect(server, &Reachability::lost, this, &QueueMonitor::onLost);
    connect(server, &Reachability::recovered, this, &QueueMonitor::onRecovered);
    setState(State::Connecting);
    read();
}

void QueueMonitor::stop()
{
    m_timer.stop();
    m_isReading = false;
    m_wantsSoon = false;
    m_backoff.reset();
    m_late.stop();
    if (m_queue) {
        disconnect(m_queue->sessions().reachability(), nullptr, this, nullptr);
        m_queue->sessions().reachability()->setLate(false);
        m_queue->sessions().reachability()->setRefusal({});
    }
    m_queue.reset();
    m_counter.reset();
    setState(State::Idle);
}

void QueueMonitor::improveBy(const JobCountsPoller *counts)
{
    m_jobCounts = counts;
    connect(counts, &JobCountsPoller::read, this, [this] {
        if (!m_due.readAt.isValid())
            return;
        chooseCounts();
        Q_EMIT countsRead();
    });
}

void QueueMonitor::chooseCounts()
{
    for (int number = 0; number < kJobStates; ++number) {
        const auto state = JobState(number);
        Count count = m_own.of(state);
        QDateTime at = ownReadAt(state);
        if (m_jobCounts && m_jobCounts->latest()) {
            const JobCounts &others = *m_jobCounts->latest();
            const Count counted = others.all.of(state);
            const bool isNewer = counted.isExact() && (!at.isValid() || at < others.countedAt);
            const Count best = isNewer ? counted : better(count, counted);
            if (isNewer || best != count)
                at = others.countedAt;
            count = best;
        }
        m_counts.set(state, count);
        m_times.at(std::size_t(number)) = at;
    }
}

QDateTime QueueMonitor::ownReadAt(JobState state) const
{
    switch (state) {
    case JobState::Scheduled:
    case JobState::Retrying:
        return m_later.readAt;
    case JobState::Running:
    case JobState::Stuck:
    case JobState::FailedForGood:
        return m_taken.readAt;
    default:
        return m_due.readAt;
    }
}

void QueueMonitor::refreshSoon()
{
    const bool isDown = m_state == State::Trouble && m_error.kind != DbError::Kind::SchemaMissing;
    if (isDown || m_isPaused)
        return; // the retry, or the next look, reads anyway
    m_wantsSoon = true;
    const auto delay = std::max(kCoalesce, untilNext());
    if (m_queue && !m_isReading && m_timer.remainingTimeAsDuration() > delay)
        schedule(delay);
}

void QueueMonitor::setPaused(bool isPaused)
{
    if (m_isPaused == isPaused)
        return;
    m_isPaused = isPaused;
    if (isPaused)
        m_timer.stop();
    else if (m_queue && !m_isReading)
        read();
}

std::optional<QueueMonitor::Known> QueueMonitor::known() const
{
    return m_server ? std::optional(Known{m_backendPid, m_server->writing}) : std::nullopt;
}

/// What one visit is for.
struct QueueMonitor::Wanted
{
    QString schema;
    StateCounts counts; // as they were before
    std::optional<Known> known;
    bool later;
    bool taken;
};

Result<QueueMonitor::Answer> QueueMonitor::readServer(Session &session, const Wanted &wanted)
{
    const std::optional<Known> &known = wanted.known;
    Answer answer;
    answer.counts = wanted.counts;
    answer.backendPid = session.backendPid();
    auto writing = readWriteState(session);
    if (!writing)
        return tl::make_unexpected(writing.error());
    answer.isOutdated = known && known->writing.settings != writing->settings;
    if (!known || known->backendPid != answer.backendPid || known->writing != *writing) {
        auto server = readServerInfo(session, wanted.schema);
        if (!server)
            return tl::make_unexpected(server.error());
        answer.server = *std::move(server);
    }
    return answer;
}

Result<QueueMonitor::Answer> QueueMonitor::readCounts(Session &session, Answer answer,
                                                      const Wanted &wanted, Visit *visit)
{
    const QString &schema = wanted.schema;
    QElapsedTimer watch;
    watch.start();
    if (auto waiting = readWaitingCounts(session, schema, &answer.counts, wanted.later); !waiting)
        return tl::make_unexpected(explained(session, schema, waiting.error()));
    answer.waitingCost = std::chrono::milliseconds(watch.restart());
    visit->isServed = true;
    answer.hasLater = wanted.later;
    if (wanted.taken) {
        const auto taken = readTakenCounts(session, schema, &answer.counts);
        if (!taken && taken.error().kind != DbError::Kind::Cancelled)
            return tl::make_unexpected(explained(session, schema, taken.error()));
        answer.takenCost = std::chrono::milliseconds(watch.elapsed());
        answer.hasTaken = taken.has_value();
    }
    return answer;
}

void QueueMonitor::read()
{
    m_timer.stop();
    m_isReading = true;
    m_visit = std::make_shared<Visit>();
    m_late.start(PollerBase::kOverdue);
    // What may be asked a moment later is asked now, too.
    const auto isTimeFor = [interval = interval()](const Question &question) {
        return question.wait(interval) <= interval / 4;
    };
    // The first numbers do not wait for those that take longer, one after the other.
    const bool wantsTaken = m_later.sinceRead.isValid() && isTimeFor(m_taken);
    const bool wantsLater = m_due.sinceRead.isValid() && isTimeFor(m_later);
    m_wantsSoon = false;
    const Wanted wanted{m_schema, m_own, known(), wantsLater, wantsTaken};
    const auto handle = [this, queue = m_queue](const Result<Answer> &answer) {
        if (queue == m_queue) // else asked on behalf of an earlier watch()
            onAnswer(answer);
    };
    if (!m_counter) {
        const auto visit = [wanted, progress = m_visit](Session &session) {
            progress->hasSession = true;
            return readServer(session, wanted).and_then([&](Answer answer) {
                return readCounts(session, std::move(answer), wanted, progress.get());
            });
        };
        deliver(m_queue->run(visit), this, handle);
        return;
    }
    const auto ask = [wanted, progress = m_visit](Session &session) {
        progress->hasSession = true;
        auto answer = readServer(session, wanted);
        progress->isServed = answer.has_value(); // whether the standby is late is not said here
        return answer;
    };
    const auto count = [this, handle, wanted, counter = m_counter,
                        progress = m_visit](const Result<Answer> &server) {
        if (!server || counter != m_counter) {
            handle(server);
            return;
        }
        const auto visit = [wanted, answer = *server, progress](Session &session) {
            return readCounts(session, answer, wanted, progress.get());
        };
        deliver(counter->run(visit), this, handle);
    };
    deliver(m_queue->run(ask), this, count);
}

void QueueMonitor::onAnswer(const Result<Answer> &answer)
{
    m_isReading = false;
    m_late.stop();
    if (!answer) {
        onTrouble(answer.error());
        return;
    }
    m_backoff.reset();
    m_own = answer->counts;
    m_backendPid = answer->backendPid;
    if (answer->server)
        m_server = answer->server;
    // What the due ones cost is known once they were read alone.
    m_due.answered(answer->hasLater ? std::min(answer->waitingCost, m_due.cost)
                                    : answer->waitingCost);
    if (answer->hasLater)
        m_later.answered(answer->waitingCost);
    if (answer->takenCost) {
        const QDateTime before = m_taken.readAt;
        m_taken.answered(*answer->takenCost);
        m_isTakenTooSlow = !answer->hasTaken;
        if (m_isTakenTooSlow)
            m_taken.readAt = before;
    }
    chooseCounts();
    Reachability *server = m_queue->sessions().reachability();
    const bool hadTrouble = m_state == State::Trouble || server->isLate();
    server->setLate(false);
    server->setRefusal({});
    setState(State::Live, answer->server.has_value());
    Q_EMIT countsRead();
    if (answer->isOutdated) {
        m_queue->sessions().renew();
        m_wantsSoon = true;
    }
    schedule(untilNext());
    if (hadTrouble) // what the server refused others may work again, too
        server->announceRecovery();
}

void QueueMonitor::onTrouble(const DbError &error)
{
    m_error = error;
    m_backendPid = 0; // whatever comes next may be another server: look again
    // A missing schema is no outage: it may be being installed right now.
    const auto delay
        = error.kind == DbError::Kind::SchemaMissing ? m_interval / 2 : m_backoff.next();
    m_retryAt = QDateTime::currentDateTimeUtc().addMSecs(delay.count());
    schedule(delay);
    Reachability *server = m_queue->sessions().reachability();
    server->setRefusal(server->error() ? std::nullopt : std::optional(error));
    setState(State::Trouble);
}

void QueueMonitor::onLate()
{
    if (!m_isReading || m_visit->isServed)
        return;
    if (!m_visit->hasSession && m_late.intervalAsDuration() == PollerBase::kOverdue) {
        m_late.start(kSessionOverdue - PollerBase::kOverdue);
        return;
    }
    m_queue->sessions().reachability()->setLate(true);
    Q_EMIT stateChanged();
}

void QueueMonitor::onLost(const DbError &error)
{
    // What is refused is known here before anywhere else.
    if (!m_queue || !m_queue->sessions().reachability()->error())
        return;
    if (m_isReading) { // which fails by itself, or not
        m_error = error;
        m_retryAt = QDateTime::currentDateTimeUtc();
        setState(State::Trouble);
    } else {
        onTrouble(error);
    }
}

void QueueMonitor::onRecovered()
{
    if (!m_queue || m_state != State::Trouble)
        return;
    setState(State::Connecting);
    if (!m_isReading && !m_isPaused)
        read();
}

bool QueueMonitor::isOverdue() const
{
    return m_isReading && m_queue->sessions().reachability()->isLate();
}

std::chrono::milliseconds QueueMonitor::interval() const
{
    return m_wantsSoon ? std::min(kCoalesce, m_interval) : m_interval;
}

std::chrono::milliseconds QueueMonitor::untilNext() const
{
    return std::max(0ms, std::min(m_due.wait(interval()), m_taken.wait(interval())));
}

void QueueMonitor::schedule(std::chrono::milliseconds delay)
{
    if (!m_isPaused)
        m_timer.start(delay);
}

void QueueMonitor::setState(State state, bool isOtherServer)
{
    // Trouble is announced every time: its reason and the next try may be new.
    if (std::exchange(m_state, state) != state || state == State::Trouble || isOtherServer)
        Q_EMIT stateChanged();
}

} // namespace yardmaster
