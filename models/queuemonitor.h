#pragma once

#include "models/queuecounts.h"
#include "models/serverinfo.h"
#include "worker/db/connectionsettings.h"
#include "worker/runner/backoff.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace yardmaster {

class BackgroundSession;

/// Keeps the counts of one queue fresh, from a background thread.
///
///   Idle ──watch()──> Connecting ──answer──> Live <──answer── Trouble
///     ^                   └─────── error ─────┴──── error ───────^
///     └── stop() from every state
///
/// What was read last stays readable in Trouble. An answer that was asked for before the last
/// watch() or stop() is dropped. The server is asked for at most a twentieth of the time, however
/// long a question takes: a big table is counted less often, not at the cost of its workers. Lives
/// on the GUI thread and never blocks it.
class QueueMonitor final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QueueMonitor)

public:
    enum class State { Idle, Connecting, Live, Trouble };
    Q_ENUM(State)

    explicit QueueMonitor(QObject *parent = nullptr);
    ~QueueMonitor() override;

    /// Forgets what was known and reads `schema` behind `connection` from now on.
    void watch(const ConnectionSettings &connection, const QString &schema);
    void stop();
    /// Something changed: read again soon. Any number of calls make one read.
    void refreshSoon();
    /// Stops polling while nobody looks, and reads at once when somebody does again.
    void setPaused(bool isPaused);
    /// Default two seconds.
    void setInterval(std::chrono::milliseconds interval) { m_interval = interval; }

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const QueueCounts &counts() const { return m_counts; }
    /// Of the last session that worked; unset until one did.
    [[nodiscard]] const std::optional<ServerInfo> &server() const { return m_server; }
    /// When the counts were read; invalid if never. The exact ones (see readTakenCounts()) may be
    /// older than the others.
    [[nodiscard]] QDateTime readAt() const { return m_readAt; }
    [[nodiscard]] QDateTime takenReadAt() const { return m_takenReadAt; }
    /// Why there is trouble; only in Trouble.
    [[nodiscard]] const DbError &error() const { return m_error; }
    /// When the next try is due; only in Trouble.
    [[nodiscard]] QDateTime retryAt() const { return m_retryAt; }

Q_SIGNALS:
    void stateChanged();
    /// An answer arrived, even if the numbers are the same: their age changed.
    void countsRead();

private:
    struct Answer;

    void read();
    void onAnswer(const Result<Answer> &answer);
    void onTrouble(const DbError &error);
    void schedule(std::chrono::milliseconds delay);
    void setState(State state);

    std::chrono::milliseconds m_interval{2000};
    QString m_schema;
    std::unique_ptr<BackgroundSession> m_session;
    quint64 m_epoch = 0;
    State m_state = State::Idle;
    bool m_isReading = false;
    bool m_isPaused = false;
    bool m_wantsMore = false; // refreshSoon() while reading

    QueueCounts m_counts;
    std::optional<ServerInfo> m_server;
    int m_backendPid = 0; // of the session `m_server` was read from
    QDateTime m_readAt;
    QDateTime m_takenReadAt;
    DbError m_error;
    QDateTime m_retryAt;
    Backoff m_backoff;

    QTimer m_timer;
    QElapsedTimer m_sinceRead;
    QElapsedTimer m_sinceTaken;
    std::chrono::milliseconds m_readCost{0};
    std::chrono::milliseconds m_takenCost{0};
};

} // namespace yardmaster
