#include "tests/app/commandrun.h"
#include "tests/app/operatorhome.h"
#include "tests/support/renumberedserver.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QJsonArray>
#include <QScopeGuard>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

class TestDoctor : public QObject
{
    Q_OBJECT

    std::unique_ptr<OperatorHome> m_home;
    std::unique_ptr<TestDatabase> m_database;

    [[nodiscard]] CommandRun doctor(const QStringList &more = {}) const
    {
        return runWith(QStringList{u"doctor"_s, u"--json"_s, u"-c"_s, m_database->url()} + more);
    }
    [[nodiscard]] static QJsonObject check(const CommandRun &run, const QString &name)
    {
        for (const QJsonValue one : run.json()["checks"_L1].toArray()) {
            if (one["check"_L1].toString() == name)
                return one.toObject();
        }
        return {};
    }
    [[nodiscard]] static QString outcome(const CommandRun &run, const QString &name)
    {
        return check(run, name)["outcome"_L1].toString();
    }
    static QString all(const CommandRun &run) { return run.out + run.err; }

private Q_SLOTS:
    void initTestCase() { m_home = std::make_unique<OperatorHome>(); }
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup() { m_database.reset(); }
    void cleanupTestCase() { m_home.reset(); }

    void aHealthyQueueHasNoWarning()
    {
        const CommandRun run = doctor({u"--strict"_s});
        QVERIFY2(run.exitCode == 0, qPrintable(all(run)));
        QCOMPARE(run.json()["ok"_L1].toBool(), true);
        QCOMPARE(run.json()["warnings"_L1].toInteger(), 0);
        for (const char *name :
             {"address", "login", "versions", "pooler", "clock", "revision", "rights",
              "connections", "indexes", "vacuum", "history", "workers", "tasks"})
            QVERIFY2(outcome(run, QString::fromLatin1(name)) == "ok"_L1, name);
        const CommandRun text = runWith({u"doctor"_s, u"-c"_s, m_database->url()});
        QCOMPARE(text.exitCode, 0);
        QVERIFY2(text.out.contains(u"ok       rights       Role"_s), qPrintable(text.out));
    }

    void noServerIsToldApart()
    {
        const CommandRun run
            = runWith({u"doctor"_s, u"-c"_s, u"host=127.0.0.1 port=1 dbname=none"_s});
        QCOMPARE(run.exitCode, 5);
        QVERIFY2(run.out.contains(u"failed   network"_s), qPrintable(run.out));
        const CommandRun login
            = runWith({u"doctor"_s, u"--json"_s, u"-c"_s, m_database->url() + u"_x"_s});
        QCOMPARE(login.exitCode, 5);
        QCOMPARE(outcome(login, u"login"_s), u"failed"_s);
    }

    void schemasAreToldApart()
    {
        const CommandRun absent = doctor({u"-s"_s, u"elsewhere"_s});
        QCOMPARE(absent.exitCode, 6);
        QCOMPARE(outcome(absent, u"revision"_s), u"failed"_s);
        QVERIFY(check(absent, u"revision"_s)["remedy"_L1].toString().contains(u"schema install"_s));
        m_database->script(
            "insert into graphile_worker.migrations (id, breaking) values (1000, true)");
        QCOMPARE(doctor().exitCode, 57);
        const CommandRun viewer = doctor({u"--for"_s, u"viewer"_s});
        QCOMPARE(viewer.exitCode, 0);
        QCOMPARE(outcome(viewer, u"revision"_s), u"warning"_s);
        m_database->script(
            "update graphile_worker.migrations set breaking = false where id = 1000");
        QCOMPARE(doctor().exitCode, 0);
        QCOMPARE(doctor({u"--strict"_s}).exitCode, 1);
        m_database->script("delete from graphile_worker.migrations where id > 10");
        QCOMPARE(doctor().exitCode, 6);
    }

