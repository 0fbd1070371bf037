#pragma once

#include <QString>
#include <QStringList>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

extern "C" {
struct pg_conn;
struct pg_cancel;
}

namespace yardmaster {

/// One session as other threads see it: its purpose, since when it has been waiting for the server,
/// and the means to end that. Made before the session is opened; any thread.
class SessionControl final
{
public:
    using Clock = std::chrono::steady_clock;

    explicit SessionControl(QString purpose);
    ~SessionControl();
    Q_DISABLE_COPY_MOVE(SessionControl)

    [[nodiscard]] const QString &purpose() const { return m_purpose; }

    /// @name By the session, on the thread that uses it.
    /// @{
    void onOpened(pg_conn *connection);
    void onClosed();
    void onSent() { m_since.store(ticks(), std::memory_order_relaxed); }
    void onAnswered() { m_since.store(0, std::memory_order_relaxed); }
    /// @}

    /// Not open yet.
    [[nodiscard]] bool isOpening() const;
    /// Has been waiting for the server for `age`, even for a connection.
    [[nodiscard]] bool isWaiting(std::chrono::milliseconds age) const;
    [[nodiscard]] bool isInterrupted() const { return m_isInterrupted.load(); }
    /// A statement has been cancelled.
    [[nodiscard]] bool isCancelled() const { return m_isCancelled.load(); }

    /// Sends a cancel request, which can hang for ever if the server does not answer: so on a
    /// detached thread. An attempt to connect fails when it has ended.
    void cancel();
    /// Shuts the socket down: calls that wait for it return, and the session is lost.
    void cut();

private:
    static qint64 ticks() { return Clock::now().time_since_epoch().count(); }

    const QString m_purpose;
    std::atomic<qint64> m_since; ///< of the statement under way, or the opening; 0: none
    std::atomic<bool> m_isInterrupted = false;
    std::atomic<bool> m_isCancelled = false;
    mutable std::mutex m_mutex; // guards the rest
    std::shared_ptr<pg_cancel> m_cancel;
    bool m_isOpening = true;
    /// A duplicate: libpq may close its own at any time, and the descriptor may then be another
    /// file's.
    int m_socket = -1;
};

/// The sessions of one worker, so that a stop can end their waiting, and state that they share.
/// Session::open() registers them, see ConnectionSettings::setSessions(). Any thread; no member
/// waits for the database.
class OpenSessions final
{
public:
    using Duration = std::chrono::milliseconds;

    /// Cancels the statements that have been under way for `age`. `purposes`: of these sessions
    /// only; empty: of all.
    void cancel(Duration age, const QStringList &purposes = {});
    /// The same, by force.
    void cut(Duration age, const QStringList &purposes = {});
    /// All of them, by force; later ones can be opened.
    void cutAll();
    /// Closes the sockets of all, now and later: no session is opened any more.
    void close();
    [[nodiscard]] bool isClosed() const;
    /// One of these waits for the server.
    [[nodiscard]] bool isWaiting(const QStringList &purposes) const;

    /// From now on an attempt to connect takes at most the time left until then, and at least two
    /// seconds, libpq's minimum.
    void setDeadline(SessionControl::Clock::time_point deadline);
    [[nodiscard]] std::optional<Duration> timeLeft() const;

    /// Abandons those of these purposes that are being opened, which cannot be interrupted: their
    /// threads sleep for ever instead of returning to destroyed objects.
    /// @returns whether there was one.
    bool abandonOpening(const QStringList &purposes);

    /// @name By Session.
    /// @{
    /// @returns null once closed.
    [[nodiscard]] std::shared_ptr<SessionControl> enter(const QString &purpose);
    /// The attempt has ended, with a connection or with null. Does not return if abandoned.
    /// @returns false if the session must not be used.
    [[nodiscard]] bool onOpened(const std::shared_ptr<SessionControl> &control,
                                pg_conn *connection);
    /// The server does not know a prepared statement, or knows one that was not prepared: another
    /// server process answers, as behind a pooler. If that recurs, no statements are prepared any
    /// more.
    void onStatementsLost(const QString &purpose, const QString &reason);
    [[nodiscard]] bool preparesStatements() const { return m_prepares.load(); }
    /// @}

private:
    using Controls = std::vector<std::shared_ptr<SessionControl>>;
    [[nodiscard]] Controls waiting(Duration age, const QStringList &purposes) const;
    [[nodiscard]] Controls all() const;
    struct Loss
    {
        QString purpose;
        SessionControl::Clock::time_point at;
    };

    std::atomic<bool> m_prepares = true;
    mutable std::mutex m_mutex; // guards the rest
    std::vector<std::weak_ptr<SessionControl>> m_controls;
    std::vector<std::weak_ptr<SessionControl>> m_abandoned;
    std::vector<Loss> m_losses; ///< the last of each purpose
    std::optional<SessionControl::Clock::time_point> m_deadline;
    bool m_isClosed = false;
};

} // namespace yardmaster
