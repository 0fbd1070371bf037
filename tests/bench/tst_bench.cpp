#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Every verb of yardmaster-bench, on few jobs.
class BenchTest : public QObject
{
    Q_OBJECT

    TestDatabase m_database = TestDatabase::createMigrated();
    QByteArray m_errors;

    /// @returns the line it prints; empty if it failed.
    QJsonObject line(const QStringList &arguments)
    {
        QProcess process;
        process.start(QStringLiteral(YARDMASTER_BENCH),
                      QStringList(arguments) << u"-c"_s << m_database.conninfo());
        const bool isFinished = process.waitForFinished(120000);
        m_errors = process.readAllStandardError();
        if (!isFinished || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
            return {};
        return QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    }
    [[nodiscard]] QString jobs() const
    {
        return m_database.scalar("select count(*) from graphile_worker._private_jobs");
    }
    static QStringList missing(const QJsonObject &line, const QStringList &fields)
    {
        QStringList absent;
        for (const QString &field : fields) {
            if (!line[field].isDouble())
                absent << field;
        }
        return absent;
    }

private slots:
    void init() { m_database.script("truncate graphile_worker._private_jobs"); }

    void drainDeletesEveryJob_data()
    {
        QTest::addColumn<QStringList>("options");
        if (!QStandardPaths::findExecutable(u"node"_s).isEmpty())
            QTest::newRow("JavaScript")
                << QStringList{u"--tasks"_s, QStringLiteral(YARDMASTER_BENCH_TASKS)};
        QTest::newRow("batched") << QStringList();
        QTest::newRow("single") << QStringList{u"--no-batch"_s};
        QTest::newRow("two processes") << QStringList{u"--processes"_s, u"2"_s};
        QTest::newRow("metrics") << QStringList{u"--metrics"_s};
        QTest::newRow("slower jobs") << QStringList{u"--job-ms"_s, u"1"_s};
    }
    void drainDeletesEveryJob()
    {
        QFETCH(QStringList, options);
        QVERIFY(!line({u"add"_s, u"--jobs"_s, u"200"_s, u"--batch"_s, u"100"_s}).isEmpty());
        QCOMPARE(jobs(), u"200"_s);
        const QJsonObject drained = line(QStringList{u"drain"_s} + options);
        QVERIFY2(!drained.isEmpty(), m_errors);
        QCOMPARE(missing(drained,
                         {u"seconds"_s, u"jobsPerSecond"_s, u"workerCpuUsPerJob"_s, u"rssMb"_s}),
                 QStringList());
        QVERIFY(drained.contains("serverCpuUsPerJob"_L1)); // null without /proc
        QCOMPARE(drained["jobs"_L1].toInt(), 200);
        QCOMPARE(drained["runs"_L1].toInt(), 200);
        QCOMPARE(drained["left"_L1].toInt(), 0);
        QCOMPARE(jobs(), u"0"_s);
    }

    void drainOfNothingIsAnError()
    {
        QVERIFY(line({u"drain"_s}).isEmpty());
        QVERIFY2(m_errors.contains("no runnable job"), m_errors);
    }

    void drainStopsAtItsLimit()
    {
        QVERIFY(!line({u"add"_s, u"--jobs"_s, u"200"_s, u"--batch"_s, u"200"_s}).isEmpty());
        const QJsonObject drained = line({u"drain"_s, u"--concurrency"_s, u"1"_s, u"--job-ms"_s,
                                          u"100"_s, u"--limit"_s, u"1"_s});
        QVERIFY2(!drained.isEmpty(), m_errors);
        QVERIFY(drained["left"_L1].toInt() > 0);
        QCOMPARE(jobs(), QString::number(drained["left"_L1].toInt()));
    }

    void addsEveryWay_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("library, one by one") << QStringList();
        QTest::newRow("library, batches") << QStringList{u"--batch"_s, u"60"_s};
        QTest::newRow("SQL, one by one") << QStringList{u"--sql"_s};
        QTest::newRow("SQL, batches") << QStringList{u"--sql"_s, u"--batch"_s, u"60"_s};
    }
    void addsEveryWay()
    {
        QFETCH(QStringList, options);
        const QJsonObject added = line(QStringList{u"add"_s, u"--jobs"_s, u"200"_s} + options);
        QVERIFY2(!added.isEmpty(), m_errors);
        QCOMPARE(missing(added, {u"jobs"_s, u"seconds"_s, u"jobsPerSecond"_s}), QStringList());
        QCOMPARE(jobs(), u"200"_s);
    }

