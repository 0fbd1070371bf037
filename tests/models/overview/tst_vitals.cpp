#include "models/overview/vitalshistory.h"
#include "models/overview/vitalsrates.h"
#include "models/overview/vitalstable.h"
#include "models/overview/vitalswords.h"
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

VitalsReading readingAt(int seconds, qint64 inserted, qint64 deleted, qint64 failed = 0)
{
    VitalsReading reading;
    reading.clock = qint64(seconds) * 1'000'000 + 1;
    reading.inserted = inserted;
    reading.deleted = deleted;
    reading.failed = failed;
    return reading;
}

Vitals vitalsAt(qint64 seconds, qint64 ready = 0)
{
    Vitals vitals;
    vitals.time = kStart.addSecs(seconds);
    vitals.ready = {ready};
    return vitals;
}

} // namespace

class TestVitals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ratesAreOfTheLastMinute();
    void ratesAreUnknownAtFirst();
    void countersSetBackAreNoNews();
    void serverThatDoesNotCountLeavesRatesUnknown();
    void failuresAreRetriesAndNewlyDead();
    void failuresLookedForTooSeldomAreALowerBound();
    void historyIsBoundedAndEven();
    void historyKeepsGaps();
    void spanHasTheReadingBeforeIt();
    void tableFollowsTheHistory();
    void outlookIsOfTheLastMinute();
    void wordsAreShort();
    void filtersAreValid();
};

void TestVitals::ratesAreOfTheLastMinute()
{
    VitalsRates rates;
    for (int second = 0; second <= 300; second += 2) // ten a second, then none
        rates.add(readingAt(second, std::min(second, 240) * 10, std::min(second, 270) * 5), {}, {});
    QCOMPARE(rates.arrivals(), 0.0);
    QCOMPARE(rates.completions(), 30 * 5.0);
    QCOMPARE(rates.failures(), 0.0);
}

void TestVitals::ratesAreUnknownAtFirst()
{
    VitalsRates rates;
    QCOMPARE(rates.arrivals(), std::nullopt);
    rates.add(readingAt(0, 0, 0), {}, {});
    rates.add(readingAt(2, 100, 0), {}, {});
    QCOMPARE(rates.arrivals(), std::nullopt); // too short to say
    rates.add(readingAt(4, 200, 0), {}, {});
    QCOMPARE(rates.arrivals(), 3000.0);
    rates.clear();
    QCOMPARE(rates.arrivals(), std::nullopt);
}

void TestVitals::countersSetBackAreNoNews()
{
    VitalsRates rates;
    rates.add(readingAt(0, 5000, 4000), {}, {});
    rates.add(readingAt(10, 5100, 4100), {}, {});
    QCOMPARE(rates.completions(), 600.0);
    rates.add(readingAt(20, 3, 2), {}, {}); // somebody called pg_stat_reset()
    QCOMPARE(rates.completions(), std::nullopt);
    rates.add(readingAt(30, 13, 12), {}, {});
    QCOMPARE(rates.arrivals(), 60.0);
    QCOMPARE(rates.completions(), 60.0);
}

void TestVitals::serverThatDoesNotCountLeavesRatesUnknown()
{
    VitalsRates rates;
    for (int second = 0; second < 20; second += 2) {
        VitalsReading reading = readingAt(second, 0, 0, 1);
        reading.inserted.reset();
        reading.deleted.reset();
        rates.add(reading, {}, {});
    }
    QCOMPARE(rates.arrivals(), std::nullopt);
    QCOMPARE(rates.completions(), std::nullopt);
    QCOMPARE(rates.failures(), 30.0);
}

void TestVitals::failuresAreRetriesAndNewlyDead()
{
    VitalsRates rates;
    rates.add(readingAt(0, 0, 0, 5), {100}, kStart); // those of before count for nothing
    rates.add(readingAt(2, 0, 0, 3), {100}, kStart);
    rates.add(readingAt(4, 0, 0, 0), {104}, kStart.addSecs(4));
    rates.add(readingAt(6, 0, 0, 1), {90}, kStart.addSecs(6)); // some were retried by hand
    QCOMPARE(rates.failures(), 80.0);
    QVERIFY(!rates.isFailuresLowerBound());
}

void TestVitals::failuresLookedForTooSeldomAreALowerBound()
{
    VitalsRates rates;
    rates.add(readingAt(0, 0, 0), {}, {});
    rates.add(readingAt(5, 0, 0, 2), {}, {});
    QVERIFY(rates.isFailuresLowerBound());
    for (int second = 7; second < 80; second += 2)
        rates.add(readingAt(second, 0, 0), {}, {});
    QVERIFY(!rates.isFailuresLowerBound()); // that is long ago
    VitalsReading cut = readingAt(80, 0, 0, 1000);
    cut.isFailedCut = true;
    rates.add(cut, {}, {});
    QVERIFY(rates.isFailuresLowerBound());
}

