#include "tests/app/commandrun.h"
#include "tests/app/operatorhome.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QProcess>
#include <QTest>

#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

class TestWatch : public QObject
{
    Q_OBJECT

    std::unique_ptr<OperatorHome> m_home;
    std::unique_ptr<TestDatabase> m_database;

    [[nodiscard]] QStringList watch(const QStringList &more = {}) const
    {
        return QStringList{u"watch"_s, u"--interval"_s, u"100ms"_s, u"-c"_s, m_database->url()}
        + more;
    }
    /// The first look is over.
    [[nodiscard]] bool isWatching() const
    {
        return QTest::qWaitFor(
            [this] {
                // The last statement of a first look, and of later ones.
                return m_database->scalar(
                           "select count(*) from pg_stat_activity where datname = "
                           "current_database() and application_name = 'yardmaster watch' and state "
                           "= 'idle' and query ~ 'txid_snapshot_xmin|unnest[(][$]1'")
                    == "1"_L1;
            },
            30000);
    }
    [[nodiscard]] static QList<QJsonObject> linesOf(const YardmasterProcess &program)
    {
        return CommandRun{0, program.standardOutput(), {}}.lines();
    }
    void lock(const QByteArray &id) const
    {
        m_database->script("update graphile_worker._private_jobs set locked_at = now(), locked_by "
                           "= 'w1', attempts = attempts + 1 where id = "
                           + id);
    }

private Q_SLOTS:
    void initTestCase() { m_home = std::make_unique<OperatorHome>(); }
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup() { m_database.reset(); }
    void cleanupTestCase() { m_home.reset(); }

    /// As a worker in any language writes it: none of this but the first sets updated_at.
    void whatHappensToAJobIsALine()
    {
        m_database->script("select graphile_worker.add_job('before')");
        YardmasterProcess program(watch({u"--json"_s}));
        QVERIFY(isWatching());
        m_database->script("select graphile_worker.add_job('mail', queue_name := 'q', max_attempts "
                           ":= 2)");
        QVERIFY2(program.waitForOutput(u"\"event\":\"added\""_s),
                 qPrintable(program.standardOutput() + program.standardError()));
        lock("2");
        QVERIFY(program.waitForOutput(u"\"event\":\"started\""_s));
        m_database->script("update graphile_worker._private_jobs set locked_at = null, locked_by = "
                           "null, last_error = 'no route', run_at = now() + interval '1 min' where "
                           "id = 2");
        QVERIFY(program.waitForOutput(u"\"event\":\"retrying\""_s));
        m_database->script("update graphile_worker._private_jobs set priority = 7 where id = 2");
        QVERIFY(program.waitForOutput(u"\"event\":\"changed\""_s));
        lock("2");
        m_database->script("update graphile_worker._private_jobs set locked_at = null, locked_by = "
                           "null where id = 2");
        QVERIFY(program.waitForOutput(u"\"event\":\"failed\""_s));
        m_database->script("delete from graphile_worker._private_jobs where id = 2");
        QVERIFY(program.waitForOutput(u"\"event\":\"gone\""_s));
        lock("1");
        QVERIFY(program.waitForOutput(u"\"task_identifier\":\"before\""_s));
        m_database->script("delete from graphile_worker._private_jobs where id = 1");
        QVERIFY(program.waitForOutput(u"\"event\":\"done\""_s));
        const QList<QJsonObject> lines = linesOf(program);
        const QJsonObject retrying = lines.at(2);
        QCOMPARE(retrying["event"_L1].toString(), u"retrying"_s);
        QCOMPARE(retrying["id"_L1].toInteger(), 2);
        QCOMPARE(retrying["last_error"_L1].toString(), u"no route"_s);
        QCOMPARE(retrying["queue_name"_L1].toString(), u"q"_s);
        QCOMPARE(lines.at(1)["locked_by"_L1].toString(), u"w1"_s);
        QCOMPARE(lines.last()["event"_L1].toString(), u"done"_s);
        program.sendSignal(SIGINT);
        QCOMPARE(program.waitForExit(), 128 + SIGINT);
        QCOMPARE(program.standardError(), QString());
    }