    void latencyHasPercentiles_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("C++") << QStringList();
        if (!QStandardPaths::findExecutable(u"node"_s).isEmpty())
            QTest::newRow("JavaScript")
                << QStringList{u"--tasks"_s, QStringLiteral(YARDMASTER_BENCH_TASKS)};
    }

    void latencyHasPercentiles()
    {
        QFETCH(QStringList, options);
        const QJsonObject measured = line(
            QStringList{u"latency"_s, u"--samples"_s, u"50"_s, u"--gap"_s, u"1"_s} + options);
        QVERIFY2(!measured.isEmpty(), m_errors);
        QCOMPARE(missing(measured,
                         {u"call50"_s, u"call95"_s, u"call99"_s, u"ack50"_s, u"ack95"_s, u"ack99"_s,
                          u"max"_s}),
                 QStringList());
        QCOMPARE(measured["samples"_L1].toInt(), 50);
        QVERIFY(measured["call50"_L1].toDouble() > 0);
        QVERIFY(measured["call50"_L1].toDouble() <= measured["call99"_L1].toDouble());
        QVERIFY(measured["call99"_L1].toDouble() <= measured["max"_L1].toDouble());
        QCOMPARE(jobs(), u"0"_s);
    }

    void startupDrainsItsJobs()
    {
        const QJsonObject measured = line({u"startup"_s, u"--samples"_s, u"2"_s});
        QVERIFY2(!measured.isEmpty(), m_errors);
        QCOMPARE(missing(measured, {u"ms50"_s, u"msMin"_s, u"msMax"_s, u"rssMb"_s}), QStringList());
        QCOMPARE(jobs(), u"0"_s);
    }

    void startupDetectsAJobLeft()
    {
        QVERIFY(line({u"startup"_s, u"--samples"_s, u"1"_s, u"--command"_s, u"true"_s}).isEmpty());
        QVERIFY2(m_errors.contains("still there"), m_errors);
    }

    void floorDrainsTwice()
    {
        const QJsonObject measured = line({u"floor"_s, u"--jobs"_s, u"1200"_s});
        QVERIFY2(!measured.isEmpty(), m_errors);
        QCOMPARE(missing(measured,
                         {u"statementsJobsPerSecond"_s, u"bareJobsPerSecond"_s,
                          u"insertJobsPerSecond"_s, u"singleJobMs"_s}),
                 QStringList());
        QCOMPARE(measured["statementsLeft"_L1].toInt(), 0);
        QCOMPARE(measured["bareLeft"_L1].toInt(), 0);
        QCOMPARE(jobs(), u"0"_s);
    }

    void floorKeepsExistingJobs()
    {
        m_database.script("select graphile_worker.add_job('somebodys')");
        QVERIFY(line({u"floor"_s, u"--jobs"_s, u"200"_s}).isEmpty());
        QVERIFY2(m_errors.contains("needs an empty queue"), m_errors);
        QCOMPARE(jobs(), u"1"_s);
    }

    void fillAddsAMix()
    {
        (void)line({u"fill"_s, u"--jobs"_s, u"200"_s});
        QCOMPARE(jobs(), u"200"_s);
    }

    void bulkIsExact()
    {
        m_database.script("select graphile_worker.add_job('send', max_attempts := 1) "
                          "from generate_series(1, 6000);"
                          "update graphile_worker._private_jobs set attempts = max_attempts;"
                          "select graphile_worker.add_job('send') from generate_series(1, 10)");
        const QJsonObject measured = line({u"bulk"_s, u"--jobs"_s, u"5000"_s, u"--bulk-batch"_s,
                                           u"5"_s}); // small, so that the middle lasts
        QVERIFY2(!measured.isEmpty(), m_errors);
        QCOMPARE(missing(measured,
                         {u"jobsPerSecond"_s, u"previewMs"_s, u"cancelMs"_s, u"resumeSeconds"_s}),
                 QStringList());
        QVERIFY(measured["exact"_L1].toBool());
        QCOMPARE(measured["jobs"_L1].toInt(), 5000);
        QCOMPARE(measured["accounted"_L1].toInt(), 5000);
        QVERIFY(measured["changedAtCancel"_L1].toInt() < 5000);
        QVERIFY(measured["killedAt"_L1].toInt() > 0);
        // The others of the filter, and those of no filter, are as they were.
        QCOMPARE(m_database.scalar("select count(*) from graphile_worker._private_jobs "
                                   "where run_at = created_at"),
                 u"1010"_s);
    }

    void bulkOfNothingIsAnError()
    {
        QVERIFY(line({u"bulk"_s, u"--filter"_s, u"task:nobodys"_s}).isEmpty());
        QVERIFY2(m_errors.contains("no job passes the filter"), m_errors);
    }

    void badNumbersAreRefused()
    {
        QVERIFY(line({u"add"_s, u"--jobs"_s, u"many"_s}).isEmpty());
        QVERIFY2(m_errors.contains("--jobs needs a number"), m_errors);
    }
};

YARDMASTER_TEST(BenchTest)
#include "tst_bench.moc"
