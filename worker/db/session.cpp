#include <yardmaster/session.h>

#include "worker/db/connectionroute.h"
#include "worker/db/openingsession.h"
#include "worker/db/opensessions.h"

#include <QLoggingCategory>
#include <QSqlDatabase>
#include <QSqlDriver>
#include <QSqlError>
#include <QVariant>

#include <libpq-fe.h>

#include <array>
#include <atomic>
#include <thread>

Q_LOGGING_CATEGORY(lcSession, "yardmaster.worker.session", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

void logNotice(void *, const PGresult *notice)
{
    const char *text = PQresultErrorField(notice, PG_DIAG_MESSAGE_PRIMARY);
    qCDebug(lcSession, "server notice: %s", text ? text : "");
}

/// Sets the bool behind `target` if the server has ended the session.
void noteEnd(void *target, const PGresult *notice)
{
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    const QByteArrayView word(severity ? severity : "");
    if (word == "FATAL" || word == "PANIC")
        *static_cast<bool *>(target) = true;
}

/// All libpq keywords, with our defaults where none are set. Half-open TCP connections are noticed
/// within about a minute, not the kernel's two hours.
QMap<QString, QString> withDefaults(const ConnectionSettings &settings, const QString &purpose)
{
    QMap<QString, QString> keywords = settings.keywords();
    const auto fill = [&keywords](const char *keyword, const QString &value) {
        if (!keywords.contains(QString::fromLatin1(keyword)))
            keywords.insert(QString::fromLatin1(keyword), value);
    };
    if (qEnvironmentVariableIsEmpty("PGCONNECT_TIMEOUT"))
        fill("connect_timeout", u"10"_s);
    fill("keepalives_idle", u"30"_s);
    fill("keepalives_interval", u"10"_s);
    fill("keepalives_count", u"3"_s);
    fill("tcp_user_timeout", u"45000"_s);
    if (qEnvironmentVariableIsEmpty("PGAPPNAME"))
        fill("application_name", u"yardmaster %1"_s.arg(purpose));
    fill("client_encoding", u"UTF8"_s);
    return keywords;
}

QString conninfoQuoted(QString value)
{
    value.replace(u'\\', "\\\\"_L1).replace(u'\'', "\\'"_L1);
    return u'\'' + value + u'\'';
}

DbError openError(const QSqlError &error)
{
    using Kind = DbError::Kind;
    QString text = error.databaseText().isEmpty() ? error.driverText() : error.databaseText();
    text = singleLine(text);
    // libpq gives no SQLSTATE for a failed connect, only the server's message.
    const auto says
        = [&text](const char *words) { return text.contains(QLatin1StringView(words)); };
    if (says("certificate verify failed") || says("server certificate for")
        || says("name from server certificate") || says("root certificate file"))
        return {Kind::Certificate, {}, text};
    if (says("authentication failed") || says("no password supplied")
        || says("no pg_hba.conf entry") || says("certificate") || says("role \""))
        return {Kind::Authentication, u"28000"_s, text};
    if (says("permission denied for database"))
        return {Kind::PermissionDenied, u"42501"_s, text};
    return {Kind::CannotConnect, {}, text};
}

/// In libpq's form.
std::vector<const char *> pointersTo(const Params &params)
{
    std::vector<const char *> values;
    values.reserve(params.size());
    for (const Param &value : params)
        values.push_back(value ? value->constData() : nullptr);
    return values;
}

/// Null if the driver is not QPSQL.
PGconn *handleOf(const QSqlDatabase &database)
{
    const QVariant handle = database.driver()->handle();
    // Qt 6 names the type behind the typedef; older and newer versions may not.
    const QByteArrayView type(handle.typeName());
    if (type != "pg_conn*" && type != "PGconn*")
        return nullptr;
    return *static_cast<PGconn *const *>(handle.constData());
}

/// @returns why it is not open; an empty message: it is.
DbError openDatabase(QSqlDatabase *database)
{
    const OpeningSession opening;
    if (!database->open())
        return openError(database->lastError());
    const PGconn *connection = handleOf(*database);
    if (!connection)
        return {DbError::Kind::CannotConnect,
                {},
                u"Qt's PostgreSQL driver does not give access to its connection"_s};
    if (PQstatus(connection) != CONNECTION_OK)
        return {DbError::Kind::CannotConnect,
                {},
                u"the server, or a pooler before it, ended the session at once"_s};
    return {};
}

/// The statement fails because of the session's state; it would succeed in a new session.
QString sqlStateOf(const pg_result *result)
{
    return QString::fromLatin1(PQresultErrorField(result, PG_DIAG_SQLSTATE));
}

bool asksForNewSession(const QString &sqlState)
{
    // Prepared statement unknown, or known already; result type changed; read-only.
    return sqlState == "26000"_L1 || sqlState == "42P05"_L1 || sqlState == "0A000"_L1
        || sqlState == "25006"_L1;
}

/// Marks the time in which the session waits for the server.
class Wait final
{
public:
    explicit Wait(SessionControl *control)
        : m_control(control)
    {
        if (m_control)
            m_control->onSent();
    }
    ~Wait()
    {
        if (m_control)
            m_control->onAnswered();
    }
    Q_DISABLE_COPY_MOVE(Wait)

private:
    SessionControl *m_control;
};

} // namespace

