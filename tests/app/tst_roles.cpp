#include "app/commands/schemaroles.h"
#include "tests/app/commandrun.h"
#include "tests/app/operatorhome.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"
#include "worker/history/history.h"

#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// What the roles of `schema roles` can do and what not, with row security as graphile-worker sets
/// it.
class TestRoles : public QObject
{
    Q_OBJECT

    std::unique_ptr<OperatorHome> m_home;
    std::unique_ptr<TestDatabase> m_database;
    RoleNames m_names;

    [[nodiscard]] ConnectionSettings settings(const QString &role) const
    {
        ConnectionSettings settings = m_database->settings();
        settings.set(u"user"_s, role);
        return settings;
    }
    [[nodiscard]] CommandRun as(const QString &role, const QStringList &arguments) const
    {
        return runWith(arguments
                       + QStringList{u"-c"_s,
                                     m_database->conninfo() + u" user='"_s
                                         + QString(role).replace(u'\'', u"\\'"_s) + u'\''});
    }
    /// @returns the SQLSTATE; empty if it worked.
    [[nodiscard]] QString run(const QString &role, const QByteArray &sql) const
    {
        const auto session = Session::open(settings(role), u"test"_s);
        if (!session)
            return session.error().message;
        const auto done = (*session)->script(sql);
        return done ? QString() : done.error().sqlState;
    }
    [[nodiscard]] QStringList roles() const
    {
        return {m_names.viewer, m_names.producer, m_names.operatorRole, m_names.worker,
                m_names.history};
    }

private Q_SLOTS:
    void initTestCase() { m_home = std::make_unique<OperatorHome>(); }

    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        const QString end = u"_\"it's\"_"_s + m_database->name(); // any name is quoted
        m_names = {u"v"_s + end, u"p"_s + end, u"o"_s + end, u"w"_s + end, u"h"_s + end};
        const QByteArray sql = rolesSql(kSchema, m_names);
        m_database->script(sql);
        m_database->script(sql); // again and again
        for (const QString &role : roles())
            m_database->script("alter role \"" + QString(role).replace(u'"', u"\"\""_s).toUtf8()
                               + "\" login");
        m_database->script("select graphile_worker.add_job('mail', '{\"to\": \"ann\"}')");
    }
    void cleanup()
    {
        for (const QString &role : roles()) {
            const QByteArray quoted = '"' + QString(role).replace(u'"', u"\"\""_s).toUtf8() + '"';
            m_database->script("drop owned by " + quoted + " cascade; drop role " + quoted);
        }
        m_database.reset();
    }
    void cleanupTestCase() { m_home.reset(); }

    void theCommandPrintsThem()
    {
        const CommandRun printed = runWith(
            {u"schema"_s, u"roles"_s, u"-s"_s, u"my \"jobs"_s, u"--worker"_s, u"shop_worker"_s});
        QCOMPARE(printed.exitCode, 0);
        QVERIFY2(printed.out.contains(u"\"my \"\"jobs\"._yardmaster_add_job"_s)
                     && printed.out.contains(u"'shop_worker'"_s)
                     && printed.out.contains(u"\"yardmaster_producer\""_s),
                 qPrintable(printed.out));
        QCOMPARE(runWith({u"schema"_s, u"roles"_s, u"--worker"_s, u"pg_x"_s}).exitCode, 2);
    }

    void viewersReadAndChangeNothing()
    {
        const QString &role = m_names.viewer;
        const CommandRun list = as(role, {u"jobs"_s, u"list"_s, u"--json"_s});
        QVERIFY2(list.exitCode == 0, qPrintable(list.err));
        QCOMPARE(list.lines().size(), 1); // row security hides nothing
        QCOMPARE(as(role, {u"workers"_s}).exitCode, 3);
        QCOMPARE(as(role, {u"jobs"_s, u"retry"_s, u"1"_s, u"--yes"_s}).exitCode, 4);
        QCOMPARE(as(role, {u"schema"_s, u"upgrade"_s, u"--yes"_s}).exitCode, 3); // nothing to do
        for (const char *sql :
             {"update graphile_worker._private_jobs set priority = 1",
              "delete from graphile_worker._private_jobs", "select graphile_worker.add_job('x')",
              "select graphile_worker._yardmaster_add_job('x')",
              "select graphile_worker.complete_jobs('{1}')",
              "select graphile_worker.worker_heartbeat('x', '{}')",
              "truncate graphile_worker._private_jobs", "create table graphile_worker.mine ()"})
            QVERIFY2(run(role, sql) == "42501"_L1, sql);
    }

    void producersAddAndSeeNothing()
    {
        const QString &role = m_names.producer;
        QCOMPARE(run(role,
                     "select graphile_worker._yardmaster_add_job('mail', '{\"to\": \"bob\"}', "
                     "job_key := 'k', priority := 3)"),
                 QString());
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs where key "
                                    "= 'k' and priority = 3"),
                 u"1"_s);
        QCOMPARE(run(role, "select graphile_worker._yardmaster_add_job(repeat('x', 200))"),
                 u"23514"_s); // the checks of the tables hold
        for (const char *sql :
             {"select * from graphile_worker._private_jobs", "select * from graphile_worker.jobs",
              "select graphile_worker.add_job('x')", "select graphile_worker.complete_jobs('{1}')",
              "select graphile_worker.remove_job('k')",
              "select graphile_worker.force_unlock_workers('{a}')",
              "create table graphile_worker.mine ()"})
            QVERIFY2(run(role, sql) == "42501"_L1, sql);
        QCOMPARE(as(role, {u"jobs"_s, u"list"_s}).exitCode, 4);
    }

    /// Whether the roles or the history came first.
    void historyIsReadAndKept_data()
    {
        QTest::addColumn<bool>("rolesFirst");
        QTest::newRow("roles first") << true;
        QTest::newRow("history first") << false;
    }
    void historyIsReadAndKept()
    {
        QFETCH(bool, rolesFirst);
        const auto session = m_database->session();
        QVERIFY(installHistory(*session, kSchema, {}));
        if (!rolesFirst) {
            m_database->script("revoke all on all tables in schema graphile_worker from \""
                               + QString(m_names.history).replace(u'"', u"\"\""_s).toUtf8() + '"');
            m_database->script(rolesSql(kSchema, m_names));
        }
        m_database->script("select graphile_worker.complete_jobs('{1}')");
        const QByteArray read = "select id from graphile_worker._yardmaster_history_failures; "
                                "select n, worker from graphile_worker._yardmaster_history; select "
                                "runs from graphile_worker._yardmaster_history_hours; select name "
                                "from graphile_worker._yardmaster_history_names; select at, text "
                                "from graphile_worker._yardmaster_history_marks; select identifier "
                                "from graphile_worker._private_tasks";
        for (const QString &role :
             {m_names.viewer, m_names.operatorRole, m_names.worker, m_names.history})
            QVERIFY2(run(role, read).isEmpty(), qPrintable(role));
        QCOMPARE(run(m_names.producer, read), u"42501"_s);
        for (const char *sql : {"select payload from graphile_worker._private_jobs",
                                "select * from graphile_worker.jobs",
                                "select graphile_worker._yardmaster_history_prune()",
                                "delete from graphile_worker._yardmaster_history"})
            QVERIFY2(run(m_names.history, sql) == "42501"_L1, sql);
        for (const QString &role : {m_names.operatorRole, m_names.worker})
            QVERIFY(run(role,
                        "select graphile_worker._yardmaster_history_rollup(); select "
                        "graphile_worker._yardmaster_history_prune()")
                        .isEmpty());
        QCOMPARE(run(m_names.viewer, "select graphile_worker._yardmaster_history_prune()"),
                 u"42501"_s);
        const CommandRun status = as(m_names.viewer, {u"history"_s, u"status"_s, u"--json"_s});
        QCOMPARE(status.exitCode, 0);
        QCOMPARE(status.json()["runs"_L1].toInt(), 1);
        const CommandRun list = as(m_names.history, {u"history"_s, u"list"_s, u"--json"_s});
        QCOMPARE(list.exitCode, 0);
        QVERIFY2(list.out.contains(u"removed"_s), qPrintable(list.out));
    }

    /// Those of finished jobs were gone without the history: no role that reads gains them.
    void onlyOperatorsReadPayloadsOfTheHistory_data() { historyIsReadAndKept_data(); }
    void onlyOperatorsReadPayloadsOfTheHistory()
    {
        QFETCH(bool, rolesFirst);
        const auto session = m_database->session();
        QVERIFY(installHistory(*session, kSchema, {.keepPayloads = true}));
        if (!rolesFirst)
            m_database->script(rolesSql(kSchema, m_names));
        m_database->script("select graphile_worker.complete_jobs('{1}')");
        const QByteArray read = "select payload from graphile_worker._yardmaster_history_payloads";
        QCOMPARE(run(m_names.operatorRole, read), QString());
        for (const QString &role :
             {m_names.viewer, m_names.worker, m_names.history, m_names.producer}) {
            QVERIFY2(run(role, read) == "42501"_L1, qPrintable(role));
            QVERIFY2(
                run(role, "select payload from graphile_worker._yardmaster_history_payloads_rest")
                    == "42501"_L1,
                qPrintable(role));
        }
        // The rest of the history is there for them as before.
        QCOMPARE(as(m_names.history, {u"history"_s, u"list"_s}).exitCode, 0);
        QCOMPARE(as(m_names.viewer, {u"history"_s, u"status"_s}).exitCode, 0);
        QCOMPARE(as(m_names.viewer, {u"history"_s, u"rerun"_s, u"1"_s, u"--yes"_s}).exitCode, 4);
        const CommandRun dry
            = as(m_names.viewer, {u"history"_s, u"rerun"_s, u"1"_s, u"--dry-run"_s});
        QCOMPARE(dry.exitCode, 4);
        QVERIFY2(dry.err.contains(u"may not read the payload"_s), qPrintable(dry.err));
        const CommandRun again
            = as(m_names.operatorRole, {u"history"_s, u"rerun"_s, u"1"_s, u"--yes"_s});
        QVERIFY2(again.exitCode == 0, qPrintable(again.err));
        QCOMPARE(m_database->scalar("select payload from graphile_worker._private_jobs"),
                 u"{\"to\": \"ann\"}"_s);
    }

    /// What the function calls cannot be replaced by what a caller puts into its path.
    void theFunctionForProducersLooksNothingUp()
    {
        const QByteArray name
            = '"' + QString(m_names.producer).replace(u'"', u"\"\""_s).toUtf8() + '"';
        m_database->script("create schema trap authorization " + name);
        QCOMPARE(run(m_names.producer,
                     "create function trap.now() returns timestamptz language plpgsql as $$ begin "
                     "raise exception 'trapped as %', current_user; end $$;"
                     "create function trap.length(text) returns integer language plpgsql as $$ "
                     "begin raise exception 'trapped as %', current_user; end $$;"
                     "create function trap.coalesce_mode(text) returns text language sql as "
                     "'select $1';"
                     "set search_path = trap, pg_catalog;"
                     "select graphile_worker._yardmaster_add_job('mail')"),
                 QString());
        QCOMPARE(m_database->scalar("select prosecdef and proconfig = '{\"search_path=pg_catalog, "
                                    "pg_temp\"}' from pg_proc where proname = "
                                    "'_yardmaster_add_job'"),
                 u"t"_s);
    }

    void operatorsChangeJobsAndNoTables()
    {
        const QString &role = m_names.operatorRole;
        const CommandRun done
            = as(role, {u"jobs"_s, u"complete"_s, u"1"_s, u"--yes"_s, u"--json"_s});
        QVERIFY2(done.exitCode == 0, qPrintable(done.err));
        const CommandRun undone = as(
            role, {u"operations"_s, u"undo"_s, done.json()["operation"_L1].toString(), u"--yes"_s});
        QVERIFY2(undone.exitCode == 0, qPrintable(undone.err));
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs"), u"1"_s);
        QCOMPARE(as(role, {u"add"_s, u"mail"_s}).exitCode, 0);
        QCOMPARE(as(role, {u"jobs"_s, u"retry"_s, u"--all"_s, u"--yes"_s}).exitCode, 0);
        QCOMPARE(as(role, {u"workers"_s, u"sweep"_s, u"--yes"_s}).exitCode, 3); // none is stale
        m_database->script("insert into graphile_worker._private_tasks (identifier) values ('x')");
        const CommandRun cleaned = as(role, {u"cleanup"_s, u"GC_TASK_IDENTIFIERS"_s, u"--yes"_s});
        QVERIFY2(cleaned.exitCode == 0, qPrintable(cleaned.err));
        QCOMPARE(as(role, {u"schema"_s, u"remove"_s, u"--yes"_s}).exitCode, 4);
        for (const char *sql :
             {"select graphile_worker.worker_heartbeat('x', '{}')",
              "update graphile_worker.migrations set breaking = false",
              "update graphile_worker._private_known_crontabs set last_execution = now()",
              "alter table graphile_worker._private_jobs add column mine int",
              "truncate graphile_worker._private_jobs", "create table graphile_worker.mine ()"})
            QVERIFY2(run(role, sql) == "42501"_L1, sql);
    }

    void workersRunJobs()
    {
        TestWorker worker(settings(m_names.worker));
        worker.handle(u"mail"_s, succeed);
        worker.handle(u"bad"_s, [](const TaskContext &) { return TaskOutcome::failure(u"no"_s); });
        m_database->script("select graphile_worker.add_job('bad', queue_name := 'q', max_attempts "
                           ":= 1)");
        QVERIFY(worker.drain());
        QVERIFY2(worker.outcome->error.message.isEmpty(),
                 qPrintable(worker.outcome->error.message));
        QCOMPARE(m_database->scalar("select string_agg(last_error, ',') from "
                                    "graphile_worker._private_jobs"),
                 u"no"_s);
        for (const char *sql :
             {"update graphile_worker.migrations set breaking = false",
              "alter table graphile_worker._private_jobs add column mine int",
              "truncate graphile_worker._private_jobs", "create table graphile_worker.mine ()",
              "delete from graphile_worker._private_known_crontabs"})
            QVERIFY2(run(m_names.worker, sql) == "42501"_L1, sql);
    }

    void theDoctorRecognisesThem()
    {
        const auto outcome = [this](const QString &role, const QString &use) {
            return as(role, {u"doctor"_s, u"--for"_s, use}).exitCode;
        };
        const QStringList uses{u"viewer"_s, u"producer"_s, u"operator"_s, u"worker"_s};
        const QList<QList<int>> expected{              // viewer, producer, operator, worker
                                         {0, 4, 4, 4}, // the viewer's
                                         {4, 0, 4, 4},
                                         {0, 0, 0, 4},
                                         {0, 0, 4, 0}};
        for (qsizetype role = 0; role < 4; ++role) {
            for (qsizetype use = 0; use < 4; ++use)
                QVERIFY2(outcome(roles()[role], uses[use]) == expected[role][use],
                         qPrintable(roles()[role] + u' ' + uses[use]));
        }
        const CommandRun worker = as(m_names.worker, {u"doctor"_s});
        QVERIFY2(worker.out.contains(u"has the rights of: viewer, producer, worker"_s),
                 qPrintable(worker.out));
    }
};

YARDMASTER_TEST(TestRoles)
#include "tst_roles.moc"