    /// Then also what came and went between two looks is seen.
    void endsComeFromTheHistory()
    {
        installHistoryIn(*m_database);
        YardmasterProcess program(watch({u"--json"_s}));
        QVERIFY(isWatching());
        recordRuns(*m_database);
        QVERIFY2(program.waitForOutput(u"\"id\":25"_s), qPrintable(program.standardError()));
        const auto ends = [&] {
            QHash<qint64, QJsonObject> found;
            for (const QJsonObject &line : linesOf(program)) {
                if (line.contains("run"_L1))
                    found.insert(line["id"_L1].toInteger(), line);
            }
            return found;
        };
        QTRY_COMPARE(ends().size(), 25);
        QCOMPARE(ends().value(7)["event"_L1].toString(), u"done"_s);
        QCOMPARE(ends().value(7)["run"_L1]["worker"_L1].toString(), u"web-2"_s);
        QCOMPARE(ends().value(2)["event"_L1].toString(), u"gone"_s);
        QCOMPARE(ends().value(2)["run"_L1]["outcome"_L1].toString(), u"removed"_s);
        for (const QJsonObject &line : linesOf(program)) // no end is told twice
            QVERIFY(line.contains("run"_L1)
                    || (line["event"_L1] != "gone"_L1 && line["event"_L1] != "done"_L1));
        program.sendSignal(SIGINT);
        QCOMPARE(program.waitForExit(), 128 + SIGINT);
    }

    /// Its changes are committed after those of later ones, and are not lost.
    void longTransactionsAreSeenWhenTheyCommit()
    {
        const auto session = m_database->session();
        auto transaction = Transaction::begin(*session);
        QVERIFY(session->script("savepoint s; select graphile_worker.add_job('late')"));
        YardmasterProcess program(watch({u"--json"_s}));
        QVERIFY(isWatching());
        m_database->script("select graphile_worker.add_job('early')");
        QVERIFY(program.waitForOutput(u"\"early\""_s));
        QVERIFY(transaction->commit());
        QVERIFY2(program.waitForOutput(u"\"late\""_s), qPrintable(program.standardOutput()));
        QCOMPARE(linesOf(program).size(), 2); // none twice
    }

    /// Even where an older transaction makes each look go back to before it was added.
    void whatWaitedBeforeIsNotNews()
    {
        const auto session = m_database->session();
        auto transaction = Transaction::begin(*session);
        QVERIFY(session->script("savepoint s; select txid_current()"));
        m_database->script("select graphile_worker.add_job('before')");
        YardmasterProcess program(watch({u"--json"_s}));
        QVERIFY(isWatching());
        m_database->script("select graphile_worker.add_job('after')");
        QVERIFY(program.waitForOutput(u"\"after\""_s));
        QCOMPARE(linesOf(program).size(), 1);
        QVERIFY(transaction->commit());
    }

    void onlyWhatIsAskedForIsShown()
    {
        YardmasterProcess program(watch({u"--task"_s, u"send_*"_s, u"--limit"_s, u"1"_s}));
        QVERIFY(isWatching());
        m_database->script("select graphile_worker.add_job('other');"
                           "select graphile_worker.add_job('send_mail')");
        QCOMPARE(program.waitForExit(), 0);
        QVERIFY2(program.standardOutput().contains(u"send_mail"_s)
                     && !program.standardOutput().contains(u"other"_s),
                 qPrintable(program.standardOutput()));
        QTRY_COMPARE(m_database->scalar("select count(*) from pg_stat_activity where datname = "
                                        "current_database() and application_name = 'yardmaster "
                                        "watch'"),
                     u"0"_s); // or its session would be taken for that of the next one
        YardmasterProcess failures(watch({u"state:failed"_s, u"--limit"_s, u"1"_s, u"--json"_s}));
        QVERIFY(isWatching());
        m_database->script("update graphile_worker._private_jobs set attempts = max_attempts where "
                           "id = 1");
        QCOMPARE(failures.waitForExit(), 0);
        QCOMPARE(linesOf(failures).at(0)["event"_L1].toString(), u"failed"_s);
        const CommandRun over = runWith(watch({u"--duration"_s, u"0"_s}));
        QCOMPARE(over.exitCode, 0);
        QCOMPARE(over.out, QString());
    }

