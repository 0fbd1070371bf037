#include "tests/app/commandrun.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QJsonArray>
#include <QScopeGuard>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

QList<qint64> idsOf(const CommandRun &run)
{
    QList<qint64> ids;
    for (const QJsonObject &line : run.lines())
        ids << line["id"_L1].toInteger();
    return ids;
}

} // namespace

/// `jobs list`, `jobs show` and `jobs why`.
class TestJobsList : public QObject
{
    Q_OBJECT

    std::unique_ptr<TestDatabase> m_database;

    [[nodiscard]] CommandRun jobs(const QStringList &arguments, const QByteArray &input = {}) const
    {
        return runWith(QStringList{u"-c"_s, m_database->url(), u"jobs"_s} + arguments, input);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        fillMix(*m_database, 3000);
    }
    void cleanupTestCase() { m_database.reset(); }

    void filtersListJobs()
    {
        const qint64 failed
            = m_database
                  ->scalar("select count(*) from graphile_worker._private_jobs where not "
                           "is_available and locked_at is null")
                  .toLongLong();
        QVERIFY(failed > 0);
        const CommandRun all
            = jobs({u"list"_s, u"state:failed"_s, u"--limit"_s, u"0"_s, u"--json"_s});
        QCOMPARE(all.err, QString());
        QCOMPARE(all.exitCode, 0);
        QCOMPARE(all.lines().size(), failed);
        for (const QJsonObject &line : all.lines())
            QCOMPARE(line["state"_L1].toString(), u"failed"_s);
        // Words are terms, those with a dash too, before and behind options.
        const CommandRun none
            = jobs({u"list"_s, u"-state:failed"_s, u"--json"_s, u"state:failed"_s});
        QCOMPARE(none.exitCode, 3);
        QVERIFY(none.err.contains(u"no job matches"_s));
    }

    void idsListJobs()
    {
        QCOMPARE(idsOf(jobs({u"list"_s, u"7"_s, u"9"_s, u"--json"_s, u"--order"_s, u"oldest"_s})),
                 (QList<qint64>{7, 9}));
        QCOMPARE(idsOf(jobs({u"list"_s, u"--ids"_s, u"7,9"_s, u"--json"_s})),
                 (QList<qint64>{9, 7}));
        QCOMPARE(idsOf(jobs({u"list"_s, u"--ids"_s, u"-"_s, u"--json"_s}, "9\n7\n7\n")),
                 (QList<qint64>{9, 7}));
    }

    void limitsAndPagesAreOneList()
    {
        const CommandRun first = jobs({u"list"_s, u"--json"_s, u"--limit"_s, u"1200"_s});
        const QList<qint64> ids = idsOf(first);
        QCOMPARE(ids.size(), 1200);
        QVERIFY(std::ranges::is_sorted(ids, std::greater{}));
        QVERIFY(first.err.contains(u"the first 1,200 jobs"_s));
        QCOMPARE(jobs({u"list"_s}).out.count(u'\n'), 101); // with headings
    }

