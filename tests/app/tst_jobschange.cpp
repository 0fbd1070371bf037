#include "models/connecting/profilestore.h"
#include "tests/app/commandrun.h"
#include "tests/app/operatorhome.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QScopeGuard>
#include <QTest>

#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// `jobs retry|reschedule|change|complete|fail|unlock|remove`, and `operations`.
class TestJobsChange : public QObject
{
    Q_OBJECT

    std::unique_ptr<OperatorHome> m_home;
    std::unique_ptr<TestDatabase> m_database;

    [[nodiscard]] QStringList full(const QStringList &arguments) const
    {
        return QStringList{u"-c"_s, m_database->url()} + arguments;
    }
    [[nodiscard]] CommandRun change(const QStringList &arguments) const
    {
        return runWith(full(arguments + QStringList{u"--yes"_s, u"--json"_s}));
    }
    [[nodiscard]] qint64 count(const QByteArray &where) const
    {
        return m_database
            ->scalar("select count(*) from graphile_worker._private_jobs where " + where)
            .toLongLong();
    }
    [[nodiscard]] QStringList files() const
    {
        return QDir(m_home->operations()).entryList(QDir::Files);
    }

private Q_SLOTS:
    void initTestCase() { m_home = std::make_unique<OperatorHome>(); }

    /// Jobs 1…40 of mail failed for good, 41…60 of report are due; 58, 59, 60 are locked, and 1
    /// has a key.
    void init()
    {
        QDir(m_home->operations()).removeRecursively();
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_database->script(
            "select graphile_worker.add_job('mail', job_key := case when i = 1 then 'k' end) from "
            "generate_series(1, 40) as i;"
            "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x';"
            "select graphile_worker.add_job('report') from generate_series(41, 60);"
            "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id "
            ">= 58");
    }
    void cleanup() { m_database.reset(); }
    void cleanupTestCase() { m_home.reset(); }

    void dryRunsCountAndChangeNothing()
    {
        const QStringList retry = full({u"jobs"_s, u"retry"_s, u"task:mail"_s, u"--dry-run"_s});
        const CommandRun text = runWith(retry);
        QCOMPARE(text.err, QString());
        QCOMPARE(text.exitCode, 0);
        for (const QString &part : {u"40 jobs"_s, u"mail"_s, u"failed"_s, u"For example"_s})
            QVERIFY2(text.out.contains(part), qPrintable(text.out));
        const QJsonObject json = runWith(retry + QStringList{u"--json"_s}).json();
        QCOMPARE(json["jobs"_L1].toInteger(), 40);
        QCOMPARE(json["tasks"_L1][0]["name"_L1].toString(), u"mail"_s);
        QCOMPARE(json["tasks"_L1][0]["jobs"_L1].toInteger(), 40);
        QVERIFY(!json["samples"_L1].toArray().isEmpty());
        QCOMPARE(count("attempts = max_attempts"), 40);
        QCOMPARE(files(), QStringList()); // no list of jobs is left
    }

    void filtersAndIdsAreRetried()
    {
        const CommandRun byFilter = change({u"jobs"_s, u"retry"_s, u"task:mail"_s, u"id<=30"_s});
        QCOMPARE(byFilter.exitCode, 0);
        QCOMPARE(byFilter.json()["totals"_L1]["changed"_L1].toInteger(), 30);
        QCOMPARE(byFilter.json()["state"_L1].toString(), u"finished"_s);
        QCOMPARE(count("attempts = 0 and id <= 40"), 30);
        const CommandRun byId
            = change({u"jobs"_s, u"retry"_s, u"31"_s, u"32"_s, u"58"_s, u"777"_s});
        QCOMPARE(byId.exitCode, 0);
        const QJsonValue totals = byId.json()["totals"_L1];
        QCOMPARE(totals["changed"_L1].toInteger(), 2);
        QCOMPARE(totals["skipped"_L1].toInteger(), 1); // locked
        QCOMPARE(totals["gone"_L1].toInteger(), 1);
        QCOMPARE(count("attempts = 0 and id <= 40"), 32);
        QVERIFY(files().contains(u"operator.log"_s) || !files().isEmpty());
    }

