#include "tests/app/commandrun.h"
#include "tests/app/operatorhome.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// `schema show|install|upgrade|remove` and `cleanup`.
class TestSchemaCommand : public QObject
{
    Q_OBJECT

    std::unique_ptr<OperatorHome> m_home;
    std::unique_ptr<TestDatabase> m_database;

    [[nodiscard]] CommandRun run(const QStringList &arguments) const
    {
        return runWith(arguments + QStringList{u"-c"_s, m_database->url()});
    }
    [[nodiscard]] QByteArray log() const
    {
        QByteArray text;
        for (const QString &name : QDir(m_home->operations()).entryList(QDir::Files)) {
            QFile file(m_home->operations() + u'/' + name);
            if (file.open(QFile::ReadOnly))
                text += file.readAll();
        }
        return text;
    }

private Q_SLOTS:
    void initTestCase() { m_home = std::make_unique<OperatorHome>(); }
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup() { m_database.reset(); }
    void cleanupTestCase() { m_home.reset(); }

    void schemasAreShown()
    {
        const CommandRun json = run({u"schema"_s, u"show"_s, u"--json"_s});
        QCOMPARE(json.exitCode, 0);
        QCOMPARE(json.json()["revision"_L1].toInteger(), 20);
        QCOMPARE(json.json()["is_upgradable"_L1].toBool(), false);
        QVERIFY(!json.json()["relations"_L1].toArray().isEmpty());
        QVERIFY(run({u"schema"_s, u"show"_s}).out.contains(u"_private_jobs"_s));
        QCOMPARE(run({u"schema"_s, u"show"_s, u"-s"_s, u"elsewhere"_s}).exitCode, 6);
    }

    void schemasAreInstalledOnce()
    {
        const QStringList install{u"schema"_s, u"install"_s, u"-s"_s, u"my jobs"_s};
        QCOMPARE(run(install).exitCode, 2); // not confirmed
        const CommandRun dry = run(install + QStringList{u"--dry-run"_s});
        QCOMPARE(dry.exitCode, 0);
        QVERIFY2(dry.out.contains(u"revision 20 is installed"_s), qPrintable(dry.out));
        QCOMPARE(run({u"schema"_s, u"show"_s, u"-s"_s, u"my jobs"_s}).exitCode, 6);
        const CommandRun done = run(install + QStringList{u"--yes"_s, u"--json"_s});
        QVERIFY2(done.exitCode == 0, qPrintable(done.err));
        QCOMPARE(done.json()["revision"_L1].toInteger(), 20);
        QVERIFY(log().contains("migrate-schema"));
        QCOMPARE(run(install + QStringList{u"--yes"_s}).exitCode, 3);
        QCOMPARE(run({u"schema"_s, u"install"_s, u"-s"_s, u"pg_x"_s, u"--yes"_s}).exitCode, 2);
    }

    void schemasAreUpgraded()
    {
        const CommandRun none = run({u"schema"_s, u"upgrade"_s, u"--yes"_s});
        QCOMPARE(none.exitCode, 3);
        QVERIFY2(none.err.contains(u"up to date"_s), qPrintable(none.err));
        QCOMPARE(run({u"schema"_s, u"upgrade"_s, u"--yes"_s, u"-s"_s, u"elsewhere"_s}).exitCode, 6);
        m_database->script("delete from graphile_worker.migrations where id = 20");
        const CommandRun dry = run({u"schema"_s, u"upgrade"_s, u"--dry-run"_s, u"--json"_s});
        QCOMPARE(dry.json()["steps"_L1][0]["revision"_L1].toInteger(), 20);
        const CommandRun done = run({u"schema"_s, u"upgrade"_s, u"--yes"_s});
        QVERIFY2(done.exitCode == 0, qPrintable(done.err));
        QCOMPARE(m_database->scalar("select max(id) from graphile_worker.migrations"), u"20"_s);
        m_database->script(
            "insert into graphile_worker.migrations (id, breaking) values (1000, true)");
        QCOMPARE(run({u"schema"_s, u"upgrade"_s, u"--yes"_s}).exitCode, 57);
        m_database->script("alter database \"" + m_database->name().toUtf8()
                           + "\" set default_transaction_read_only = on");
        QCOMPARE(run({u"schema"_s, u"install"_s, u"-s"_s, u"other"_s, u"--yes"_s}).exitCode, 4);
    }

