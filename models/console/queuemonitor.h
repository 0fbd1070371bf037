#pragma once

#include "models/console/queuecounts.h"
#include "models/console/serverinfo.h"
#include "models/session/sessionpool.h"
#include "worker/time/backoff.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace yardmaster {

class JobCountsPoller;

/// Keeps the counts of one queue fresh, from a background thread.
///
///   Idle ──watch()──> Connecting ──answer──> Live <──answer── Trouble
///     ^                   └─────── error ─────┴──── error ───────^
///     └── stop() from every state          Connecting <──can be reached──┘
///
/// Trouble begins at once when any work of the pool finds out that the server cannot be reached,
/// and ends in Connecting as soon as it can be again. What was read last stays readable meanwhile.
/// An answer that was asked for before the last watch() or stop() is dropped.
///
/// With each answer comes whether the server can be written; when that changes, sessions that began
/// before are not used again.
///
/// Where there is a standby, the counts are read from it, after the primary's own state has been
/// read from the primary.
///
/// Three queries, each repeated after a multiple of the time it took: a big table is counted less
/// often, not at the cost of its workers. Due jobs take a few milliseconds, so their counts are
/// live. Counting later ones, and those no worker may take, gets a hundredth of the time at most:
/// with ten million jobs, every ten seconds and every two minutes. Numbers beyond kCountCap
/// come from a JobCountsPoller, if it was given one. Lives on the GUI thread and never blocks it.
///
/// Long because what is read, from which server, and when it is read again depend on each other.
class QueueMonitor final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QueueMonitor)

public:
    enum class State { Idle, Connecting, Live, Trouble };
    Q_ENUM(State)

    explicit QueueMonitor(QObject *parent = nullptr);
    ~QueueMonitor() override;

    /// @param counts  of the same queue, paused or not; borrowed, outlives this.
    void improveBy(const JobCountsPoller *counts);
    /// Forgets what was known and reads `schema` from now on.
    void watch(SessionPool sessions, const QString &schema);
    void stop();
    /// Something changed: read again soon. Any number of calls make one read.
    void refreshSoon();
    /// Stops polling while hidden, and reads at once when shown again.
    void setPaused(bool isPaused);
    /// Default two seconds.
    void setInterval(std::chrono::milliseconds interval) { m_interval = interval; }

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const StateCounts &counts() const { return m_counts; }
    /// Of the last session that worked; unset until one did.
    [[nodiscard]] const std::optional<ServerInfo> &server() const { return m_server; }
    /// When the server answered last; invalid if never.
    [[nodiscard]] QDateTime readAt() const { return m_due.readAt; }
    /// When the jobs in that state were counted; invalid if never.
    [[nodiscard]] QDateTime readAt(JobState state) const { return m_times.at(std::size_t(state)); }
    /// When those were counted that readTakenCounts() counts.
    [[nodiscard]] QDateTime takenReadAt() const { return m_taken.readAt; }
    /// Counting those took too long, the last time.
    [[nodiscard]] bool isTakenTooSlow() const { return m_isTakenTooSlow; }
    /// Why there is trouble; only in Trouble.
    [[nodiscard]] const DbError &error() const { return m_error; }
    /// The server has not answered for longer than it should take.
    [[nodiscard]] bool isOverdue() const;
    /// When the next try is due; only in Trouble.
    [[nodiscard]] QDateTime retryAt() const { return m_retryAt; }

Q_SIGNALS:
    /// state() has changed, the reason for trouble, or server().
    void stateChanged();
    /// An answer arrived, even if the numbers are the same: their age changed.
    void countsRead();

private:
    struct Answer;
    struct Visit;
    struct Wanted;

    /// One of the questions: when it was answered, and what that cost.
    struct Question
    {
        int rest; ///< so many times as long as the last answer took, nobody asks
        QDateTime readAt = {};
        QElapsedTimer sinceRead = {};
        std::chrono::milliseconds cost{0};

        /// Until it may be asked again, at least `interval` after the last time.
        [[nodiscard]] std::chrono::milliseconds wait(std::chrono::milliseconds interval) const;
        void answered(std::chrono::milliseconds cost);
        void forget();
    };

    /// What is known of the session that was asked last.
    struct Known
    {
        int backendPid;
        WriteState writing;
    };
    [[nodiscard]] std::optional<Known> known() const;
    [[nodiscard]] static Result<Answer> readServer(Session &session, const Wanted &wanted);
    [[nodiscard]] static Result<Answer> readCounts(Session &session, Answer answer,
                                                   const Wanted &wanted, Visit *visit);

    void read();
    void onAnswer(const Result<Answer> &answer);
    void onTrouble(const DbError &error);
    /// Of what was read here and what the poller counted, for each state what says more.
    void chooseCounts();
    [[nodiscard]] QDateTime ownReadAt(JobState state) const;
    void onLate();
    void onLost(const DbError &error);
    void onRecovered();
    /// When the first of the questions may be asked.
    [[nodiscard]] std::chrono::milliseconds untilNext() const;
    void schedule(std::chrono::milliseconds delay);
    [[nodiscard]] std::chrono::milliseconds interval() const;
    /// @param isOtherServer  server() says something else than before.
    void setState(State state, bool isOtherServer = false);

    std::chrono::milliseconds m_interval{2000};
    QString m_schema;
    std::shared_ptr<WorkQueue> m_queue;   // null: Idle
    std::shared_ptr<WorkQueue> m_counter; // of the standby; null where there is none
    State m_state = State::Idle;
    bool m_isReading = false;
    std::shared_ptr<Visit> m_visit; // the latest
    bool m_isPaused = false;
    bool m_wantsSoon = false; // refreshSoon() since the last read began

    const JobCountsPoller *m_jobCounts = nullptr;
    StateCounts m_own; // as read here
    StateCounts m_counts;
    std::array<QDateTime, kJobStates> m_times; // of m_counts
    std::optional<ServerInfo> m_server;
    int m_backendPid = 0; // of the session `m_server` was read from
    Question m_due{20};
    Question m_later{200};
    Question m_taken{100};
    bool m_isTakenTooSlow = false;
    DbError m_error;
    QDateTime m_retryAt;
    Backoff m_backoff;

    QTimer m_timer;
    QTimer m_late; // while it is reading
};

} // namespace yardmaster