Canceller::Canceller(pg_conn *connection)
    : m_cancel(PQgetCancel(connection), PQfreeCancel)
{ }

void Canceller::cancel() const
{
    std::array<char, 256> complaint{};
    if (m_cancel && !PQcancel(m_cancel.get(), complaint.data(), int(complaint.size())))
        qCWarning(lcSession, "cancel request failed: %s", complaint.data());
}

void Canceller::cancelLater() const
{
    std::thread([canceller = *this] { canceller.cancel(); }).detach();
}

Result<std::unique_ptr<Session>> Session::open(const ConnectionSettings &settings,
                                               const QString &purpose)
{
    const std::shared_ptr<OpenSessions> &sessions = settings.sessions();
    if (!sessions)
        return connectAlong(settings, purpose, std::nullopt);
    const auto cancelled
        = [] { return fail(DbError::Kind::Cancelled, u"the worker is stopping"_s); };
    const std::shared_ptr<SessionControl> control = sessions->enter(purpose);
    if (!control)
        return cancelled();
    ConnectionSettings limited = settings;
    const auto left = sessions->timeLeft();
    if (left) {
        const QString given = settings.value(u"connect_timeout"_s);
        const int usual = given.isEmpty() ? 10 : given.toInt();
        const auto seconds = int(std::max<qint64>(2, left->count() / 1000));
        limited.set(u"connect_timeout"_s,
                    QString::number(usual > 0 ? std::min(usual, seconds) : seconds));
    }
    auto session = connectAlong(limited, purpose, left);
    if (!sessions->onOpened(control, session ? (*session)->m_handle : nullptr))
        return cancelled();
    if (session) {
        (*session)->m_sessions = sessions;
        (*session)->m_control = control;
    }
    return session;
}

Result<std::unique_ptr<Session>>
Session::connectAlong(const ConnectionSettings &settings, const QString &purpose,
                      std::optional<std::chrono::milliseconds> limit)
{
    if (settings.passwordCommand().isEmpty() && settings.sshHost().isEmpty())
        return connect(settings, purpose);
    auto route = ConnectionRoute::find(settings, limit);
    if (!route)
        return tl::make_unexpected(route.error());
    auto session = connect(route->settings(), purpose);
    if (!session && route->renew(session.error()))
        session = connect(route->settings(), purpose);
    if (!session)
        return tl::make_unexpected(route->explained(session.error()));
    (*session)->m_route = route->use();
    return session;
}

Result<std::unique_ptr<Session>> Session::connect(const ConnectionSettings &settings,
                                                  const QString &purpose)
{
    static std::atomic<quint64> serial{0};
    const QString name = u"yardmaster-%1"_s.arg(++serial);

    DbError error;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QPSQL"_s, name);
        if (!database.isValid()) {
            error = {DbError::Kind::CannotConnect,
                     {},
                     u"Qt's PostgreSQL driver (QPSQL) is missing; install libqt6sql6-psql"_s};
        } else {
            QStringList options;
            const QMap<QString, QString> keywords = withDefaults(settings, purpose);
            for (auto it = keywords.begin(); it != keywords.end(); ++it) {
                if (it.key() == "host"_L1) {
                    database.setHostName(it.value());
                } else if (it.key() == "dbname"_L1) {
                    database.setDatabaseName(it.value());
                } else if (it.key() == "user"_L1) {
                    database.setUserName(it.value());
                } else if (it.key() == "password"_L1) {
                    database.setPassword(it.value());
                } else if (it.value().contains(u';')) {
                    // QPSQL turns every ';' of the options into a space.
                    error = {DbError::Kind::CannotConnect,
                             {},
                             u"the connection option '%1' cannot contain ';'"_s.arg(it.key())};
                } else {
                    options << it.key() + u'=' + conninfoQuoted(it.value());
                }
            }
            database.setConnectOptions(options.join(u';'));
            if (error.message.isEmpty())
                error = openDatabase(&database);
            if (error.message.isEmpty()) {
                PGconn *connection = handleOf(database);
                PQsetNoticeReceiver(connection, logNotice, nullptr);
                // Such a database stores any bytes, and would refuse to send what is not UTF-8.
                if (qstrcmp(PQparameterStatus(connection, "server_encoding"), "SQL_ASCII") == 0)
                    PQsetClientEncoding(connection, "SQL_ASCII");
                std::unique_ptr<Session> session(new Session(name, false, connection));
                // Servers before 14, and poolers, do not report it.
                session->m_beginsReadOnly = settings.isReadOnly()
                    && qstrcmp(PQparameterStatus(connection, "default_transaction_read_only"), "on")
                        != 0;
                return session;
            }
        }
    }
    QSqlDatabase::removeDatabase(name);
    return tl::make_unexpected(error);
}

