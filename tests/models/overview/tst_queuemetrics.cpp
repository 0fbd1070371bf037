#include "models/overview/metricshistory.h"
#include "models/overview/metricsrates.h"
#include "models/overview/metricstable.h"
#include "models/overview/metricswords.h"
#include "models/query/filterparser.h"
#include "tests/support/testprogram.h"
#include <yardmaster/timestamp.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QDateTime kStart = QDateTime::fromSecsSinceEpoch(1'800'000'000, kUtc);

MetricsSample readingAt(int seconds, qint64 inserted, qint64 deleted, qint64 failed = 0)
{
    MetricsSample reading;
    reading.clock = qint64(seconds) * 1'000'000 + 1;
    reading.inserted = inserted;
    reading.deleted = deleted;
    reading.failed = failed;
    return reading;
}

QueueMetrics metricsAt(qint64 seconds, qint64 ready = 0)
{
    QueueMetrics metrics;
    metrics.time = kStart.addSecs(seconds);
    metrics.ready = {ready};
    return metrics;
}

} // namespace

class TestQueueMetrics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ratesAreOfTheLastMinute();
    void ratesAreUnknownAtFirst();
    void countersSetBackAreNoNews();
    void serverThatDoesNotCountLeavesRatesUnknown();
    void failuresAreRetriesAndFinalOnes();
    void outlookNeedsAWholeCount();
    void failuresLookedForTooSeldomAreALowerBound();
    void historyIsBoundedAndEven();
    void historyKeepsGaps();
    void spanHasTheReadingBeforeIt();
    void tableFollowsTheHistory();
    void outlookIsOfTheLastMinute();
    void wordsAreShort();
    void filtersAreValid();
};

void TestQueueMetrics::ratesAreOfTheLastMinute()
{
    MetricsRates rates;
    for (int second = 0; second <= 300; second += 2) // ten a second, then none
        rates.add(readingAt(second, std::min(second, 240) * 10, std::min(second, 270) * 5));
    QCOMPARE(rates.arrivals(), 0.0);
    QCOMPARE(rates.completions(), 30 * 5.0);
    QCOMPARE(rates.failures(), 0.0);
}

void TestQueueMetrics::ratesAreUnknownAtFirst()
{
    MetricsRates rates;
    QCOMPARE(rates.arrivals(), std::nullopt);
    rates.add(readingAt(0, 0, 0));
    rates.add(readingAt(2, 100, 0));
    QCOMPARE(rates.arrivals(), std::nullopt); // too short to say
    rates.add(readingAt(4, 200, 0));
    QCOMPARE(rates.arrivals(), 3000.0);
    rates.clear();
    QCOMPARE(rates.arrivals(), std::nullopt);
}

void TestQueueMetrics::countersSetBackAreNoNews()
{
    MetricsRates rates;
    rates.add(readingAt(0, 5000, 4000));
    rates.add(readingAt(10, 5100, 4100));
    QCOMPARE(rates.completions(), 600.0);
    rates.add(readingAt(20, 3, 2)); // somebody called pg_stat_reset()
    QCOMPARE(rates.completions(), std::nullopt);
    rates.add(readingAt(30, 13, 12));
    QCOMPARE(rates.arrivals(), 60.0);
    QCOMPARE(rates.completions(), 60.0);
}

void TestQueueMetrics::serverThatDoesNotCountLeavesRatesUnknown()
{
    MetricsRates rates;
    for (int second = 0; second < 20; second += 2) {
        MetricsSample reading = readingAt(second, 0, 0, 1);
        reading.inserted.reset();
        reading.deleted.reset();
        rates.add(reading);
    }
    QCOMPARE(rates.arrivals(), std::nullopt);
    QCOMPARE(rates.completions(), std::nullopt);
    QCOMPARE(rates.failures(), 30.0);
}

