#include "tests/app/commandrun.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// `history list`, and the past in `jobs show`.
class TestHistoryList : public QObject
{
    Q_OBJECT

    std::unique_ptr<TestDatabase> m_database;

    [[nodiscard]] CommandRun run(const QStringList &arguments) const
    {
        return runWith(QStringList{u"-c"_s, m_database->url()} + arguments);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        installHistoryIn(*m_database);
        recordRuns(*m_database);
    }
    void cleanupTestCase() { m_database.reset(); }

    void goneJobsHaveAPast()
    {
        const CommandRun shown = run({u"jobs"_s, u"show"_s, u"1"_s});
        QCOMPARE(shown.err, QString());
        QCOMPARE(shown.exitCode, 0);
        for (const QString &part :
             {u"state:        gone"_s, u"task:         send_email"_s, u"outcome:      Succeeded"_s,
              u"Attempt failed"_s, u"web-1"_s, u"connect ETIMEDOUT 10.0.0.1:5432"_s})
            QVERIFY2(shown.out.contains(part), qUtf8Printable(shown.out));
        const QJsonObject json = run({u"jobs"_s, u"show"_s, u"1"_s, u"--json"_s}).json();
        QCOMPARE(json["state"_L1].toString(), u"gone"_s);
        const QJsonArray past = json["history"_L1].toArray();
        QCOMPARE(past.size(), 2);
        QCOMPARE(past.at(0)["outcome"_L1].toString(), u"failed"_s);
        QCOMPARE(past.at(1)["outcome"_L1].toString(), u"succeeded"_s);
        QVERIFY(past.at(1)["held_us"_L1].toInteger() >= 2000000);
    }

    void livingJobsToo()
    {
        const CommandRun shown = run({u"jobs"_s, u"show"_s, u"26"_s});
        QCOMPARE(shown.exitCode, 0);
        QVERIFY2(shown.out.contains(u"past:\n"_s), qUtf8Printable(shown.out));
        QCOMPARE(
            run({u"jobs"_s, u"show"_s, u"26"_s, u"--json"_s}).json()["history"_L1].toArray().size(),
            1);
        const CommandRun fresh = run({u"jobs"_s, u"show"_s, u"27"_s});
        QVERIFY(!fresh.out.contains(u"past:"_s) && fresh.err.isEmpty());
    }

    void unknownJobsAndAMissingHistoryAreReported()
    {
        const CommandRun unknown = run({u"jobs"_s, u"show"_s, u"4711"_s});
        QCOMPARE(unknown.exitCode, 3);
        QVERIFY2(unknown.err.contains(u"the history, recorded since"_s),
                 qUtf8Printable(unknown.err));
        const TestDatabase bare = TestDatabase::createMigrated();
        const CommandRun none = runWith({u"-c"_s, bare.url(), u"jobs"_s, u"show"_s, u"1"_s});
        QCOMPARE(none.exitCode, 3);
        QVERIFY2(none.err.contains(u"yardmaster history install"_s), qUtf8Printable(none.err));
        const CommandRun list = runWith({u"-c"_s, bare.url(), u"history"_s, u"list"_s});
        QCOMPARE(list.exitCode, 3);
        QVERIFY2(list.err.contains(u"yardmaster history install"_s), qUtf8Printable(list.err));
    }

    void runsAreListed()
    {
        const auto ids = [this](const QStringList &arguments) {
            QList<qint64> found;
            const CommandRun listed
                = run(QStringList{u"history"_s, u"list"_s, u"--json"_s} + arguments);
            for (const QJsonObject &line : listed.lines())
                found << line["id"_L1].toInteger();
            return found;
        };
        QCOMPARE(ids({u"outcome:failed"_s}), (QList<qint64>{26, 25, 3, 1}));
        QCOMPARE(ids({u"-task:send_email"_s, u"-outcome:failed"_s}), (QList<qint64>{25, 4, 2}));
        QCOMPARE(ids({}).size(), 29);
        const CommandRun some = run({u"history"_s, u"list"_s, u"--limit"_s, u"2"_s});
        QCOMPARE(some.exitCode, 0);
        QCOMPARE(some.out.count(u'\n'), 3);
        QVERIFY(some.out.startsWith(u"ID"_s) || some.out.trimmed().startsWith(u"ID"_s));
        QVERIFY(some.err.contains(u"--limit 0"_s));
        const CommandRun none = run({u"history"_s, u"list"_s, u"took>1d"_s});
        QCOMPARE(none.exitCode, 3);
        QVERIFY(none.err.contains(u"no run matches"_s));
    }

    /// A word says what is only known to have been held.
    void timesSayWhatTheyAre()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        installHistoryIn(database);
        database.script("select graphile_worker.add_job('t') from generate_series(1, 3)");
        fetchJobs(database, "true", "w");
        database.script("set yardmaster.handler_us = '{1}|{7500000}'; delete from "
                        "graphile_worker._private_jobs where id < 3");
        failJobs(database, "true", QByteArray(100, 'x'));
        const CommandRun listed = runWith({u"-c"_s, database.url(), u"history"_s, u"list"_s});
        QVERIFY2(listed.out.contains(u"TOOK"_s), qUtf8Printable(listed.out));
        QVERIFY2(listed.out.contains(u"  7.50 s"_s) || listed.out.contains(u"  7.5 s"_s),
                 qUtf8Printable(listed.out));
        QCOMPARE(listed.out.count(u"  held 2"_s), 2);
        // What is cut ends in an ellipsis.
        QVERIFY(listed.out.contains(QString(59, u'x') + u'…'));
        QVERIFY(!listed.out.contains(QString(60, u'x')));
        database.script("drop table graphile_worker._yardmaster_history_names");
        const CommandRun broken = runWith({u"-c"_s, database.url(), u"history"_s, u"list"_s});
        QCOMPARE(broken.exitCode, 1);
        QVERIFY2(broken.err.contains(u"_yardmaster_history_names"_s), qUtf8Printable(broken.err));
    }

    void wrongFiltersAreRefused()
    {
        for (const QString &filter :
             {u"state:failed"_s, u"outcome:nope"_s, u"took>soon"_s, u"worker"_s}) {
            const CommandRun refused = run({u"history"_s, u"list"_s, filter});
            QCOMPARE(refused.exitCode, 2);
            QVERIFY2(refused.err.contains(u"filter, character"_s), qUtf8Printable(refused.err));
        }
        // Keys of runs are none of jobs.
        QCOMPARE(run({u"jobs"_s, u"list"_s, u"outcome:failed"_s}).exitCode, 2);
    }
};

YARDMASTER_TEST(TestHistoryList)
#include "tst_historylist.moc"