    void tablesShowOneJobALine()
    {
        const CommandRun run = jobs({u"list"_s, u"7"_s});
        QCOMPARE(run.exitCode, 0);
        const QStringList lines = run.out.split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[0].trimmed().startsWith(u"ID  STATE"_s));
        QVERIFY(lines[1].trimmed().startsWith(u"7  "_s));
    }

    void aClosedPipeIsQuiet()
    {
        QProcess shell;
        shell.setProcessEnvironment(YardmasterProcess::cleanEnvironment());
        shell.start(u"/bin/bash"_s,
                    {u"-c"_s,
                     u"\"$0\" -c \"$1\" jobs list --limit 0 | head -n 1; echo ${PIPESTATUS[0]}"_s,
                     QCoreApplication::applicationDirPath() + u"/yardmaster"_s, m_database->url()});
        QVERIFY(shell.waitForFinished(60000));
        QVERIFY(shell.readAllStandardOutput().endsWith("\n141\n"));
        QCOMPARE(shell.readAllStandardError(), QByteArray());
    }

    void aFullDiskIsAFailure()
    {
        QProcess shell;
        shell.setProcessEnvironment(YardmasterProcess::cleanEnvironment());
        shell.start(u"/bin/bash"_s,
                    {u"-c"_s, u"\"$0\" -c \"$1\" jobs list > /dev/full; echo $?"_s,
                     QCoreApplication::applicationDirPath() + u"/yardmaster"_s, m_database->url()});
        QVERIFY(shell.waitForFinished(60000));
        QCOMPARE(shell.readAllStandardOutput(), QByteArray("1\n"));
        QVERIFY(shell.readAllStandardError().contains("could not be written"));
    }

    void showPrintsAllOfAJob()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        const QString id = database.scalar(
            R"(select id from graphile_worker.add_job('mail', '{"to": "ann", "apiKey": "s3cret"}',)"
            R"( queue_name := 'q', job_key := E'k\nstate: gone'))");
        const QStringList show{u"-c"_s, database.url(), u"jobs"_s, u"show"_s, id};
        const CommandRun text = runWith(show);
        QCOMPARE(text.exitCode, 0);
        for (const QString &part : {u"mail"_s, u"ready"_s, u"ann"_s, u"[hidden]"_s, u"key:"_s,
                                    u"no worker is known to be alive"_s})
            QVERIFY2(text.out.contains(part), qPrintable(part + text.out));
        QVERIFY(!text.out.contains(u"s3cret"_s));
        QVERIFY(!text.out.contains(u"\nstate: gone"_s)); // part of the key's line
        QVERIFY(text.err.contains(u"--reveal"_s));
        const CommandRun json = runWith(show + QStringList{u"--json"_s, u"--reveal"_s});
        QCOMPARE(json.err, QString());
        QCOMPARE(json.json()["queue_name"_L1].toString(), u"q"_s);
        QCOMPARE(json.json()["payload"_L1]["apiKey"_L1].toString(), u"s3cret"_s);
        QCOMPARE(json.json()["why"_L1]["reason"_L1].toString(), u"no_worker"_s);
    }

    void whyNamesReasonAndAdvice_data()
    {
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("action");
        QTest::newRow("due") << QByteArray() << u"no_worker"_s << u"start_worker"_s;
        QTest::newRow("later") << QByteArray("run_at = now() + interval '1 day'") << u"not_due"_s
                               << u"run_now"_s;
        QTest::newRow("never") << QByteArray("run_at = 'infinity'") << u"never"_s << u"run_now"_s;
        QTest::newRow("exhausted")
            << QByteArray("attempts = max_attempts") << u"exhausted"_s << u"retry"_s;
        QTest::newRow("locked") << QByteArray("locked_at = now(), locked_by = 'w'") << u"running"_s
                                << u"wait"_s;
        QTest::newRow("stuck") << QByteArray("locked_at = now() - interval '5 h', locked_by = 'w'")
                               << u"stuck"_s << u"unlock_worker"_s;
    }

    void whyNamesReasonAndAdvice()
    {
        QFETCH(QByteArray, change);
        QFETCH(QString, reason);
        QFETCH(QString, action);
        const TestDatabase database = TestDatabase::createMigrated();
        database.script("select graphile_worker.add_job('mail')");
        if (!change.isEmpty())
            database.script("update graphile_worker._private_jobs set " + change);
        const QStringList why{u"-c"_s, database.url(), u"jobs"_s, u"why"_s, u"1"_s};
        const CommandRun json = runWith(why + QStringList{u"--json"_s});
        QCOMPARE(json.json()["why"_L1]["reason"_L1].toString(), reason);
        QCOMPARE(json.json()["why"_L1]["action"_L1].toString(), action);
        const CommandRun text = runWith(why);
        QCOMPARE(text.exitCode, 0);
        QVERIFY(text.out.startsWith(json.json()["why"_L1]["sentence"_L1].toString()));
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("id") << QStringList{u"show"_s, u"x7"_s} << u"'x7' is not the id of a job"_s;
        QTest::newRow("zero") << QStringList{u"why"_s, u"0"_s} << u"'0' is not the id of a job"_s;
        QTest::newRow("no id") << QStringList{u"why"_s} << u"specify a job by its id"_s;
        QTest::newRow("two") << QStringList{u"show"_s, u"7"_s, u"8"_s} << u"one job at a time"_s;
        QTest::newRow("huge") << QStringList{u"list"_s, u"99999999999999999999"_s}
                              << u"'99999999999999999999' is not the id"_s;
        QTest::newRow("ids") << QStringList{u"list"_s, u"--ids"_s, u"7,x"_s}
                             << u"'x' is not the id of a job"_s;
        QTest::newRow("no ids") << QStringList{u"list"_s, u"--ids"_s, u""_s}
                                << u"--ids contains no ids"_s;
        QTest::newRow("filter") << QStringList{u"list"_s, u"id:1"_s, u"stat:failed"_s}
                                << u"filter, character 6"_s;
        QTest::newRow("pattern") << QStringList{u"list"_s, u"error~\"(\""_s}
                                 << u"regular expression"_s;
        QTest::newRow("limit") << QStringList{u"list"_s, u"--limit"_s, u"-1"_s}
                               << u"--limit takes a number from 0"_s;
        QTest::newRow("order") << QStringList{u"list"_s, u"--order"_s, u"up"_s}
                               << u"--order is newest, oldest or pickup"_s;
        QTest::newRow("schema") << QStringList{u"list"_s, u"-s"_s, u"pg_x"_s} << u"pg_"_s;
    }

    void mistakesAreNamed()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, sentence);
        const CommandRun run = jobs(arguments);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(sentence), qPrintable(run.err));
        QVERIFY(run.out.isEmpty());
    }

    void failuresHaveTheirExitCodes()
    {
        QCOMPARE(jobs({u"show"_s, u"99999999"_s}).exitCode, 3);
        QCOMPARE(runWith({u"jobs"_s, u"list"_s}).exitCode, 2);
        const CommandRun nowhere
            = runWith({u"jobs"_s, u"list"_s, u"-c"_s, u"host=/nonexistent dbname=x"_s});
        QCOMPARE(nowhere.exitCode, 5);
        QVERIFY2(nowhere.err.startsWith(u"yardmaster: no connection to"_s),
                 qPrintable(nowhere.err));
        QCOMPARE(jobs({u"list"_s, u"-s"_s, u"nothing_here"_s}).exitCode, 6);
    }

    void newerQueuesAreReadWithAWarning()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        database.script("select graphile_worker.add_job('t'); insert into "
                        "graphile_worker.migrations (id, breaking) values (1000, true)");
        const CommandRun run = runWith({u"jobs"_s, u"list"_s, u"-c"_s, database.url()});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.err.contains(u"breaking revision 1000"_s), qPrintable(run.err));
    }

    void withoutRightsItSaysSo()
    {
        m_database->script("create role nobody_here login");
        const auto drop = qScopeGuard([this] { m_database->script("drop role nobody_here"); });
        QString connection = u"user=nobody_here"_s;
        for (const QString &keyword : {u"host"_s, u"port"_s, u"dbname"_s})
            connection += u' ' + keyword + u'=' + m_database->settings().value(keyword);
        const CommandRun run = runWith({u"jobs"_s, u"list"_s, u"-c"_s, connection});
        QCOMPARE(run.exitCode, 4);
        QVERIFY2(run.err.contains(u"may not read"_s), qPrintable(run.err));
    }
};

YARDMASTER_TEST(TestJobsList)
#include "tst_jobslist.moc"