    void everyChangeDoesItsWork()
    {
        QCOMPARE(
            change({u"jobs"_s, u"reschedule"_s, u"id:41..50"_s, u"--at"_s, u"never"_s}).exitCode,
            0);
        QCOMPARE(count("run_at = 'infinity'"), 10);
        QCOMPARE(change({u"jobs"_s, u"reschedule"_s, u"51"_s, u"--by"_s, u"2h"_s}).exitCode, 0);
        QCOMPARE(count("run_at between now() + interval '1 h' and now() + interval '3 h'"), 1);
        QCOMPARE(change({u"jobs"_s, u"reschedule"_s, u"52"_s, u"53"_s, u"--spread"_s, u"1h"_s,
                         u"--at"_s, u"2040-01-01"_s})
                     .exitCode,
                 0);
        QCOMPARE(count("run_at >= '2040-01-01' and run_at <> 'infinity'"), 2);
        QCOMPARE(change({u"jobs"_s, u"change"_s, u"54"_s, u"--priority"_s, u"-7"_s}).exitCode, 0);
        QCOMPARE(count("priority = -7"), 1);
        QCOMPARE(change({u"jobs"_s, u"change"_s, u"54"_s, u"--queue"_s, u"mail"_s, u"--flags"_s,
                         u"eu,big"_s, u"--key"_s, u"one"_s})
                     .exitCode,
                 0);
        QCOMPARE(count("id = 54 and key = 'one' and flags = '{\"eu\": true, \"big\": true}' and "
                       "job_queue_id is not null"),
                 1);
        QCOMPARE(
            change({u"jobs"_s, u"change"_s, u"54"_s, u"--queue="_s, u"--flags="_s, u"--key="_s})
                .exitCode,
            0);
        QCOMPARE(count("id = 54 and key is null and flags is null and job_queue_id is null"), 1);
        QCOMPARE(change({u"jobs"_s, u"complete"_s, u"55"_s}).exitCode, 0);
        QCOMPARE(count("id = 55"), 0);
        QCOMPARE(change({u"jobs"_s, u"fail"_s, u"56"_s, u"--reason"_s, u"not needed"_s}).exitCode,
                 0);
        QCOMPARE(count("id = 56 and attempts = max_attempts and last_error like 'not needed%'"), 1);
        QCOMPARE(change({u"jobs"_s, u"unlock"_s, u"locked-by:w"_s}).exitCode, 0);
        QCOMPARE(count("locked_at is not null"), 0);
        QCOMPARE(change({u"jobs"_s, u"remove"_s, u"1"_s, u"2"_s}).exitCode, 0);
        QCOMPARE(count("id <= 2"), 1); // 2 has no key
    }