void TestVitals::historyIsBoundedAndEven()
{
    VitalsHistory history;
    for (qint64 second = 0; second < 3 * 86400; second += 2)
        history.add(vitalsAt(second, second));
    const QList<Vitals> &readings = history.readings();
    QVERIFY(readings.size() <= VitalsHistory::kMost);
    QVERIFY(readings.size() > VitalsHistory::kMost / 4);
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

    VitalsHistory hasty; // read so often that nothing is old
    for (int i = 0; i < 10000; ++i) {
        Vitals vitals = vitalsAt(0);
        vitals.time = kStart.addMSecs(i);
        hasty.add(vitals);
    }
    QVERIFY(hasty.readings().size() <= VitalsHistory::kMost);
}

void TestVitals::historyKeepsGaps()
{
    VitalsHistory history;
    for (int second = 0; second < 40000; second += 2) {
        Vitals vitals = vitalsAt(second);
        vitals.isAfterGap = second == 1002;
        history.add(vitals);
    }
    const auto gaps = std::ranges::count(history.readings(), true, &Vitals::isAfterGap);
    QCOMPARE(gaps, 1);
}

void TestVitals::spanHasTheReadingBeforeIt()
{
    VitalsHistory history;
    QVERIFY(history.since(1min).isEmpty());
    for (int second = 0; second <= 100; second += 10)
        history.add(vitalsAt(second));
    const QList<Vitals> readings = history.since(45s);
    QCOMPARE(readings.size(), 6);
    QCOMPARE(readings.first().time, kStart.addSecs(50));
    QCOMPARE(history.since(1h).size(), 11);
}

void TestVitals::tableFollowsTheHistory()
{
    VitalsTable table;
    QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
    VitalsHistory history;
    const QSignalSpy resets(&table, &QAbstractItemModel::modelReset);
    for (int second = 0; second < 100; second += 2) {
        history.add(vitalsAt(second, second));
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

void TestVitals::outlookIsOfTheLastMinute()
{
    Vitals vitals = vitalsAt(0, 1200);
    QCOMPARE(outlookOf(vitals).kind, Outlook::Kind::Unknown);
    vitals.arrivals = 100;
    vitals.completions = 700;
    QCOMPARE(outlookOf(vitals).kind, Outlook::Kind::Shrinking);
    QCOMPARE(outlookOf(vitals).clearsIn, 2min);
    vitals.arrivals = 900;
    QCOMPARE(outlookOf(vitals).kind, Outlook::Kind::Growing);
    QCOMPARE(outlookOf(vitals).growth, 200.0);
    vitals.arrivals = 700;
    QCOMPARE(outlookOf(vitals).kind, Outlook::Kind::Steady);
    vitals.ready = {0};
    QCOMPARE(outlookOf(vitals).kind, Outlook::Kind::Empty);
}

void TestVitals::wordsAreShort()
{
    QCOMPARE(formatRate({}), u"–"_s);
    QCOMPARE(formatRate(0.0), u"0"_s);
    QCOMPARE(formatRate(3.14), u"3.1"_s);
    QCOMPARE(formatRate(1203.6), u"1,204"_s);
    QCOMPARE(formatRate(12.0, true), u"12+"_s);
    QCOMPARE(formatWait({}), u"–"_s);
    QCOMPARE(formatWait(0ms), u"0 s"_s);
    QCOMPARE(formatWait(12900ms), u"12 s"_s);
    QCOMPARE(formatWait(245s), u"4 min 05 s"_s);
    QCOMPARE(formatWait(76h), u"3 d 4 h"_s);
    QCOMPARE(formatShare(0.0104), u"1.0 %"_s);
    Vitals vitals;
    QCOMPARE(vitals.failureShare(), std::nullopt);
    vitals.failures = 5;
    vitals.completions = 15;
    QCOMPARE(vitals.failureShare(), 0.25);
    vitals.failures = vitals.completions = 0;
    QCOMPARE(vitals.failureShare(), std::nullopt);
}

void TestVitals::filtersAreValid()
{
    const auto isValid = [](const QString &text) { return parseFilter(text).isValid(); };
    Vitals vitals;
    QCOMPARE(oldestFilter(vitals), u"state:ready"_s);
    vitals.oldestReady = 100min;
    QCOMPARE(oldestFilter(vitals), u"state:ready run<now-5400s"_s);
    QVERIFY(isValid(oldestFilter(vitals)));
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

YARDMASTER_TEST(TestVitals)
#include "tst_vitals.moc"
