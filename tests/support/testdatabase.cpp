#include "tests/support/testdatabase.h"

#include "tests/support/testserver.h"
#include "worker/db/sqltext.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QFile>
#include <QThread>
#include <QUrl>

namespace yardmaster::test {

using namespace Qt::StringLiterals;

namespace {

std::unique_ptr<Session> openOrDie(const ConnectionSettings &settings)
{
    auto session = Session::open(settings, u"test"_s);
    if (!session)
        qFatal("cannot reach the test server: %s", qPrintable(session.error().message));
    return *std::move(session);
}

std::unique_ptr<Session> maintenanceSession()
{
    return openOrDie(TestServer::instance().settings(u"postgres"_s));
}

void runOrDie(Session &session, const QByteArray &sql)
{
    if (const auto done = session.script(sql); !done)
        qFatal("%s\n%s", qPrintable(done.error().message), sql.constData());
}

} // namespace

TestDatabase TestDatabase::createEmpty()
{
    return create(u"template1"_s);
}

TestDatabase TestDatabase::create(const QString &templateName)
{
    static int serial = 0;
    const QString name = u"test_%1_%2"_s.arg(QCoreApplication::applicationPid()).arg(++serial);
    runOrDie(*maintenanceSession(),
             "create database " + quotedIdentifier(name) + " template "
                 + quotedIdentifier(templateName));
    return TestDatabase(name);
}

TestDatabase::TestDatabase(QString name)
    : m_name(std::move(name))
    , m_settings(TestServer::instance().settings(m_name))
    , m_session(openOrDie(m_settings))
{ }

TestDatabase::~TestDatabase()
{
    if (m_name.isEmpty()) // moved from
        return;
    m_session.reset();
    drop(m_name);
}

void TestDatabase::drop(const QString &name)
{
    const auto maintenance = maintenanceSession();
    // "drop database … with (force)" needs PostgreSQL 13.
    runOrDie(*maintenance,
             "select pg_terminate_backend(pid) from pg_stat_activity where datname = "
                 + quotedLiteral(name));
    runOrDie(*maintenance, "drop database if exists " + quotedIdentifier(name));
}

QString TestDatabase::conninfo() const
{
    QStringList keywords;
    for (auto it = m_settings.keywords().begin(); it != m_settings.keywords().end(); ++it)
        keywords << it.key() + u'=' + it.value();
    return keywords.join(u' ');
}

QString TestDatabase::url() const
{
    const auto encoded = [this](const QString &keyword) {
        return QString::fromLatin1(QUrl::toPercentEncoding(m_settings.value(keyword)));
    };
    return u"postgres://%1@%2:%3/%4"_s.arg(encoded(u"user"_s), encoded(u"host"_s),
                                           encoded(u"port"_s), m_name);
}

std::unique_ptr<Session> TestDatabase::session() const
{
    return openOrDie(m_settings);
}

void TestDatabase::script(const QByteArray &sql) const
{
    runOrDie(*m_session, sql);
}

QString TestDatabase::scalar(const QByteArray &sql) const
{
    const auto rows = m_session->query(sql);
    if (!rows)
        qFatal("%s\n%s", qPrintable(rows.error().message), sql.constData());
    return rows->isEmpty() ? QString() : rows->text(0, 0);
}

int TestDatabase::endSessions(const QByteArray &which) const
{
    // pg_terminate_backend() waits by itself since PostgreSQL 14.
    const QString ended
        = scalar("select string_agg(pid::text, ',') filter (where is_ended) from (select pid, "
                 "pg_terminate_backend(pid) as is_ended from pg_stat_activity where datname = "
                 "current_database() and pid <> pg_backend_pid() and "
                 + which + ") as session");
    if (ended.isEmpty())
        return 0;
    const QDeadlineTimer deadline(20'000);
    while (scalar("select count(*) from pg_stat_activity where pid in (" + ended.toUtf8() + ')')
           != u"0"_s) {
        if (deadline.hasExpired())
            qFatal("sessions did not end: %s", qPrintable(ended));
        QThread::msleep(10);
    }
    return int(ended.count(u',')) + 1;
}

void TestDatabase::refuse(const QByteArray &application) const
{
    const QByteArray name = m_name.toUtf8();
    runOrDie(*maintenanceSession(), "alter database \"" + name + "\" allow_connections false");
    script("select pg_terminate_backend(pid) from pg_stat_activity where datname = "
           "current_database() and application_name = '"
           + application + '\'');
}

void TestDatabase::admit() const
{
    runOrDie(*maintenanceSession(),
             "alter database \"" + m_name.toUtf8() + "\" allow_connections true");
}

QStringList TestDatabase::serverLog() const
{
    QFile file(TestServer::instance().logFile());
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(file.fileName()));
    return QString::fromUtf8(file.readAll())
        .split(u'\n', Qt::SkipEmptyParts)
        .filter(u"] %1: "_s.arg(m_name));
}

} // namespace yardmaster::test