Session::Session(QString name, bool isBorrowed, pg_conn *handle)
    : m_name(std::move(name))
    , m_isBorrowed(isBorrowed)
    , m_handle(handle)
{ }

Result<std::unique_ptr<Session>> Session::borrow(const QSqlDatabase &database)
{
    PGconn *connection = database.isOpen() ? handleOf(database) : nullptr;
    if (!connection) {
        return fail(DbError::Kind::CannotConnect,
                    u"the given connection is not an open one of Qt's PostgreSQL driver (QPSQL)"_s);
    }
    return std::unique_ptr<Session>(new Session(database.connectionName(), true, connection));
}

Session::~Session()
{
    if (m_control)
        m_control->onClosed();
    if (!m_isBorrowed)
        QSqlDatabase::removeDatabase(m_name);
}

bool Session::mustBeginReadOnly() const
{
    return m_beginsReadOnly && !isInTransaction();
}

template <typename Statement> Result<Rows> Session::inTransaction(Statement statement)
{
    if (!mustBeginReadOnly())
        return statement();
    if (auto begun = run([&] { return PQsendQuery(m_handle, "begin read only"); }); !begun)
        return begun;
    auto rows = statement();
    if (rows) {
        if (auto ended = run([&] { return PQsendQuery(m_handle, "commit"); }); !ended)
            return ended;
    } else if (isInTransaction()) {
        (void)run([&] { return PQsendQuery(m_handle, "rollback"); });
    }
    return rows;
}

Result<Rows> Session::query(const QByteArray &sql, const Params &params, Format format)
{
    const auto values = pointersTo(params);
    const Wait wait(m_control.get());
    return inTransaction([&] {
        return run([&] {
            return PQsendQueryParams(m_handle, sql.constData(), int(values.size()), nullptr,
                                     values.data(), nullptr, nullptr, format == Format::Binary);
        });
    });
}

template <typename Send> Result<Rows> Session::run(Send send)
{
    while (pg_result *left = PQgetResult(m_handle)) // by others, on a borrowed connection
        PQclear(left);
    return send() ? takeLast() : take(nullptr);
}

Result<Rows> Session::queryPrepared(const QByteArray &name, const QByteArray &sql,
                                    const Params &params, Format format)
{
    // On a borrowed connection the name may be taken, and the failure would end the transaction.
    // Behind a pooler the statement may be prepared on another connection.
    if (m_isBorrowed || m_beginsReadOnly || !preparesStatements())
        return query(sql, params, format);
    if (auto prepared = prepare(name, sql, int(params.size())); !prepared)
        return tl::make_unexpected(prepared.error());
    const auto values = pointersTo(params);
    const Wait wait(m_control.get());
    return run([&] {
        return PQsendQueryPrepared(m_handle, name.constData(), int(values.size()), values.data(),
                                   nullptr, nullptr, format == Format::Binary);
    });
}

Result<void> Session::prepare(const QByteArray &name, const QByteArray &sql, int params)
{
    if (m_prepared.contains(name))
        return {};
    const Wait wait(m_control.get());
    auto prepared = run([&] {
        return PQsendPrepare(m_handle, name.constData(), sql.constData(), params, nullptr);
    });
    if (!prepared)
        return tl::make_unexpected(prepared.error());
    m_prepared.insert(name);
    return {};
}

Result<void> Session::sendPrepared(const QByteArray &name, const QByteArray &sql,
                                   const Params &params, Format format)
{
    Q_ASSERT(!m_isBorrowed);
    if (!preparesStatements())
        return send(sql, params, format);
    if (auto prepared = prepare(name, sql, int(params.size())); !prepared)
        return prepared;
    const auto values = pointersTo(params);
    if (PQsendQueryPrepared(m_handle, name.constData(), int(values.size()), values.data(), nullptr,
                            nullptr, format == Format::Binary))
        return {};
    return take(nullptr).map([](const Rows &) {});
}

Result<void> Session::send(const QByteArray &sql, const Params &params, Format format)
{
    Q_ASSERT(!m_isBorrowed && !mustBeginReadOnly());
    const auto values = pointersTo(params);
    if (PQsendQueryParams(m_handle, sql.constData(), int(values.size()), nullptr, values.data(),
                          nullptr, nullptr, format == Format::Binary))
        return {};
    return take(nullptr).map([](const Rows &) {});
}

