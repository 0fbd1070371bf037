#pragma once

#include <yardmaster/connectionsettings.h>
#include <yardmaster/params.h>
#include <yardmaster/result.h>
#include <yardmaster/rows.h>

#include <QSet>

#include <chrono>
#include <memory>
#include <optional>

class QSqlDatabase;

extern "C" {
struct pg_conn;
struct pg_cancel;
}

namespace yardmaster {

class OpenSessions;
class SessionControl;

/// Cancels the statement that a session is running, from any thread. May outlive the session.
class Canceller final
{
public:
    explicit Canceller(pg_conn *connection);
    /// Blocks for one round trip to the server. The statement then fails with Kind::Cancelled.
    void cancel() const;
    /// Does not block.
    void cancelLater() const;

private:
    std::shared_ptr<pg_cancel> m_cancel;
};

/// One open connection to PostgreSQL. QSqlDatabase (QPSQL) owns it; statements go through libpq on
/// the same connection, because QPSQL can bind neither `$1` nor arrays and prepares textually.
///
/// A session never reconnects: once `isLost()`, drop it and open another. Lives, works and dies on
/// the thread that opened it.
///
/// A long file: nothing else calls libpq.
class Session final
{
public:
    /// Blocks until connected or refused (at most `connect_timeout`, 10 s unless the settings say;
    /// before that at most 20 s for a tunnel and 30 s for a password command, if they name such).
    /// @param purpose  appended to the application name, e.g. "fetch": "yardmaster fetch".
    /// Errors besides: Cancelled where a stop of the worker ended it, see OpenSessions.
    [[nodiscard]] static Result<std::unique_ptr<Session>> open(const ConnectionSettings &settings,
                                                               const QString &purpose);
    /// A session on a connection that the caller opened, to take part in its transaction. It does
    /// not close the connection, which must stay open, on this thread, for as long as the session
    /// lives; no forward-only query may be half read meanwhile. Prepares nothing on the server.
    /// Errors: CannotConnect if `database` is not open or not on QPSQL.
    [[nodiscard]] static Result<std::unique_ptr<Session>> borrow(const QSqlDatabase &database);
    ~Session();
    Q_DISABLE_COPY_MOVE(Session)

    /// The format of returned values, see Rows.
    enum class Format { Text, Binary };

    /// Runs one statement with `$1`… bound, without a server-side prepared statement.
    [[nodiscard]] Result<Rows> query(const QByteArray &sql, const Params &params = {},
                                     Format format = Format::Text);
    /// The same through a prepared statement, prepared on first use and kept by `name`.
    [[nodiscard]] Result<Rows> queryPrepared(const QByteArray &name, const QByteArray &sql,
                                             const Params &params = {},
                                             Format format = Format::Text);
    /// Sends what queryPrepared() would, and does not wait for the answer. Nothing else may be
    /// asked of the session until answer() was called. Not on a borrowed connection.
    [[nodiscard]] Result<void> sendPrepared(const QByteArray &name, const QByteArray &sql,
                                            const Params &params = {},
                                            Format format = Format::Text);
    /// The same of query(); neither for a session that begins its transactions as read-only ones.
    [[nodiscard]] Result<void> send(const QByteArray &sql, const Params &params = {},
                                    Format format = Format::Text);
    /// What the statement that was sent returned; blocks until it has. May be called on another
    /// thread, while the session's own waits for that.
    [[nodiscard]] Result<Rows> answer();
    /// Then queryPrepared() and sendPrepared() do not look at its text.
    [[nodiscard]] bool hasPrepared(const QByteArray &name) const
    {
        return m_prepared.contains(name) && preparesStatements();
    }
    /// Runs several statements separated by semicolons, in one implicit transaction unless the
    /// script has its own. Fails with the first statement that fails.
    [[nodiscard]] Result<void> script(const QByteArray &sql);

    /// Whether queryPrepared() and sendPrepared() prepare anything on the server.
    [[nodiscard]] bool preparesStatements() const;

    /// The connection is gone; or, of a worker's session, the server has lost its prepared
    /// statements, has become read-only or has had its tables altered, so that a new session is
    /// needed.
    [[nodiscard]] bool isLost() const;
    /// The connection is gone.
    [[nodiscard]] bool isCutOff() const;
    /// For a session of our own that was left alone for a while: notices, without a round trip,
    /// when the server has ended it meanwhile.
    [[nodiscard]] bool isAlive() const;
    /// A transaction block is open, be it a failed one.
    [[nodiscard]] bool isInTransaction() const;
    /// `server_version_num`, e.g. 150018.
    [[nodiscard]] int serverVersion() const;
    [[nodiscard]] int backendPid() const;
    [[nodiscard]] Canceller canceller() const;

    /// The Qt connection, for QSqlQuery; invalid on another thread than the session's.
    [[nodiscard]] QSqlDatabase database() const;
    /// The libpq connection, for the listener. Borrowed.
    [[nodiscard]] pg_conn *handle() const { return m_handle; }

private:
    Session(QString name, bool isBorrowed, pg_conn *handle);
    /// Through the tunnel and with the password that the settings ask for.
    [[nodiscard]] static Result<std::unique_ptr<Session>>
    connectAlong(const ConnectionSettings &settings, const QString &purpose,
                 std::optional<std::chrono::milliseconds> limit);
    [[nodiscard]] static Result<std::unique_ptr<Session>>
    connect(const ConnectionSettings &settings, const QString &purpose);
    [[nodiscard]] Result<void> prepare(const QByteArray &name, const QByteArray &sql, int params);
    /// Sends by `send`, which returns 0 if it cannot, and waits for the answer.
    template <typename Send> [[nodiscard]] Result<Rows> run(Send send);
    [[nodiscard]] Result<Rows> takeLast();
    /// @param sqlState  of the error where the result has none.
    [[nodiscard]] Result<Rows> take(pg_result *result, const QString &sqlState = {});
    /// Between two statements of a session that has to begin its transactions as read-only ones.
    [[nodiscard]] bool mustBeginReadOnly() const;
    template <typename Statement> [[nodiscard]] Result<Rows> inTransaction(Statement statement);

    std::shared_ptr<void> m_route; // keeps the tunnel; null: there is none
    QString m_name;                // of the QSqlDatabase
    bool m_isBorrowed;             // the caller's, not closed here
    pg_conn *m_handle;             // borrowed from it
    QSet<QByteArray> m_prepared;
    bool m_beginsReadOnly = false;             // see ConnectionSettings::setReadOnly()
    bool m_isUnfit = false;                    // see isLost()
    std::shared_ptr<OpenSessions> m_sessions;  // null: not a worker's session
    std::shared_ptr<SessionControl> m_control; // likewise
};

/// Rolls back unless committed. The server ends the session if it is idle in the transaction for
/// `kIdleLimit`, so that a process stopped between two statements does not keep rows locked.
class Transaction final
{
public:
    static constexpr std::chrono::milliseconds kIdleLimit{10000};

    [[nodiscard]] static Result<Transaction> begin(Session &session);
    Transaction(Transaction &&other) noexcept;
    Transaction &operator=(Transaction &&) = delete;
    ~Transaction();
    [[nodiscard]] Result<void> commit();
    /// Leaves the rollback to the server: of a session that is about to be closed, without waiting.
    void abandon();

private:
    explicit Transaction(Session &session);
    Session *m_session; // null once ended
};

} // namespace yardmaster