    void serverVersionsAreToldApart()
    {
        const QString tested = check(doctor(), u"versions"_s)["sentence"_L1].toString();
        QVERIFY2(tested.contains(u"of the tested versions 12 to 18"_s), qPrintable(tested));

        const RenumberedServer old(m_database->settings(), "11");
        const CommandRun refused
            = runWith({u"doctor"_s, u"--json"_s, u"--for"_s, u"viewer"_s, u"-c"_s, old.url()});
        QCOMPARE(refused.exitCode, 1);
        QCOMPARE(outcome(refused, u"versions"_s), u"failed"_s);
        QVERIFY2(refused.out.contains(u"PostgreSQL 11; version 12 or newer is needed"_s),
                 qPrintable(all(refused)));
        for (const QStringList &command :
             {QStringList{u"jobs"_s, u"list"_s}, {u"add"_s, u"t"_s}, {u"schema"_s, u"show"_s}}) {
            const CommandRun run = runWith(command + QStringList{u"-c"_s, old.url()});
            QVERIFY2(run.exitCode == 1, qPrintable(all(run)));
            QVERIFY2(run.err.contains(u"PostgreSQL 11; version 12 or newer is needed"_s),
                     qPrintable(all(run)));
        }

        const RenumberedServer future(m_database->settings(), "99");
        const CommandRun run = runWith({u"doctor"_s, u"--json"_s, u"-c"_s, future.url()});
        QCOMPARE(outcome(run, u"versions"_s), u"ok"_s);
        QVERIFY2(run.out.contains(u"is newer than the tested versions, 12 to 18"_s),
                 qPrintable(all(run)));
    }

    void missingRightsAreNamed()
    {
        const QByteArray role = "doctor_" + m_database->name().toUtf8();
        m_database->script("create role " + role + " login");
        const auto drop = qScopeGuard(
            [&] { m_database->script("drop owned by " + role + " cascade; drop role " + role); });
        const QString url = m_database->conninfo() + u" user="_s + QString::fromUtf8(role);
        const auto as = [&url](const QStringList &more) {
            return runWith(QStringList{u"doctor"_s, u"--json"_s, u"-c"_s, url} + more);
        };
        const CommandRun stranger = as({});
        QCOMPARE(stranger.exitCode, 4);
        QVERIFY2(
            check(stranger, u"rights"_s)["details"_L1].toArray().contains(u"usage on the schema"_s),
            qPrintable(all(stranger)));
        // Without a policy, row security hides every job: no error says so.
        m_database->script("grant usage on schema graphile_worker to " + role
                           + "; grant all on all tables in schema graphile_worker to " + role);
        const CommandRun hidden = as({});
        QCOMPARE(hidden.exitCode, 4);
        QVERIFY2(check(hidden, u"rights"_s)["details"_L1].toArray().contains(
                     u"update on _private_jobs"_s),
                 qPrintable(all(hidden)));
    }

    void readOnlyStopsWorkersOnly()
    {
        m_database->script("alter database \"" + m_database->name().toUtf8()
                           + "\" set default_transaction_read_only = on");
        const CommandRun worker = doctor();
        QCOMPARE(worker.exitCode, 4);
        QVERIFY2(check(worker, u"rights"_s)["sentence"_L1].toString().contains(u"read-only"_s),
                 qPrintable(all(worker)));
        QCOMPARE(doctor({u"--for"_s, u"viewer"_s}).exitCode, 0);
    }

    void indexesAndVacuumAreLookedAt()
    {
        m_database->script("drop index graphile_worker.jobs_no_queue_index;"
                           "alter table graphile_worker._private_jobs set (autovacuum_enabled = "
                           "off)");
        const CommandRun run = doctor();
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(check(run, u"indexes"_s)["details"_L1].toArray(),
                 QJsonArray{u"jobs_no_queue_index is missing"_s});
        QCOMPARE(outcome(run, u"vacuum"_s), u"warning"_s);
        QVERIFY(check(run, u"vacuum"_s)["remedy"_L1].toString().contains(
            u"\"_private_jobs\" reset (autovacuum_enabled)"_s));
        QCOMPARE(doctor({u"--strict"_s}).exitCode, 1);
    }