void TestQueueMetrics::failuresAreRetriesAndFinalOnes()
{
    MetricsRates rates;
    rates.add(readingAt(0, 0, 0, 5)); // those of before count for nothing
    rates.add(readingAt(2, 0, 0, 3));
    rates.add(readingAt(4, 0, 0, 0));
    rates.add(readingAt(6, 0, 0, 1));
    QCOMPARE(rates.failures(), 40.0);
    QVERIFY(rates.isFailuresLowerBound()); // nobody has counted the final ones
    rates.add(FinalFailures{0, 0s});
    QVERIFY(rates.isFailuresLowerBound());
    rates.add(FinalFailures{10, 2min}); // no peak of the moment when they are counted
    QCOMPARE(rates.failures(), 45.0);
    QVERIFY(!rates.isFailuresLowerBound());
    rates.add(FinalFailures{20, 30s});
    rates.add(FinalFailures{0, 15s});
    rates.add(FinalFailures{0, 15s}); // a minute without the first
    QCOMPARE(rates.failures(), 60.0);
    rates.add(FinalFailures{0, 30s});
    QCOMPARE(rates.failures(), 40.0);
    rates.clear();
    QCOMPARE(rates.failures(), std::nullopt);
}

void TestQueueMetrics::failuresLookedForTooSeldomAreALowerBound()
{
    MetricsRates rates;
    rates.add(FinalFailures{0, 5s});
    rates.add(readingAt(0, 0, 0));
    rates.add(readingAt(5, 0, 0, 2));
    QVERIFY(rates.isFailuresLowerBound());
    for (int second = 7; second < 80; second += 2)
        rates.add(readingAt(second, 0, 0));
    QVERIFY(!rates.isFailuresLowerBound()); // that is long ago
    MetricsSample cut = readingAt(80, 0, 0, 1000);
    cut.isFailedCut = true;
    rates.add(cut);
    QVERIFY(rates.isFailuresLowerBound());
}

void TestQueueMetrics::historyIsBoundedAndEven()
{
    MetricsHistory history;
    for (qint64 second = 0; second < 3 * 86400; second += 2)
        history.add(metricsAt(second, second));
    const QList<QueueMetrics> &readings = history.readings();
    QVERIFY(readings.size() <= MetricsHistory::kMost);
    QVERIFY(readings.size() > MetricsHistory::kMost / 4);
    QCOMPARE(readings.first().time, kStart);
    QCOMPARE(readings.last().ready.value, 3 * 86400 - 2);
    qint64 widest = 0;
    for (qsizetype i = 1; i < readings.size(); ++i) {
        const qint64 gap = readings.at(i - 1).time.secsTo(readings.at(i).time);
        QVERIFY(gap > 0);
        widest = std::max(widest, gap);
    }
    QVERIFY2(widest <= 600, qPrintable(QString::number(widest)));
    QVERIFY(history.since(15min).size() >= 450);

    MetricsHistory hasty; // read so often that nothing is old
    for (int i = 0; i < 10000; ++i) {
        QueueMetrics metrics = metricsAt(0);
        metrics.time = kStart.addMSecs(i);
        hasty.add(metrics);
    }
    QVERIFY(hasty.readings().size() <= MetricsHistory::kMost);
}

void TestQueueMetrics::historyKeepsGaps()
{
    MetricsHistory history;
    for (int second = 0; second < 40000; second += 2) {
        QueueMetrics metrics = metricsAt(second);
        metrics.isAfterGap = second == 1002;
        history.add(metrics);
    }
    const auto gaps = std::ranges::count(history.readings(), true, &QueueMetrics::isAfterGap);
    QCOMPARE(gaps, 1);
}

void TestQueueMetrics::spanHasTheReadingBeforeIt()
{
    MetricsHistory history;
    QVERIFY(history.since(1min).isEmpty());
    for (int second = 0; second <= 100; second += 10)
        history.add(metricsAt(second));
    const QList<QueueMetrics> readings = history.since(45s);
    QCOMPARE(readings.size(), 6);
    QCOMPARE(readings.first().time, kStart.addSecs(50));
    QCOMPARE(history.since(1h).size(), 11);
}

void TestQueueMetrics::tableFollowsTheHistory()
{
    MetricsTable table;
    QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
    MetricsHistory history;
    const QSignalSpy resets(&table, &QAbstractItemModel::modelReset);
    for (int second = 0; second < 100; second += 2) {
        history.add(metricsAt(second, second));
        table.setReadings(history.since(30s));
    }
    QCOMPARE(table.rowCount(), 17);
    QCOMPARE(resets.count(), 0); // they are added and dropped
    QCOMPARE(table.cell(0, "ready"_L1).data().toString(), u"98"_s);
    QCOMPARE(table.cell(16, "ready"_L1).data().toString(), u"66"_s);
    QCOMPARE(table.index(0, 0).data().toString(), u"2027-01-15 08:01:38 UTC"_s);
    table.setReadings(history.since(1h));
    QCOMPARE(table.rowCount(), 50);
    table.clear();
    QCOMPARE(table.rowCount(), 0);
}