Result<Rows> Session::answer()
{
    const Wait wait(m_control.get()); // not before: the thread may have been busy otherwise
    return takeLast();
}

Result<Rows> Session::takeLast()
{
    // As PQexec(). A server that ends the session sends an error, and then closes the connection:
    // the message of the result for that includes both, but only the first has an SQLSTATE.
    QString sqlState;
    pg_result *last = nullptr;
    while (pg_result *next = PQgetResult(m_handle)) {
        if (last)
            sqlState = sqlStateOf(last);
        PQclear(last);
        last = next;
        if (isCutOff())
            break;
    }
    return take(last, sqlState);
}

Result<void> Session::script(const QByteArray &sql)
{
    const Wait wait(m_control.get());
    if (mustBeginReadOnly() && sql.trimmed().toLower().startsWith("begin")) {
        // A `begin` of its own comes too late to change the transaction.
        const QByteArray readOnly = "begin read only;" + sql;
        return run([&] { return PQsendQuery(m_handle, readOnly.constData()); })
            .map([](const Rows &) {});
    }
    return inTransaction(
               [&] { return run([&] { return PQsendQuery(m_handle, sql.constData()); }); })
        .map([](const Rows &) {});
}

Result<Rows> Session::take(pg_result *result, const QString &sqlState)
{
    Rows rows(result);
    switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_EMPTY_QUERY:
        return rows;
    default:
        break;
    }
    DbError error;
    error.sqlState = sqlStateOf(result);
    if (error.sqlState.isEmpty())
        error.sqlState = sqlState;
    const char *primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    error.message = singleLine(QString::fromUtf8(primary ? primary : PQerrorMessage(m_handle)));
    // Where a write failed, as after a crash of the server, libpq finds out only by reading that
    // the connection has ended.
    if (error.sqlState.isEmpty())
        (void)PQconsumeInput(m_handle);
    error.kind = isCutOff() ? DbError::Kind::ConnectionLost : kindOfSqlState(error.sqlState);
    if (m_sessions && asksForNewSession(error.sqlState)) {
        m_isUnfit = true;
        if (error.sqlState == "26000"_L1 || error.sqlState == "42P05"_L1)
            m_sessions->onStatementsLost(m_control->purpose(), error.message);
    }
    if (m_control)
        error.isByStop = isCutOff()
            ? m_control->isInterrupted()
            : error.kind == DbError::Kind::Cancelled && m_control->isCancelled();
    if (error.isByStop && isCutOff())
        error.message = u"the worker is stopping and no longer waited for the server"_s;
    else if (error.message.isEmpty())
        error.message = u"the connection to the server was lost"_s;
    return tl::make_unexpected(error);
}

bool Session::isCutOff() const
{
    return PQstatus(m_handle) != CONNECTION_OK;
}

bool Session::isLost() const
{
    return m_isUnfit || isCutOff();
}

bool Session::preparesStatements() const
{
    return !m_sessions || m_sessions->preparesStatements();
}

bool Session::isAlive() const
{
    // Reads what has arrived, even end of file; does not block.
    if (isLost() || !PQconsumeInput(m_handle) || isLost())
        return false;
    // A server that ends a session sends a message first. Between statements it arrives as a
    // notice.
    bool hasEnded = false;
    const PQnoticeReceiver usual = PQsetNoticeReceiver(m_handle, noteEnd, &hasEnded);
    (void)PQisBusy(m_handle); // processes what has been read
    PQsetNoticeReceiver(m_handle, usual, nullptr);
    return !hasEnded;
}

bool Session::isInTransaction() const
{
    const PGTransactionStatusType status = PQtransactionStatus(m_handle);
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
}

int Session::serverVersion() const
{
    return PQserverVersion(m_handle);
}

int Session::backendPid() const
{
    return PQbackendPID(m_handle);
}

QSqlDatabase Session::database() const
{
    return QSqlDatabase::database(m_name, false);
}

Canceller Session::canceller() const
{
    return Canceller(m_handle);
}

Result<Transaction> Transaction::begin(Session &session)
{
    if (auto begun = session.script("begin; set local idle_in_transaction_session_timeout = "
                                    + QByteArray::number(qlonglong(kIdleLimit.count())));
        !begun) {
        return tl::make_unexpected(begun.error());
    }
    return Transaction(session);
}

Transaction::Transaction(Session &session)
    : m_session(&session)
{ }

Transaction::Transaction(Transaction &&other) noexcept
    : m_session(std::exchange(other.m_session, nullptr))
{ }

Transaction::~Transaction()
{
    if (m_session && !m_session->isLost())
        (void)m_session->script("rollback");
}

Result<void> Transaction::commit()
{
    Session &session = *std::exchange(m_session, nullptr);
    return session.script("commit");
}

void Transaction::abandon()
{
    m_session = nullptr;
}

} // namespace yardmaster
