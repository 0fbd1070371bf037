#pragma once

#include <yardmaster/events.h>

#include <QList>
#include <QMetaMethod>
#include <QObject>

#include <algorithm>
#include <array>
#include <atomic>

namespace yardmaster {

/// Everything the engine reports, as typed signals: graphile-worker's WorkerEvents and
/// graphile_worker_rs's hooks as far as they have a meaning here, and our own. EventLines says
/// which is which.
///
/// Emitted on the engine's threads, several at once: connect with a context object and
/// Qt::QueuedConnection (the default across threads), or directly with a slot that is quick and
/// safe to call from any thread. The caller owns the bus and may connect before the runner starts;
/// it must outlive the runner. One bus may serve several runners: `workerId` distinguishes them.
class EventBus final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventBus)

public:
    explicit EventBus(QObject *parent = nullptr)
        : QObject(parent)
    { }

    /// Whether `Signal` was ever connected: hears<&EventBus::jobStarted>(). Emitters ask before
    /// they gather arguments, because a drain passes here several times per job; one relaxed load,
    /// where QObject::isSignalConnected() takes a lock that all pool threads share. Any thread.
    template <auto Signal> [[nodiscard]] bool hears() const
    {
        static const size_t index = indexOf(QMetaMethod::fromSignal(Signal));
        return m_heard[index].load(std::memory_order_relaxed);
    }

