#include "tests/app/commandrun.h"
#include "tests/app/operatorhome.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QJsonArray>
#include <QProcess>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// `stats`, `errors`, `queues`, `tasks counts` and `workers`.
class TestIncidentCommands : public QObject
{
    Q_OBJECT

    std::unique_ptr<OperatorHome> m_home;
    std::unique_ptr<TestDatabase> m_database;

    [[nodiscard]] CommandRun run(const QStringList &arguments) const
    {
        return runWith(QStringList{u"-c"_s, m_database->url()} + arguments);
    }
    [[nodiscard]] static QJsonObject of(const CommandRun &run, QLatin1StringView key,
                                        const QString &value)
    {
        for (const QJsonObject &line : run.lines()) {
            if (line[key].toString() == value)
                return line;
        }
        return {};
    }

private Q_SLOTS:
    void initTestCase() { m_home = std::make_unique<OperatorHome>(); }

    /// Ten failures of mail, of two kinds; two of report; one to be tried again. Two workers, one
    /// of them stale, which holds job 14 and its queue.
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_database->script(
            "select graphile_worker.add_job('mail') from generate_series(1, 10);"
            "select graphile_worker.add_job('report') from generate_series(11, 12);"
            "update graphile_worker._private_jobs set attempts = max_attempts, last_error = case "
            "when id <= 7 then 'connect ETIMEDOUT 10.0.0.' || id || ':25' when id <= 10 then "
            "'it''s refused' else 'disk full' end;"
            "select graphile_worker.add_job('mail');"
            "update graphile_worker._private_jobs set attempts = 1, last_error = 'again', run_at = "
            "now() + interval '1 h' where id = 13;"
            "select graphile_worker.add_job('mail', queue_name := 'q') from generate_series(14, "
            "15);"
            "select graphile_worker.worker_heartbeat('dead', '{}');"
            "update graphile_worker._private_workers set last_heartbeat_at = now() - interval '1 "
            "h';"
            "select graphile_worker.worker_heartbeat('alive', '{}');"
            "update graphile_worker._private_jobs set locked_at = now() - interval '1 h', "
            "locked_by "
            "= 'dead', attempts = 1 where id = 14;"
            "update graphile_worker._private_job_queues set locked_at = now() - interval '1 h', "
            "locked_by = 'dead';");
    }
    void cleanup() { m_database.reset(); }
    void cleanupTestCase() { m_home.reset(); }

    void statsCountByState()
    {
        const CommandRun json = run({u"stats"_s, u"--json"_s});
        QCOMPARE(json.exitCode, 0);
        const QJsonValue states = json.json()["states"_L1];
        QCOMPARE(states["failed"_L1]["jobs"_L1].toInteger(), 12);
        QCOMPARE(states["failed"_L1]["precision"_L1].toString(), u"exact"_s);
        QCOMPARE(states["retrying"_L1]["jobs"_L1].toInteger(), 1);
        QCOMPARE(states["blocked"_L1]["jobs"_L1].toInteger(), 1);
        QCOMPARE(states["stuck"_L1]["jobs"_L1].toInteger(), 1);
        QCOMPARE(json.json()["workers_alive"_L1].toInteger(), 1);
        const CommandRun text = run({u"stats"_s});
        QVERIFY2(text.out.contains(u"failed"_s) && text.out.contains(u"alive: 1"_s),
                 qPrintable(text.out));
    }

    void errorsAreGrouped()
    {
        const CommandRun json = run({u"errors"_s, u"--json"_s});
        QCOMPARE(json.exitCode, 0);
        QCOMPARE(json.lines().size(), 3);
        const QJsonObject first = json.lines().first();
        QCOMPARE(first["jobs"_L1].toInteger(), 7);
        QCOMPARE(first["task_identifier"_L1].toString(), u"mail"_s);
        // The filter that it names finds its jobs.
        const CommandRun found = run(
            {u"jobs"_s, u"list"_s, u"--json"_s, u"--filter"_s, first["filter"_L1].toString()});
        QCOMPARE(found.lines().size(), 7);
        const CommandRun text = run({u"errors"_s});
        QVERIFY2(text.out.contains(u"connect ETIMEDOUT"_s), qPrintable(text.out));
        QVERIFY2(text.out.contains(u"it'\\''s"_s), qPrintable(text.out)); // for a shell
        QCOMPARE(run({u"errors"_s, u"--state"_s, u"retrying"_s, u"--json"_s}).lines().size(), 1);
        QCOMPARE(run({u"errors"_s, u"--state"_s, u"both"_s, u"--json"_s}).lines().size(), 4);
        const CommandRun some = run({u"errors"_s, u"--limit"_s, u"2"_s, u"--json"_s});
        QCOMPARE(some.lines().size(), 1);
        QVERIFY(some.err.contains(u"the newest 2 jobs"_s));
        QCOMPARE(run({u"errors"_s, u"--state"_s, u"x"_s}).exitCode, 2);
        m_database->script("delete from graphile_worker._private_jobs");
        QCOMPARE(run({u"errors"_s}).exitCode, 3);
    }

    void queuesShowTheirLocks()
    {
        const CommandRun json = run({u"queues"_s, u"--json"_s});
        QCOMPARE(json.exitCode, 0);
        const QJsonObject queue = of(json, "queue_name"_L1, u"q"_s);
        QCOMPARE(queue["lock"_L1].toString(), u"orphaned"_s);
        QCOMPARE(queue["owner"_L1].toString(), u"dead"_s);
        QCOMPARE(queue["is_owner_stale"_L1].toBool(), true);
        QCOMPARE(queue["states"_L1]["blocked"_L1]["jobs"_L1].toInteger(), 1);
        QVERIFY(run({u"queues"_s}).out.contains(u"dead (stale)"_s));
    }

    void tasksAreCounted()
    {
        const CommandRun json = run({u"tasks"_s, u"counts"_s, u"--json"_s});
        QCOMPARE(json.exitCode, 0);
        QCOMPARE(of(json, "task_identifier"_L1, u"mail"_s)["states"_L1]["failed"_L1]["jobs"_L1]
                     .toInteger(),
                 10);
        QVERIFY(run({u"tasks"_s, u"counts"_s}).out.contains(u"report"_s));
    }

    void workersAreListed()
    {
        const CommandRun json = run({u"workers"_s, u"list"_s, u"--json"_s});
        QCOMPARE(json.exitCode, 0);
        const QJsonObject dead = of(json, "worker"_L1, u"dead"_s);
        QCOMPARE(dead["life"_L1].toString(), u"stale"_s);
        QCOMPARE(dead["jobs"_L1].toInteger(), 1);
        QCOMPARE(dead["queues"_L1].toArray(), QJsonArray{u"q"_s});
        QCOMPARE(of(json, "worker"_L1, u"alive"_s)["life"_L1].toString(), u"alive"_s);
        QVERIFY(run({u"workers"_s, u"list"_s}).out.contains(u"stale"_s));
    }

    void sweepsReturnTheJobsOfStaleWorkers()
    {
        const QByteArray locked = "select count(*) from graphile_worker._private_jobs where "
                                  "locked_at is not null";
        const CommandRun dry = run({u"workers"_s, u"sweep"_s, u"--dry-run"_s, u"--json"_s});
        QCOMPARE(dry.exitCode, 0);
        QCOMPARE(dry.json()["workers"_L1][0]["worker"_L1].toString(), u"dead"_s);
        QCOMPARE(dry.json()["workers"_L1][0]["jobs"_L1].toArray(), QJsonArray{14});
        QCOMPARE(m_database->scalar(locked), u"1"_s);
        QCOMPARE(run({u"workers"_s, u"sweep"_s}).exitCode, 2); // not confirmed
        QCOMPARE(m_database->scalar(locked), u"1"_s);
        QCOMPARE(run({u"workers"_s, u"sweep"_s, u"--yes"_s}).exitCode, 0);
        QCOMPARE(m_database->scalar(locked), u"0"_s);
        const CommandRun again = run({u"workers"_s, u"sweep"_s, u"--yes"_s});
        QCOMPARE(again.exitCode, 3);
        QVERIFY2(again.err.contains(u"no worker is stale"_s), qPrintable(again.err));
        QCOMPARE(run({u"workers"_s, u"sweep"_s, u"--threshold"_s, u"1ms"_s}).exitCode, 2);
    }

    void anIncidentIsHandledInAShell()
    {
        YardmasterProcess watch({u"watch"_s, u"--json"_s, u"--interval"_s, u"100ms"_s,
                                 u"task:mail"_s, u"-state:failed"_s, u"--limit"_s, u"7"_s, u"-c"_s,
                                 m_database->url()});
        QTRY_COMPARE_WITH_TIMEOUT(
            m_database->scalar("select count(*) from pg_stat_activity where application_name = "
                               "'yardmaster watch' and state = 'idle' and datname = "
                               "current_database() and query like '%txid_snapshot_xmin%'"),
            u"1"_s, 30000);
        const auto shell = [this](const QString &script) {
            QProcess bash;
            bash.setProcessEnvironment(YardmasterProcess::scriptEnvironment(m_database->url()));
            bash.start(u"/bin/bash"_s, {u"-ec"_s, script});
            const bool isOver = bash.waitForFinished(60000);
            const QByteArray error = bash.readAllStandardError();
            return isOver && error.isEmpty() && bash.exitCode() == 0
                ? bash.readAllStandardOutput()
                : QByteArray("failed: ") + error;
        };
        QCOMPARE(
            shell(
                u"yardmaster doctor | grep -c 'dead: last heartbeat 1 h ago'\n"
                "yardmaster stats > /dev/null\n"
                "eval \"filter=$(yardmaster errors | sed -n '3s/^ *//p')\"\n"
                "yardmaster jobs retry \"$filter\" --dry-run | sed -n '1s/.*: //p'\n"
                "yardmaster jobs retry \"$filter\" --yes > /dev/null\n"
                "yardmaster stats --json | sed 's/.*\"failed\":{\"jobs\":\\([0-9]*\\).*/\\1/'\n"_s),
            QByteArray("1\n7 jobs\n5\n"));
        QCOMPARE(watch.waitForExit(), 0); // it has seen the seven
        const QList<QJsonObject> seen = CommandRun{0, watch.standardOutput(), {}}.lines();
        QCOMPARE(seen.size(), 7);
        QCOMPARE(seen.first()["event"_L1].toString(), u"changed"_s);
        QCOMPARE(
            shell(
                u"operation=$(yardmaster operations list --json | sed "
                "'s/.*\"operation\":\"\\([^\"]*\\).*/\\1/')\n"
                "yardmaster operations undo \"${operation:0:8}\" --yes | sed 's/.*: //'\n"
                "yardmaster stats --json | sed 's/.*\"failed\":{\"jobs\":\\([0-9]*\\).*/\\1/'\n"_s),
            QByteArray("7 changed\n12\n"));
    }

    void emptyQueuesAreToldApart()
    {
        const TestDatabase empty = TestDatabase::createMigrated();
        for (const QStringList &words :
             {QStringList{u"queues"_s}, QStringList{u"errors"_s},
              QStringList{u"workers"_s, u"list"_s}, QStringList{u"tasks"_s, u"counts"_s}}) {
            const CommandRun none = runWith(words + QStringList{u"-c"_s, empty.url()});
            QVERIFY2(none.exitCode == 3, qPrintable(words.join(u' ') + none.out + none.err));
        }
        QCOMPARE(runWith({u"stats"_s, u"-c"_s, empty.url()}).exitCode, 0);
        const TestDatabase nothing = TestDatabase::createEmpty();
        QCOMPARE(runWith({u"stats"_s, u"-c"_s, nothing.url()}).exitCode, 6);
    }
};

YARDMASTER_TEST(TestIncidentCommands)
#include "tst_incidentcommands.moc"
