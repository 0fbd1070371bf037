#pragma once

#include "worker/cron/cronstore.h"
#include "worker/events/databaseactivity.h"
#include "worker/time/backoff.h"
#include <yardmaster/cronclock.h>
#include <yardmaster/cronsource.h>
#include <yardmaster/crontab.h>
#include <yardmaster/events.h>
#include <yardmaster/workeroptions.h>

#include <QMutex>
#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>
#include <optional>

namespace yardmaster {

class CronBackfill;
class CrontabWatcher;
class EventBus;

/// Adds the jobs of a crontab as they become due.
///
///   Registering ──> Backfilling ──> Live: waiting <──> scheduling a minute
///        ^───────── a changed crontab ────────┘
///
/// The next step follows from what is left to do, so after a database error the same step is simply
/// retried: minutes that pass meanwhile are scheduled then, one after the other, as they are after
/// the machine slept. Lives on a thread of its own with a connection that is open only while an
/// entry is due soon.
///
/// A long file: its states share what is known of the crontab, and are one machine.
class CronScheduler final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronScheduler)

public:
    /// @param crontab  `options.cron`, as it was parsed before the start.
    /// @param tasks  that this worker can run; other tasks are scheduled too, with a warning.
    CronScheduler(const WorkerOptions &options, QString workerId, Crontab crontab,
                  QStringList tasks, EventBus *events);
    ~CronScheduler() override;

    // Called on this object's thread (queued from others).
    void start();
    void stop();
    /// Reads the crontab again; if it has errors, nothing changes.
    void reload();
    /// Those that this worker can run from now on.
    void setTasks(const QStringList &tasks) { m_tasks = tasks; }

    // Any thread.
    /// Begins no further statement; followed by stop().
    void interrupt();
    /// The same, and cancels the one that runs.
    void cancel();

private:
    /// The entries that are due in one minute, ready to be sent.
    struct DueMinute
    {
        CronEvent event;
        std::vector<CronStore::Due> due; ///< as event.runs
    };

    void work();
    [[nodiscard]] Result<bool> step();
    [[nodiscard]] Result<void> registerNewcomers();
    [[nodiscard]] Result<bool> goLive();
    [[nodiscard]] Result<void> schedule(const QDateTime &minute,
                                        const QList<const CrontabEntry *> &entries,
                                        bool isBackfilled);
    void prepare(const QDateTime &minute, const QList<const CrontabEntry *> &entries,
                 bool isBackfilled);
    [[nodiscard]] Result<void> send(std::span<const size_t> which);
    [[nodiscard]] Result<void> sendOneByOne(std::span<const size_t> which);
    [[nodiscard]] Result<Session *> session();
    void setCanceller(std::optional<Canceller> canceller);
    void dropIdleSession();
    void waitForNextMinute();
    void onWake();
    void onTrouble(const DbError &error);
    void readAgain(bool isAsked);
    void adopt(const Crontab &crontab);
    void warnAbout(const Crontab &crontab) const;
    [[nodiscard]] QList<const CrontabEntry *> entriesDueAt(const QDateTime &minute) const;
    [[nodiscard]] bool isInterrupted() const { return m_isInterrupted.load(); }

    const ConnectionSettings m_connection;
    const CronSource m_source;
    const std::function<std::unique_ptr<CronClock>()> m_makeClock;
    const std::shared_ptr<const Interceptors> m_interceptors;
    const QString m_workerId;
    QStringList m_tasks;
    EventBus *const m_events;
    const CronStore m_store;

    std::unique_ptr<CronClock> m_clock; // null: not started
    std::unique_ptr<CrontabWatcher> m_watch;
    Crontab m_crontab;
    std::optional<QByteArray> m_content; ///< of the file, as last read
    std::optional<Crontab> m_changed;    ///< to be adopted when nothing is overdue

    QDateTime m_since;       ///< since when the new entries are known
    QStringList m_newcomers; ///< identifiers that are not registered yet
    std::unique_ptr<CronBackfill> m_backfill;
    std::optional<DueMinute> m_due; ///< sent until it succeeds
    QDateTime m_next;               ///< the first minute that is not done
    QDateTime m_wakeTime;
    bool m_isStarted = false; ///< the event was emitted
    bool m_isOverdue = false; ///< catching up, and the event was emitted
    bool m_isAhead = false;   ///< the clock was set back, and this was logged
    bool m_isPosted = false;  ///< work() is queued

    std::unique_ptr<Session> m_session;
    QTimer m_retry;
    Backoff m_backoff;
    Backoff m_contention{std::chrono::milliseconds(2), std::chrono::milliseconds(500)};
    DatabaseActivity m_activity;

    std::atomic<bool> m_isInterrupted = false;
    QMutex m_cancelling;
    std::optional<Canceller> m_canceller; ///< while a statement runs; guarded by m_cancelling
};

} // namespace yardmaster
