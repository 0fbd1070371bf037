#include "tests/bench/jobmix.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace yardmaster::test;

/// The verbs of yardmaster-bench-console, on few jobs.
class BenchConsoleTest : public QObject
{
    Q_OBJECT

    TestDatabase m_database = TestDatabase::createMigrated();
    QByteArray m_errors;

    /// @returns the line it prints; empty if it failed.
    QJsonObject line(const QStringList &arguments)
    {
        QProcess process;
        process.start(QStringLiteral(YARDMASTER_BENCH_CONSOLE),
                      QStringList(arguments) << u"-c"_s << m_database.conninfo());
        const bool isFinished = process.waitForFinished(240000);
        m_errors = process.readAllStandardError();
        if (!isFinished || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
            return {};
        return QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    }

private slots:
    void initTestCase()
    {
        QVERIFY(bench::fillJobMix(*m_database.session(), u"graphile_worker"_s, 3000));
    }

    void openTurnsPages()
    {
        const QJsonObject measured
            = line({u"open"_s, u"--windows"_s, u"2"_s, u"--turns"_s, u"25"_s, u"--scroll"_s,
                    u"40"_s, u"--jumps"_s, u"3"_s, u"--index"_s});
        QVERIFY2(!measured.isEmpty(), m_errors);
        for (const char *field :
             {"firstPageMs50", "countsMs50", "jumpMs50", "rssMb", "peakRssMb", "longestStallMs"})
            QVERIFY2(measured[QLatin1StringView(field)].toDouble() > 0, field);
        const QJsonArray filters = measured["filters"_L1].toArray();
        QCOMPARE(filters.size(), 9); // eight, and one more with its index
        const QJsonObject all = filters.first().toObject();
        QCOMPARE(all["rows"_L1].toInt(), 200);
        QCOMPARE(all["turns"_L1].toInt(), 50);
        QVERIFY(all["turnMs50"_L1].toDouble() > 0);
        QVERIFY(all["turnMs50"_L1].toDouble() <= all["turnMsMax"_L1].toDouble());
        QVERIFY(all["loadMs50"_L1].toDouble() > 0); // 25 screens are more than one page
        QVERIFY(filters.last().toObject()["indexed"_L1].toBool());
        QCOMPARE(m_database.scalar("select count(*) from pg_indexes where indexname like "
                                   "'\\_yardmaster\\_failed%'"),
                 u"0"_s);
    }

    void openMeasuresTheFilterAskedFor()
    {
        const QJsonObject measured
            = line({u"open"_s, u"--windows"_s, u"1"_s, u"--turns"_s, u"1"_s, u"--scroll"_s, u"0"_s,
                    u"--jumps"_s, u"0"_s, u"--filter"_s, u"id<=7"_s});
        QVERIFY2(!measured.isEmpty(), m_errors);
        const QJsonArray filters = measured["filters"_L1].toArray();
        QCOMPARE(filters.size(), 1);
        QCOMPARE(filters.first().toObject()["rows"_L1].toInt(), 7);
    }

    void besideDrainsAllItAdds()
    {
        const QString before
            = m_database.scalar("select count(*) from graphile_worker._private_jobs");
        const QJsonObject measured = line({u"beside"_s, u"--jobs"_s, u"2000"_s, u"--rounds"_s,
                                           u"1"_s, u"--filter"_s, u"state:failed"_s});
        QVERIFY2(!measured.isEmpty(), m_errors);
        for (const char *field : {"aloneJobsPerSecond", "besideJobsPerSecond"})
            QVERIFY2(measured[QLatin1StringView(field)].toDouble() > 0, field);
        QVERIFY(measured["slowerPercent"_L1].isDouble());
        QCOMPARE(measured["rounds"_L1].toInt(), 1);
        QCOMPARE(m_database.scalar("select count(*) from graphile_worker._private_jobs"), before);
    }

    void historyLooksAtRunsAndCharts()
    {
        QVERIFY(line({u"history"_s, u"--rounds"_s, u"1"_s}).isEmpty());
        QVERIFY2(m_errors.contains("no history"), m_errors);
        installHistoryIn(m_database);
        fillHistory(m_database, 28000, 2);
        const QJsonObject measured = line({u"history"_s, u"--rounds"_s, u"1"_s});
        QVERIFY2(!measured.isEmpty(), m_errors);
        const QJsonArray charts = measured["charts"_L1].toArray();
        QCOMPARE(charts.size(), 5);
        for (const auto &chart : charts)
            QVERIFY(chart["ms50"_L1].toDouble() > 0);
        const QJsonArray filters = measured["filters"_L1].toArray();
        QCOMPARE(filters.size(), 3);
        for (const auto &filter : filters) {
            QVERIFY2(filter["rows"_L1].toInt() >= 200, qPrintable(filter["filter"_L1].toString()));
            QVERIFY(filter["firstPageMs50"_L1].toDouble() > 0);
        }
        QVERIFY(filters.first()["rows"_L1].toInt() > 200); // keys led further
        QVERIFY(measured["longestStallMs"_L1].toDouble() > 0);
    }

    void unknownCommandIsAnError()
    {
        QVERIFY(line({u"beside"_s, u"--jobs"_s, u"200"_s, u"--rounds"_s, u"1"_s, u"--command"_s,
                      u"view.nothing"_s})
                    .isEmpty());
        QVERIFY2(m_errors.contains("there is no command view.nothing"), m_errors);
    }
};

YARDMASTER_TEST(BenchConsoleTest)
#include "tst_benchconsole.moc"