Q_SIGNALS:
    // ---- The run

    /// The first event; no statement has been sent to the database yet.
    void poolCreated(const QString &workerId, const QString &schema, int concurrency);
    /// Migrated, listening, tasks registered; fetching begins. `tasks` are the identifiers served.
    void workerStarted(const QString &workerId, const QStringList &tasks);
    /// Asked to stop: fetches no more.
    void workerReleased(const QString &workerId);
    /// Nothing runs any more. `error`: why, empty unless the run failed.
    void workerStopped(const QString &workerId, const QString &error = QString());
    /// The last event, even where the run could not start.
    void poolReleased(const QString &workerId);
    /// The run ends because of `error`; `action` is what it happened during.
    void poolFailed(const QString &workerId, const yardmaster::DbError &error,
                    const QString &action);

    // ---- The end of a run

    /// Runner::stop() was called.
    void stopRequested(const QString &workerId);
    /// The process received a signal, e.g. "SIGTERM". Emitted by the program that handles signals.
    void signalReceived(yardmaster::Shutdown kind, const QString &name);
    void shutdownStarted(const QString &workerId, yardmaster::Shutdown kind,
                         const QString &message);
    /// All results are in the database.
    void shutdownCompleted(const QString &workerId, yardmaster::Shutdown kind);
    /// Some are not; their jobs run again when their locks have been reset.
    void shutdownFailed(const QString &workerId, yardmaster::Shutdown kind,
                        const yardmaster::DbError &error);

    // ---- Listening

    /// `attempt`: 1 for the first since it last worked.
    void listenConnecting(const QString &workerId, int attempt);
    void listenSucceeded(const QString &workerId);
    /// Lost or refused; tried again with backoff.
    void listenFailed(const QString &workerId, const yardmaster::DbError &error);
    void listenNotified(const QString &workerId, const QString &channel, const QString &payload);
    /// The connection was closed on purpose.
    void listenReleased(const QString &workerId);

    // ---- Fetching

    /// `size`: jobs fetched ahead, 0: only what can run at once.
    void localQueueCreated(const QString &workerId, int size);
    void localQueueModeChanged(const QString &workerId, yardmaster::LocalQueueMode oldMode,
                               yardmaster::LocalQueueMode newMode);
    void refetchDelayStarted(const QString &workerId, const yardmaster::RefetchDelay &delay);
    /// `count` jobs were announced meanwhile.
    void refetchDelayAborted(const QString &workerId, qint64 count, qint64 abortThreshold);
    void refetchDelayExpired(const QString &workerId);
    void fetchStarted(const QString &workerId);
    /// Tried again with backoff; databaseTrouble is emitted, too.
    void fetchFailed(const QString &workerId, const yardmaster::DbError &error);
    void fetchFoundNothing(const QString &workerId);
    /// At least one job was fetched and locked.
    void jobsFetched(const QString &workerId, const QList<yardmaster::JobInfo> &jobs);
    /// Jobs that had not started are being returned to the queue, the attempt restored.
    void jobsReturned(const QString &workerId, const QList<yardmaster::JobInfo> &jobs);

    // ---- Jobs

    void jobStarted(const yardmaster::JobEvent &event);
    /// After the handler, before the result is in the database.
    void jobSucceeded(const yardmaster::JobEvent &event);
    /// Likewise: the handler failed. `final` is a forecast, `retryAt` unknown.
    void jobErrored(const yardmaster::JobEvent &event);
    /// The failure is in the database, whether tried again or not.
    void jobFailed(const yardmaster::JobEvent &event);
    /// The result is in the database; `error` is empty after a success.
    void jobCompleted(const yardmaster::JobEvent &event);
    /// Returned to the queue at shutdown with the attempt restored.
    void jobInterrupted(const yardmaster::JobEvent &event);
    /// To run later; returned to the queue with the attempt restored. `error`: why, empty if its
    /// handler asked for it.
    void jobSnoozed(const yardmaster::JobEvent &event);
    /// The lock was no longer ours, so the result was not written.
    void jobLostLease(const yardmaster::JobEvent &event);
    /// One line of a child process: standard output, or standard error if `isError`.
    void jobOutput(const yardmaster::JobInfo &job, const QString &line, bool isError,
                   const QString &workerId = QString());
    /// At most ten a second per job, and the last one before the run's end.
    void jobProgressed(const yardmaster::JobProgress &progress);

    // ---- Cron

    /// Before any statement is sent to the database. Entries not known yet are known since `start`.
    void cronStarting(const QString &workerId, const QDateTime &start);
    /// Registered and backfilled; from now on jobs are added as they become due.
    void cronStarted(const QString &workerId, const QDateTime &start);
    /// Runs that were missed before the start are about to be added.
    void cronBackfill(const yardmaster::CronEvent &event);
    /// Woken before the minute `expected`: the clock was set back. The scheduler waits for it.
    void cronPrematureTimer(const QString &workerId, const QDateTime &now,
                            const QDateTime &expected);
    /// The minute `expected` has passed; it and all since are scheduled now. Emitted once, however
    /// many they are.
    void cronOverdueTimer(const QString &workerId, const QDateTime &now, const QDateTime &expected);
    /// Jobs are about to be added.
    void cronSchedule(const yardmaster::CronEvent &event);
    /// Their result is in the database; after cronBackfill too.
    void cronScheduled(const yardmaster::CronEvent &event);
    /// The crontab was read again; `identifiers` are all of its entries.
    void cronReloaded(const QString &workerId, const QStringList &identifiers,
                      const QStringList &added, const QStringList &removed);
    /// The crontab has changed and has errors: the old one stays in use.
    void cronReloadFailed(const QString &workerId, const QStringList &errors);

    // ---- Locks of others

    void staleLockResetStarted(const QString &workerId);
    /// `jobs` were unlocked; the next check is in `next`, 0: never.
    void staleLockResetSucceeded(const QString &workerId, qint64 jobs,
                                 std::chrono::milliseconds next);
    void staleLockResetFailed(const QString &workerId, const yardmaster::DbError &error,
                              std::chrono::milliseconds next);
    void workerRecovered(const yardmaster::RecoveryEvent &event);

    // ---- The database

    /// The database could not be reached or refused a statement; the engine tries again.
    void databaseTrouble(const QString &during, const yardmaster::DbError &error,
                         const QString &workerId = QString());
    void databaseRecovered(const QString &during, const QString &workerId = QString());

protected:
    /// On the connecting thread.
    void connectNotify(const QMetaMethod &signal) override
    {
        m_heard[indexOf(signal)].store(true, std::memory_order_relaxed);
    }

private:
    static size_t indexOf(const QMetaMethod &signal)
    {
        // QObject's own signals share slot 0, which is the first of ours: harmless.
        const int own = signal.methodIndex() - staticMetaObject.methodOffset();
        Q_ASSERT(own < kSignals);
        return size_t(std::max(own, 0));
    }

    static constexpr int kSignals = 96; ///< default arguments count as further methods
    /// Never cleared: after a disconnect, arguments are gathered in vain, which is harmless.
    std::array<std::atomic<bool>, kSignals> m_heard{};
};

} // namespace yardmaster
