#include "models/queuemonitor.h"

#include "models/backgroundsession.h"

#include <QFutureWatcher>

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

/// The server works for us at most one twentieth of the time.
constexpr int kRest = 20;
/// A burst of changes is one read.
constexpr std::chrono::milliseconds kCoalesce = 250ms;

std::chrono::milliseconds elapsed(const QElapsedTimer &timer)
{
    return timer.isValid() ? std::chrono::milliseconds(timer.elapsed()) : 24h;
}

} // namespace

/// What one visit to the server brought home.
struct QueueMonitor::Answer
{
    QueueCounts counts;
    std::optional<ServerInfo> server; ///< set when the session is a new one
    int backendPid = 0;
    std::chrono::milliseconds cost{0};
    std::optional<std::chrono::milliseconds> takenCost; ///< set when the taken were tried
    bool hasTaken = false;                              ///< and counted
};

QueueMonitor::QueueMonitor(QObject *parent)
    : QObject(parent)
    , m_timer(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &QueueMonitor::read);
}

QueueMonitor::~QueueMonitor() = default;

void QueueMonitor::watch(const ConnectionSettings &connection, const QString &schema)
{
    stop();
    m_schema = schema;
    m_counts = {};
    m_server.reset();
    m_backendPid = 0;
    m_readAt = {};
    m_takenReadAt = {};
    m_sinceTaken.invalidate();
    m_readCost = m_takenCost = {};
    m_session = std::make_unique<BackgroundSession>(connection, QStringLiteral("console"));
    setState(State::Connecting);
    read();
}

void QueueMonitor::stop()
{
    ++m_epoch;
    m_timer.stop();
    m_isReading = false;
    m_wantsMore = false;
    m_backoff.reset();
    m_session.reset();
    setState(State::Idle);
}

void QueueMonitor::refreshSoon()
{
    const bool isDown = m_state == State::Trouble && m_error.kind != DbError::Kind::SchemaMissing;
    if (isDown || m_isPaused)
        return; // the retry, or the next look, reads anyway
    if (m_isReading) {
        m_wantsMore = true;
        return;
    }
    const auto earliest = std::max(kCoalesce, kRest * m_readCost) - elapsed(m_sinceRead);
    const auto delay = std::max(kCoalesce, earliest);
    if (m_session && m_timer.remainingTimeAsDuration() > delay)
        schedule(delay);
}

void QueueMonitor::setPaused(bool isPaused)
{
    if (m_isPaused == isPaused)
        return;
    m_isPaused = isPaused;
    if (isPaused)
        m_timer.stop();
    else if (m_session && !m_isReading)
        read();
}

void QueueMonitor::read()
{
    m_isReading = true;
    m_wantsMore = false;
    const bool wantsTaken = elapsed(m_sinceTaken) >= kRest * m_takenCost;
    const std::function<Result<Answer>(Session &)> visit
        = [schema = m_schema, counts = m_counts, knownPid = m_backendPid,
           wantsTaken](Session &session) -> Result<Answer> {
        Answer answer;
        answer.counts = counts;
        answer.backendPid = session.backendPid();
        if (answer.backendPid != knownPid) {
            auto server = readServerInfo(session, schema);
            if (!server)
                return tl::make_unexpected(server.error());
            answer.server = *std::move(server);
        }
        QElapsedTimer watch;
        watch.start();
        if (auto waiting = readWaitingCounts(session, schema, &answer.counts); !waiting)
            return tl::make_unexpected(waiting.error());
        answer.cost = std::chrono::milliseconds(watch.elapsed());
        if (wantsTaken) {
            watch.start();
            const auto taken = readTakenCounts(session, schema, &answer.counts);
            if (!taken && taken.error().kind != DbError::Kind::Cancelled)
                return tl::make_unexpected(taken.error());
            answer.takenCost = std::chrono::milliseconds(watch.elapsed());
            answer.hasTaken = taken.has_value();
        }
        return answer;
    };

    auto *watcher = new QFutureWatcher<Result<Answer>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, epoch = m_epoch] {
        watcher->deleteLater();
        if (epoch == m_epoch) // else asked on behalf of an earlier watch()
            onAnswer(watcher->result());
    });
    watcher->setFuture(m_session->run(visit));
}

void QueueMonitor::onAnswer(const Result<Answer> &answer)
{
    m_isReading = false;
    m_sinceRead.start();
    if (!answer) {
        onTrouble(answer.error());
        return;
    }
    m_backoff.reset();
    m_readAt = QDateTime::currentDateTimeUtc();
    m_readCost = answer->cost;
    m_counts = answer->counts;
    m_backendPid = answer->backendPid;
    if (answer->server)
        m_server = answer->server;
    if (answer->takenCost) {
        m_sinceTaken.start();
        m_takenCost = *answer->takenCost;
    }
    if (answer->hasTaken)
        m_takenReadAt = m_readAt;
    setState(State::Live);
    Q_EMIT countsRead();
    schedule(std::max(m_wantsMore ? kCoalesce : m_interval, kRest * m_readCost));
}

void QueueMonitor::onTrouble(const DbError &error)
{
    m_error = error;
    m_backendPid = 0; // whatever comes next may be another server: look again
    // A missing schema is no outage: somebody may be installing it right now.
    const auto delay
        = error.kind == DbError::Kind::SchemaMissing ? m_interval / 2 : m_backoff.next();
    m_retryAt = QDateTime::currentDateTimeUtc().addMSecs(delay.count());
    schedule(delay);
    setState(State::Trouble);
}

void QueueMonitor::schedule(std::chrono::milliseconds delay)
{
    if (!m_isPaused)
        m_timer.start(delay);
}

void QueueMonitor::setState(State state)
{
    // Trouble is announced every time: its reason and the next try may be new.
    if (std::exchange(m_state, state) != state || state == State::Trouble)
        Q_EMIT stateChanged();
}

} // namespace yardmaster
