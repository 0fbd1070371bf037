#include "tests/migrations/schemafixture.h"
#include "worker/db/migrationsteps.h"
#include "worker/db/sqltext.h"
#include <yardmaster/migrator.h>

#include <QDeadlineTimer>
#include <QRegularExpression>

#include <libpq-fe.h>

namespace yardmaster::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

SchemaFixture::SchemaFixture(const TestDatabase &database, const QString &schema)
    : m_schema(schema)
    , m_session(database.session())
{
    script("listen \"jobs:insert\"; listen \"worker:migrate\"");
}

void SchemaFixture::migrate()
{
    if (const auto done = yardmaster::migrate(*m_session, m_schema); !done)
        qFatal("migrate: %s", qUtf8Printable(done.error().message));
}

void SchemaFixture::installRevision(int revision) const
{
    script("create schema " + quotedIdentifier(m_schema));
    script(sqlText("migrations/ledger.sql", m_schema));
    for (const MigrationStep &step : migrationSteps()) {
        if (step.number > revision)
            break;
        script("insert into @.migrations (id, breaking) values (" + QByteArray::number(step.number)
               + (step.breaking ? ", true)" : ", false)"));
        script(step.script(m_schema));
    }
}

void SchemaFixture::file(const char *name) const
{
    script(sqlText(("tests/migrations/" + QByteArray(name)).constData(), m_schema));
}

QList<QStringList> SchemaFixture::rows(const QByteArray &sql) const
{
    // Not through Session: its rows do not tell how many columns they have.
    const std::unique_ptr<PGresult, decltype(&PQclear)> result(
        PQexec(m_session->handle(), named(sql).constData()), &PQclear);
    if (PQresultStatus(result.get()) != PGRES_TUPLES_OK)
        qFatal("%s\n%s", PQresultErrorMessage(result.get()), sql.constData());
    QList<QStringList> all;
    for (int row = 0; row < PQntuples(result.get()); ++row) {
        QStringList cells;
        for (int column = 0; column < PQnfields(result.get()); ++column) {
            cells << (PQgetisnull(result.get(), row, column)
                          ? u"null"_s
                          : QString::fromUtf8(PQgetvalue(result.get(), row, column)));
        }
        all << cells;
    }
    return all;
}

QString SchemaFixture::value(const QByteArray &sql) const
{
    const QList<QStringList> all = rows(sql);
    if (all.isEmpty() || all.first().isEmpty() || all.first().first() == "null"_L1)
        return {};
    return all.first().first();
}

QString SchemaFixture::stateOf(const QByteArray &sql) const
{
    const auto result = m_session->query(named(sql));
    return result ? QString() : result.error().sqlState;
}

void SchemaFixture::script(const QByteArray &sql) const
{
    if (const auto done = m_session->script(named(sql)); !done) {
        qFatal("%s: %s\n%s", qUtf8Printable(done.error().sqlState),
               qUtf8Printable(done.error().message), sql.constData());
    }
}

void SchemaFixture::send(const QByteArray &sql) const
{
    if (PQsendQuery(m_session->handle(), named(sql).constData()) == 0)
        qFatal("%s", PQerrorMessage(m_session->handle()));
}

void SchemaFixture::finish() const
{
    while (PGresult *result = PQgetResult(m_session->handle())) {
        const ExecStatusType status = PQresultStatus(result);
        if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
            qFatal("%s", PQresultErrorMessage(result));
        PQclear(result);
    }
}

bool SchemaFixture::waitUntilBlocked(const SchemaFixture &other) const
{
    const QByteArray pid = QByteArray::number(other.session().backendPid());
    const QDeadlineTimer deadline(60s);
    while (value("select cardinality(pg_blocking_pids(" + pid + "))") == "0"_L1) {
        if (deadline.hasExpired())
            return false;
    }
    return true;
}

QStringList SchemaFixture::notices() const
{
    static const QRegularExpression random(u"\"r\":[0-9.e-]+"_s);
    script("select"); // the server sends what is pending before it answers
    QStringList all;
    while (PGnotify *notice = PQnotifies(m_session->handle())) {
        QString payload = QString::fromUtf8(notice->extra);
        all << QString::fromUtf8(notice->relname) + u' ' + payload.replace(random, u"\"r\":0"_s);
        PQfreemem(notice);
    }
    return all;
}

QByteArray SchemaFixture::named(QByteArray sql) const
{
    return sql.replace("@.", quotedIdentifier(m_schema) + '.');
}

} // namespace yardmaster::test