    void removalAsksForTheName()
    {
        m_database->script("select graphile_worker.add_job('a') from generate_series(1, 3);"
                           "select graphile_worker.worker_heartbeat('alive', '{}')");
        const QStringList remove{u"schema"_s, u"remove"_s, u"-c"_s, m_database->url()};
        const CommandRun dry = run({u"schema"_s, u"remove"_s, u"--dry-run"_s, u"--json"_s});
        QCOMPARE(dry.exitCode, 0);
        QCOMPARE(dry.json()["jobs"_L1].toInteger(), 3);
        QCOMPARE(dry.json()["live_workers"_L1].toArray(), QJsonArray{u"alive"_s});
        const CommandRun alive = run({u"schema"_s, u"remove"_s, u"--yes"_s});
        QCOMPARE(alive.exitCode, 1);
        QVERIFY2(alive.err.contains(u"--despite-workers"_s), qPrintable(alive.err));
        m_database->script("delete from graphile_worker._private_workers");
        const CommandRun wrong = runWith(remove, "yes\n", true);
        QCOMPARE(wrong.exitCode, 1);
        QVERIFY2(wrong.err.contains(u"3 jobs"_s) && wrong.err.contains(u"nothing was changed"_s),
                 qPrintable(wrong.err));
        const CommandRun done = runWith(remove, "graphile_worker\n", true);
        QVERIFY2(done.exitCode == 0, qPrintable(done.err));
        QCOMPARE(m_database->scalar("select to_regnamespace('graphile_worker') is null"), u"t"_s);
        QVERIFY(log().contains("remove-schema"));
        QCOMPARE(run({u"schema"_s, u"remove"_s, u"--yes"_s}).exitCode, 6);
    }

    /// Where statistics say 3, there may be more.
    void manyJobsAreCountedExactly()
    {
        m_database->script("insert into graphile_worker._private_tasks (identifier) values ('a');"
                           "insert into graphile_worker._private_jobs (task_id) select 1 from "
                           "generate_series(1, 100123);");
        QCOMPARE(run({u"schema"_s, u"remove"_s, u"--dry-run"_s, u"--json"_s})
                     .json()["jobs"_L1]
                     .toInteger(),
                 100123);
    }

    void cleanupSaysWhatItWouldDo()
    {
        m_database->script(
            "select graphile_worker.add_job('failed', queue_name := 'q') from generate_series(1, "
            "4);"
            "update graphile_worker._private_jobs set attempts = max_attempts;"
            "select graphile_worker.add_job('kept');"
            "insert into graphile_worker._private_tasks (identifier) values ('idle'), ('mine');"
            "insert into graphile_worker._private_job_queues (queue_name) values ('empty')");
        const CommandRun dry = run({u"cleanup"_s, u"DELETE_PERMAFAILED_JOBS"_s,
                                    u"gc_task_identifiers,gc_job_queues"_s, u"--keep"_s, u"mine"_s,
                                    u"--dry-run"_s, u"--json"_s});
        QVERIFY2(dry.exitCode == 0, qPrintable(dry.err));
        QCOMPARE(dry.json()["jobs"_L1].toInteger(), 4);
        QCOMPARE(dry.json()["is_done"_L1].toBool(), false);
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs"), u"5"_s);
        QCOMPARE(run({u"cleanup"_s, u"DELETE_PERMAFAILED_JOBS"_s}).exitCode, 2); // not confirmed
        const CommandRun done
            = run({u"cleanup"_s, u"DELETE_PERMAFAILED_JOBS"_s, u"GC_TASK_IDENTIFIERS"_s,
                   u"GC_JOB_QUEUES"_s, u"--keep"_s, u"mine"_s, u"--yes"_s, u"--json"_s});
        QVERIFY2(done.exitCode == 0, qPrintable(done.err));
        QCOMPARE(done.json()["jobs"_L1].toInteger(), 4);
        QCOMPARE(done.json()["queues"_L1].toInteger(), 2);
        QCOMPARE(m_database->scalar("select string_agg(identifier, ',' order by identifier) from "
                                    "graphile_worker._private_tasks"),
                 u"kept,mine"_s);
        QVERIFY(log().contains("\"cleanup\""));
        QCOMPARE(run({u"cleanup"_s, u"GC_JOB_QUEUES"_s, u"--yes"_s}).exitCode, 3);
        QCOMPARE(run({u"cleanup"_s, u"--yes"_s}).exitCode, 2);
        const CommandRun wrong = run({u"cleanup"_s, u"EVERYTHING"_s, u"--yes"_s});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.err.contains(u"GC_JOB_QUEUES"_s), qPrintable(wrong.err));
    }
};

YARDMASTER_TEST(TestSchemaCommand)
#include "tst_schemacommand.moc"
