#include "worker/runner/stalelockreset.h"

#include "worker/db/opensessions.h"
#include "worker/history/history.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/session.h>

#include <QLoggingCategory>
#include <QRandomGenerator>

#include <condition_variable>
#include <mutex>

Q_LOGGING_CATEGORY(lcStaleLocks, "yardmaster.worker.stalelocks", QtInfoMsg)
Q_LOGGING_CATEGORY(lcHistoryKeeping, "yardmaster.worker.history", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

struct StaleLockReset::Run
{
    ConnectionSettings connection;
    const std::shared_ptr<OpenSessions> sessions = std::make_shared<OpenSessions>();

    std::mutex mutex; // guards the rest
    std::condition_variable hasEnded;
    StaleLockReset *receiver = nullptr; ///< null once it is gone
    bool isUnderWay = false;

    [[nodiscard]] Result<qint64> reset(const JobQueue &queue, bool keepsHistory) const
    {
        const auto session = Session::open(connection, u"locks"_s);
        if (!session)
            return tl::make_unexpected(session.error());
        const auto count = queue.resetStaleLocks(**session);
        if (count && keepsHistory)
            keep(**session, queue.schema());
        return count;
    }
    /// What fails is tried again the next time, here or by another process.
    static void keep(Session &session, const QString &schema)
    {
        const auto kept = keepHistory(session, schema);
        if (!kept && kept.error().kind != DbError::Kind::Cancelled) {
            qCWarning(lcHistoryKeeping, "could not maintain the history: %s",
                      qUtf8Printable(kept.error().message));
        } else if (kept && !kept->trouble.isEmpty()) {
            qCWarning(lcHistoryKeeping, "part of the history's maintenance was put off: %s",
                      qUtf8Printable(kept->trouble));
        }
    }
    void end(const Result<qint64> &count)
    {
        const std::scoped_lock lock(mutex);
        isUnderWay = false;
        hasEnded.notify_all();
        if (receiver)
            QMetaObject::invokeMethod(
                receiver, [to = receiver, count] { to->onDone(count); }, Qt::QueuedConnection);
    }
};

StaleLockReset::StaleLockReset(const ConnectionSettings &connection, JobQueue queue,
                               EventBus *events, QObject *parent)
    : QObject(parent)
    , m_queue(std::move(queue))
    , m_events(events)
    , m_resetting(DatabaseActivity::Kind::Resetting, m_queue.workerId(), events)
    , m_timer(this)
    , m_run(std::make_shared<Run>())
{
    m_run->connection = connection;
    m_run->connection.setSessions(m_run->sessions);
    m_run->receiver = this;
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        schedule(8min, 10min);
        runOnce(true);
    });
}

StaleLockReset::~StaleLockReset()
{
    std::unique_lock lock(m_run->mutex);
    m_run->receiver = nullptr;
    m_run->sessions->close();
    const bool hasEnded
        = m_run->hasEnded.wait_for(lock, 300ms, [this] { return !m_run->isUnderWay; });
    if (!m_thread.joinable())
        return;
    lock.unlock();
    if (hasEnded)
        m_thread.join();
    else
        m_thread.detach(); // a server that does not answer; it ends when that is noticed
}

void StaleLockReset::start()
{
    schedule(0ms, 60s);
}

void StaleLockReset::schedule(std::chrono::milliseconds from, std::chrono::milliseconds to)
{
    const auto span = double((to - from).count());
    m_timer.start(from
                  + std::chrono::milliseconds(qint64(QRandomGenerator::global()->bounded(span))));
}

void StaleLockReset::stop()
{
    m_timer.stop();
    m_run->sessions->cancel(0ms);
}

void StaleLockReset::runOnce(bool keepsHistory)
{
    if (m_isRunning)
        return;
    m_isRunning = true;
    Q_EMIT m_events->staleLockResetStarted(m_queue.workerId());
    if (m_thread.joinable())
        m_thread.join(); // has nothing left to do
    m_run->isUnderWay = true;
    m_thread = std::thread([run = m_run, queue = m_queue, keepsHistory] {
        run->end(run->reset(queue, keepsHistory));
    });
}

void StaleLockReset::onDone(const Result<qint64> &count)
{
    m_isRunning = false;
    const QString &worker = m_queue.workerId();
    if (!count && m_timer.isActive())
        schedule(0ms, 60s); // as at the start: what failed is not put off for minutes
    const std::chrono::milliseconds next(std::max(0, m_timer.remainingTime()));
    if (!count) {
        Q_EMIT m_events->staleLockResetFailed(worker, count.error(), next);
        // The fetch reports that there is no connection.
        const DbError::Kind kind = count.error().kind;
        if (kind != DbError::Kind::ConnectionLost && kind != DbError::Kind::CannotConnect
            && kind != DbError::Kind::Cancelled)
            m_resetting.onTrouble(count.error());
    } else {
        m_resetting.onSuccess();
        Q_EMIT m_events->staleLockResetSucceeded(worker, *count, next);
        if (*count > 0) {
            qCWarning(lcStaleLocks,
                      "unlocked jobs that had been locked for more than 4 hours: %lld",
                      qlonglong(*count));
            Q_EMIT unlocked();
        }
    }
    Q_EMIT finished();
}

} // namespace yardmaster