void TestQueueMetrics::outlookIsOfTheLastMinute()
{
    QueueMetrics metrics = metricsAt(0, 1200);
    QCOMPARE(outlookOf(metrics).kind, Outlook::Kind::Unknown);
    metrics.arrivals = 100;
    metrics.completions = 700;
    QCOMPARE(outlookOf(metrics).kind, Outlook::Kind::Shrinking);
    QCOMPARE(outlookOf(metrics).clearsIn, 2min);
    metrics.arrivals = 900;
    QCOMPARE(outlookOf(metrics).kind, Outlook::Kind::Growing);
    QCOMPARE(outlookOf(metrics).growth, 200.0);
    metrics.arrivals = 700;
    QCOMPARE(outlookOf(metrics).kind, Outlook::Kind::Steady);
    metrics.ready = {0};
    QCOMPARE(outlookOf(metrics).kind, Outlook::Kind::Empty);
}

void TestQueueMetrics::outlookNeedsAWholeCount()
{
    QueueMetrics metrics = metricsAt(0, 10000);
    metrics.arrivals = 100;
    metrics.completions = 700;
    metrics.ready.precision = Count::AtLeast;
    QCOMPARE(outlookOf(metrics).kind, Outlook::Kind::Shrinking);
    QCOMPARE(outlookOf(metrics).clearsIn, std::nullopt);
    metrics.ready = {178214, Count::Estimate};
    QVERIFY(outlookOf(metrics).isEstimate);
    QVERIFY(*outlookOf(metrics).clearsIn > 4h);
    metrics.ready = {0, Count::AtLeast};
    QVERIFY(outlookOf(metrics).kind != Outlook::Kind::Empty);
}

void TestQueueMetrics::wordsAreShort()
{
    QCOMPARE(formatRate({}), u"–"_s);
    QCOMPARE(formatRate(0.0), u"0"_s);
    QCOMPARE(formatRate(3.14), u"3.1"_s);
    QCOMPARE(formatRate(1203.6), u"1,204"_s);
    QCOMPARE(formatRate(12.0, Count::AtLeast), u"12+"_s);
    QCOMPARE(formatRate(12.0, Count::Estimate), u"~12"_s);
    QCOMPARE(formatRate(0.0, Count::Estimate), u"0"_s);
    QCOMPARE(formatWait({}), u"–"_s);
    QCOMPARE(formatWait(0ms), u"0 s"_s);
    QCOMPARE(formatWait(12900ms), u"12 s"_s);
    QCOMPARE(formatWait(245s), u"4 min 05 s"_s);
    QCOMPARE(formatWait(76h), u"3 d 4 h"_s);
    QCOMPARE(formatShare(0.0104), u"1.0 %"_s);
    QueueMetrics metrics;
    QCOMPARE(metrics.failureShare(), std::nullopt);
    metrics.failures = 5;
    metrics.completions = 15;
    QCOMPARE(metrics.failureShare(), 0.25);
    metrics.failures = metrics.completions = 0;
    QCOMPARE(metrics.failureShare(), std::nullopt);
}

void TestQueueMetrics::filtersAreValid()
{
    const auto isValid = [](const QString &text) { return parseFilter(text).isValid(); };
    QueueMetrics metrics;
    QCOMPARE(oldestFilter(metrics), u"state:ready"_s);
    metrics.oldestReady = 100min;
    QCOMPARE(oldestFilter(metrics), u"state:ready run<now-5400s"_s);
    QVERIFY(isValid(oldestFilter(metrics)));
    QueueAge queue;
    QCOMPARE(queueFilter(queue), u"state:ready queue:\"\""_s);
    queue.queue = u"a \"strange*\" one"_s;
    queue.isHeld = true;
    QVERIFY(queueFilter(queue).startsWith(u"state:blocked queue"_s));
    QVERIFY(isValid(queueFilter(queue)));
    TaskFailures task;
    task.task = u"send_email"_s;
    QCOMPARE(taskFilter(task), u"state:failed,retrying task:send_email"_s);
}

YARDMASTER_TEST(TestQueueMetrics)
#include "tst_queuemetrics.moc"