    void staleWorkersAreNamedWithEvidence()
    {
        m_database->script(
            "select graphile_worker.add_job('mail');"
            "select graphile_worker.worker_heartbeat('dead', '{}');"
            "update graphile_worker._private_workers set last_heartbeat_at = now() - interval '1 "
            "h';"
            "update graphile_worker._private_jobs set locked_at = now() - interval '1 h', "
            "locked_by = 'dead', attempts = 1");
        const CommandRun run = doctor();
        QCOMPARE(run.exitCode, 0);
        const QJsonObject workers = check(run, u"workers"_s);
        QCOMPARE(workers["outcome"_L1].toString(), u"warning"_s);
        const QString evidence = workers["details"_L1][0].toString();
        QVERIFY2(evidence.startsWith(u"dead: last heartbeat 1 h ago"_s)
                     && evidence.contains(u"holds 1 jobs"_s),
                 qPrintable(evidence));
        QVERIFY(workers["remedy"_L1].toString().contains(u"workers sweep"_s));
    }

    void tasksWithoutAWorkerAreNamed()
    {
        m_database->script("select graphile_worker.add_job('mial');"
                           "select graphile_worker.worker_heartbeat('alive', "
                           "'{\"tasks\": [\"mail\"]}');");
        const CommandRun run = doctor();
        QCOMPARE(outcome(run, u"tasks"_s), u"warning"_s);
        QVERIFY2(check(run, u"tasks"_s)["sentence"_L1].toString().contains(u"mial"_s),
                 qPrintable(all(run)));
        m_database->script("delete from graphile_worker._private_workers");
        QVERIFY2(check(doctor(), u"tasks"_s)["sentence"_L1].toString().contains(
                     u"no registered worker is alive"_s),
                 qPrintable(all(doctor())));
    }

    void limitsOfTheRoleAreNamed()
    {
        const QByteArray role = "limited_" + m_database->name().toUtf8();
        m_database->script("create role " + role
                           + " login superuser connection limit 4;"
                             "alter role "
                           + role + " set statement_timeout = '2s'");
        const auto drop = qScopeGuard([&] { m_database->script("drop role " + role); });
        const CommandRun run
            = runWith({u"doctor"_s, u"--json"_s, u"-c"_s,
                       m_database->conninfo() + u" user="_s + QString::fromUtf8(role)});
        const QJsonObject connections = check(run, u"connections"_s);
        QCOMPARE(connections["outcome"_L1].toString(), u"warning"_s);
        QVERIFY2(connections["sentence"_L1].toString().contains(u"cancelled after 2 s"_s)
                     && all(run).contains(u"of 4 connections of the role"_s),
                 qPrintable(all(run)));
    }

    void statementsCancelledByATimeLimitAreExplained_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addRow("before the checks") << u"migrations"_s;
        QTest::addRow("in one of them") << u"_private_workers"_s;
    }

    void statementsCancelledByATimeLimitAreExplained()
    {
        QFETCH(QString, table);
        const QByteArray role = "hurried_" + m_database->name().toUtf8();
        m_database->script("create role " + role + " login superuser; alter role " + role
                           + " set statement_timeout = '500ms'");
        const auto drop = qScopeGuard([&] { m_database->script("drop role " + role); });
        const auto holder = m_database->session();
        valueOf(holder->query("begin"));
        valueOf(holder->query("lock table graphile_worker." + table.toUtf8()
                              + " in access exclusive mode"));
        const CommandRun run
            = runWith({u"doctor"_s, u"--json"_s, u"-c"_s,
                       m_database->conninfo() + u" user="_s + QString::fromUtf8(role)});
        QStringList remedies;
        for (const QJsonValue check : run.json()["checks"_L1].toArray()) {
            if (check["sentence"_L1].toString().contains(u"statement timeout"_s))
                remedies << check["remedy"_L1].toString();
        }
        QVERIFY2(!remedies.isEmpty(), qPrintable(all(run)));
        for (const QString &remedy : std::as_const(remedies))
            QCOMPARE(remedy, u"Raise statement_timeout of the role."_s);
    }

    void mistakesAreNamed()
    {
        const CommandRun use = doctor({u"--for"_s, u"king"_s});
        QCOMPARE(use.exitCode, 2);
        QVERIFY2(use.err.contains(u"--for takes viewer"_s), qPrintable(use.err));
        QCOMPARE(doctor({u"more"_s}).exitCode, 2);
    }
};

YARDMASTER_TEST(TestDoctor)
#include "tst_doctor.moc"