    void aPersonIsAskedAfterThePreview()
    {
        const QStringList retry = full({u"jobs"_s, u"retry"_s, u"task:mail"_s});
        const CommandRun refused = runWith(retry, "no\n", true);
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.err.contains(u"40 jobs"_s), qPrintable(refused.err));
        QVERIFY(refused.err.contains(u"nothing was changed"_s));
        QCOMPARE(runWith(retry, "", true).exitCode, 1); // end of input
        QCOMPARE(count("attempts = 0 and id <= 40"), 0);
        QCOMPARE(files(), QStringList());
        const CommandRun agreed = runWith(retry, "yes\n", true);
        QCOMPARE(agreed.exitCode, 0);
        QCOMPARE(count("attempts = 0 and id <= 40"), 40);
        QVERIFY2(agreed.out.contains(u"40 changed"_s), qPrintable(agreed.out));
    }

    void withoutATerminalItNeedsYes()
    {
        const CommandRun run = runWith(full({u"jobs"_s, u"retry"_s, u"--all"_s}), "yes\n");
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(u"no terminal"_s), qPrintable(run.err));
        QCOMPARE(count("attempts = 0 and id <= 40"), 0);
    }

    void productionNeedsMore()
    {
        Profile profile = Profile::make();
        profile.name = u"shop"_s;
        profile.environment = Environment::Production;
        profile.connection = m_database->settings();
        const QString folder = QFileInfo(QSettings().fileName()).absolutePath();
        QDir().mkpath(folder);
        ProfileStore store(folder + u"/profiles.ini"_s);
        QVERIFY(store.save(profile));
        const auto remove = qScopeGuard([&] { (void)store.remove(profile.id); });
        const QStringList retry = full({u"jobs"_s, u"retry"_s, u"task:mail"_s});
        const CommandRun refused = runWith(retry + QStringList{u"--yes"_s});
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains(u"production database 'shop'"_s), qPrintable(refused.err));
        QCOMPARE(runWith(retry, "yes\n", true).exitCode, 1); // the number is asked for
        QCOMPARE(count("attempts = 0 and id <= 40"), 0);
        QCOMPARE(runWith(retry + QStringList{u"--dry-run"_s}).exitCode, 0);
        QCOMPARE(runWith(retry + QStringList{u"--yes"_s, u"--production"_s}).exitCode, 0);
        QCOMPARE(count("attempts = 0 and id <= 40"), 40);
        profile.isReadOnly = true;
        QVERIFY(store.save(profile));
        QCOMPARE(runWith(retry + QStringList{u"--yes"_s, u"--production"_s}).exitCode, 4);
    }

    void nothingToDoIsToldApart()
    {
        const CommandRun none = change({u"jobs"_s, u"retry"_s, u"task:nothing"_s});
        QCOMPARE(none.exitCode, 3);
        QVERIFY(none.err.contains(u"no job matches"_s));
        const CommandRun skipped = change({u"jobs"_s, u"retry"_s, u"58"_s});
        QCOMPARE(skipped.exitCode, 3);
        QCOMPARE(skipped.json()["totals"_L1]["skipped"_L1].toInteger(), 1);
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("none") << QStringList{u"retry"_s} << u"specify the jobs"_s;
        QTest::newRow("both") << QStringList{u"retry"_s, u"1"_s, u"--all"_s} << u"--all excludes"_s;
        QTest::newRow("filter") << QStringList{u"fail"_s, u"stat:x"_s, u"--reason"_s, u"r"_s}
                                << u"filter, character 1"_s;
        QTest::newRow("reason") << QStringList{u"fail"_s, u"1"_s} << u"reason"_s;
        QTest::newRow("time") << QStringList{u"reschedule"_s, u"1"_s, u"--at"_s, u"soon"_s}
                              << u"--at takes a time"_s;
        QTest::newRow("no time") << QStringList{u"reschedule"_s, u"1"_s} << u"specify the time"_s;
        QTest::newRow("two times")
            << QStringList{u"reschedule"_s, u"1"_s, u"--at"_s, u"now"_s, u"--by"_s, u"1h"_s}
            << u"--by excludes"_s;
        QTest::newRow("span") << QStringList{u"reschedule"_s, u"1"_s, u"--by"_s, u"x"_s}
                              << u"--by takes a duration"_s;
        QTest::newRow("keys") << QStringList{u"change"_s, u"1"_s, u"2"_s, u"--key"_s, u"k"_s}
                              << u"a key belongs to one job"_s;
        QTest::newRow("nothing") << QStringList{u"change"_s, u"1"_s} << u"specify a value"_s;
        QTest::newRow("priority") << QStringList{u"change"_s, u"1"_s, u"--priority"_s, u"99999"_s}
                                  << u"--priority takes a number from -32768"_s;
        QTest::newRow("batch") << QStringList{u"retry"_s, u"1"_s, u"--batch"_s, u"0"_s}
                               << u"--batch takes a number from 1"_s;
        QTest::newRow("dry") << QStringList{u"retry"_s, u"1"_s, u"--dry-run"_s}
                             << u"--dry-run and --yes exclude"_s;
    }

    void mistakesAreNamed()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, sentence);
        const CommandRun run = change(QStringList{u"jobs"_s} + arguments);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(sentence), qPrintable(run.err));
        QVERIFY(run.out.isEmpty());
        QCOMPARE(files(), QStringList());
    }

    void whatCannotBeChangedIsToldApart()
    {
        const QStringList retry = full({u"jobs"_s, u"retry"_s, u"--all"_s, u"--yes"_s});
        m_database->script("alter database \"" + m_database->name().toUtf8()
                           + "\" set default_transaction_read_only = on");
        const CommandRun readOnly = runWith(retry);
        QCOMPARE(readOnly.exitCode, 4);
        QVERIFY2(readOnly.err.contains(u"read-only"_s), qPrintable(readOnly.err));
        m_database->script("alter database \"" + m_database->name().toUtf8()
                           + "\" reset default_transaction_read_only");
        m_database->script(
            "insert into graphile_worker.migrations (id, breaking) values (1000, true)");
        QCOMPARE(runWith(retry).exitCode, 57);
        QCOMPARE(count("attempts = 0 and id <= 40"), 0);
    }

    void operationsAreListedShownAndUndone()
    {
        QCOMPARE(runWith({u"operations"_s, u"list"_s}).exitCode, 3);
        const QString id
            = change({u"jobs"_s, u"retry"_s, u"task:mail"_s}).json()["operation"_L1].toString();
        const QList<QJsonObject> list = runWith({u"operations"_s, u"list"_s, u"--json"_s}).lines();
        QCOMPARE(list.size(), 1);
        QCOMPARE(list[0]["operation"_L1].toString(), id);
        QCOMPARE(list[0]["can_undo"_L1].toBool(), true);
        QVERIFY(runWith({u"operations"_s, u"list"_s}).out.contains(u"Retry jobs that match"_s));
        const CommandRun show = runWith({u"operations"_s, u"show"_s, id.left(8)});
        QVERIFY2(show.out.contains(u"40 changed"_s), qPrintable(show.out));
        const QList<QJsonObject> each
            = runWith({u"operations"_s, u"show"_s, id, u"--each-job"_s, u"--json"_s}).lines();
        QCOMPARE(each.size(), 40);
        QCOMPARE(each[0]["outcome"_L1].toString(), u"changed"_s);
        const CommandRun dry = runWith(full({u"operations"_s, u"undo"_s, id, u"--dry-run"_s}));
        QCOMPARE(dry.exitCode, 0);
        QVERIFY2(dry.out.contains(u"40 jobs"_s), qPrintable(dry.out));
        QCOMPARE(count("attempts = 0 and id <= 40"), 40);
        const CommandRun undone = change({u"operations"_s, u"undo"_s, id});
        QCOMPARE(undone.exitCode, 0);
        QCOMPARE(undone.json()["totals"_L1]["changed"_L1].toInteger(), 40);
        QCOMPARE(count("attempts = max_attempts and id <= 40"), 40);
        const CommandRun again = change({u"operations"_s, u"undo"_s, id});
        QCOMPARE(again.exitCode, 1);
        QVERIFY2(again.err.contains(u"it has been undone"_s), qPrintable(again.err));
        const CommandRun resumed = change({u"operations"_s, u"resume"_s, id});
        QCOMPARE(resumed.exitCode, 1);
        QCOMPARE(runWith({u"operations"_s, u"show"_s, u"ffff-not"_s}).exitCode, 3);
        QCOMPARE(runWith({u"operations"_s, u"show"_s, u"f"_s}).exitCode, 2);
        QCOMPARE(runWith({u"operations"_s, u"show"_s}).exitCode, 2);
    }

    void deletedJobsAreAddedAgain()
    {
        const QString id = change({u"jobs"_s, u"complete"_s, u"55"_s, u"56"_s})
                               .json()["operation"_L1]
                               .toString();
        QCOMPARE(count("id in (55, 56)"), 0);
        const CommandRun undone = change({u"operations"_s, u"undo"_s, id});
        QVERIFY2(undone.exitCode == 0, qPrintable(undone.err));
        QCOMPARE(count("id > 60"), 2);
        const CommandRun locked = change({u"jobs"_s, u"unlock"_s, u"58"_s});
        const CommandRun never
            = change({u"operations"_s, u"undo"_s, locked.json()["operation"_L1].toString()});
        QCOMPARE(never.exitCode, 1);
        QVERIFY2(never.err.contains(u"cannot be undone"_s), qPrintable(never.err));
    }

    /// What is done is said, and can be resumed or cancelled.
    void aSignalStopsAfterTheBatch()
    {
        const QStringList retry = full({u"jobs"_s, u"retry"_s, u"task:mail"_s, u"--yes"_s,
                                        u"--batch"_s, u"2"_s, u"--rate"_s, u"10"_s});
        YardmasterProcess program(retry);
        QTRY_VERIFY_WITH_TIMEOUT(count("attempts = 0 and id <= 40") >= 4, 20000);
        program.sendSignal(SIGINT);
        QCOMPARE(program.waitForExit(), 128 + SIGINT);
        const qint64 done = count("attempts = 0 and id <= 40");
        QVERIFY(done < 40);
        const QString error = program.standardError();
        QVERIFY2(error.contains(u"stopped after %1 jobs"_s.arg(done)), qPrintable(error));
        const QString id = runWith({u"operations"_s, u"list"_s, u"--json"_s})
                               .lines()
                               .at(0)["operation"_L1]
                               .toString();
        QVERIFY(error.contains(u"operations resume "_s + id));
        const CommandRun early = change({u"operations"_s, u"undo"_s, id});
        QCOMPARE(early.exitCode, 1);
        QVERIFY2(early.err.contains(u"finish or cancel"_s), qPrintable(early.err));
        QCOMPARE(runWith(full({u"operations"_s, u"resume"_s, id})).exitCode, 2); // not confirmed
        // A pace of ten a second holds for the rest, too.
        const CommandRun resumed = change({u"operations"_s, u"resume"_s, id});
        QCOMPARE(resumed.exitCode, 0);
        QCOMPARE(resumed.json()["totals"_L1]["changed"_L1].toInteger(), 40);
        QCOMPARE(count("attempts = 0 and id <= 40"), 40);
    }

    void aStoppedOperationIsCancelledAndUndone()
    {
        YardmasterProcess program(full({u"jobs"_s, u"retry"_s, u"task:mail"_s, u"--yes"_s,
                                        u"--batch"_s, u"2"_s, u"--rate"_s, u"10"_s}));
        QTRY_VERIFY_WITH_TIMEOUT(count("attempts = 0 and id <= 40") >= 4, 20000);
        program.sendSignal(SIGTERM);
        QCOMPARE(program.waitForExit(), 128 + SIGTERM);
        const QString id = runWith({u"operations"_s, u"list"_s, u"--json"_s})
                               .lines()
                               .at(0)["operation"_L1]
                               .toString();
        const CommandRun cancelled = runWith(full({u"operations"_s, u"cancel"_s, id, u"--json"_s}));
        QCOMPARE(cancelled.exitCode, 0);
        QCOMPARE(cancelled.json()["state"_L1].toString(), u"cancelled"_s);
        QCOMPARE(change({u"operations"_s, u"undo"_s, id}).exitCode, 0);
        QCOMPARE(count("attempts = max_attempts and id <= 40"), 40);
    }
};

YARDMASTER_TEST(TestJobsChange)
#include "tst_jobschange.moc"