    void anOutageIsSaidAndSurvived()
    {
        YardmasterProcess program(watch());
        QVERIFY(isWatching());
        m_database->refuse("yardmaster watch");
        QVERIFY2(program.waitForOutput(u"the connection was lost"_s),
                 qPrintable(program.standardError()));
        m_database->script("select graphile_worker.add_job('meanwhile')");
        m_database->admit();
        QVERIFY2(program.waitForOutput(u"connected again"_s), qPrintable(program.standardError()));
        QVERIFY(program.waitForOutput(u"meanwhile"_s));
        QCOMPARE(program.standardError().count(u"lost"_s), 1);
        program.sendSignal(SIGTERM);
        QCOMPARE(program.waitForExit(), 128 + SIGTERM);
    }

    /// Also while nothing happens.
    void aClosedPipeEndsItQuietly()
    {
        QProcess shell;
        shell.setProcessEnvironment(YardmasterProcess::scriptEnvironment(m_database->url()));
        shell.start(u"/bin/bash"_s, {u"-c"_s, u"yardmaster watch | true; echo ${PIPESTATUS[0]}"_s});
        QVERIFY(shell.waitForFinished(60000));
        QCOMPARE(shell.readAllStandardError(), QByteArray());
        QCOMPARE(shell.readAllStandardOutput(), QByteArray("141\n"));
    }

    void aFullDiskIsSaid()
    {
        QProcess shell;
        shell.setProcessEnvironment(YardmasterProcess::scriptEnvironment(m_database->url()));
        shell.start(u"/bin/bash"_s,
                    {u"-c"_s, u"yardmaster watch --interval 100ms > /dev/full; echo $?"_s});
        QVERIFY(isWatching());
        m_database->script("select graphile_worker.add_job('any')");
        QVERIFY(shell.waitForFinished(60000));
        const QByteArray error = shell.readAllStandardError();
        QVERIFY2(error.contains("No space left"), error.constData());
        QCOMPARE(shell.readAllStandardOutput(), QByteArray("1\n"));
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("filter") << QStringList{u"stat:x"_s} << u"filter, character 1"_s;
        QTest::newRow("two") << QStringList{u"task:a"_s, u"--filter"_s, u"task:b"_s}
                             << u"as arguments or as --filter"_s;
        QTest::newRow("interval") << QStringList{u"--interval"_s, u"1ms"_s}
                                  << u"--interval takes a time"_s;
        QTest::newRow("limit") << QStringList{u"--limit"_s, u"x"_s} << u"--limit takes"_s;
    }
    void mistakesAreNamed()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, sentence);
        const CommandRun run
            = runWith(QStringList{u"watch"_s, u"-c"_s, m_database->url()} + arguments);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(sentence), qPrintable(run.err));
    }

    void whatCannotBeWatchedIsToldApart()
    {
        QCOMPARE(runWith(watch({u"-s"_s, u"elsewhere"_s})).exitCode, 6);
        QCOMPARE(runWith({u"watch"_s, u"-c"_s, u"host=127.0.0.1 port=1 dbname=none"_s}).exitCode,
                 5);
        m_database->script(
            "insert into graphile_worker.migrations (id, breaking) values (1000, true)");
        QCOMPARE(runWith(watch({u"--duration"_s, u"0"_s})).exitCode, 0); // reading is allowed
    }
};

YARDMASTER_TEST(TestWatch)
#include "tst_watch.moc"
