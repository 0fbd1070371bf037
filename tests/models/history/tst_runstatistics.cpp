#include "models/history/runstatistics.h"
#include "models/overview/runfigures.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/testprogram.h"
#include "worker/db/rowtimes.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

RunStatistics statisticsOf(const TestDatabase &database, RunSpan span, const QString &task = {})
{
    const auto session = database.session();
    const auto read = readRunStatistics(*session, kSchema, {span}, task);
    if (!read)
        qFatal("%s", qUtf8Printable(read.error().message));
    return *read;
}

} // namespace

class TestRunStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quantilesFollowFromBuckets();
    void runsAreCountedOneByOne();
    void rollUpsAndRunsAreOneChart();
    void failuresOfOverviewBecomeExact();
    void earlierTimesAreComparedWith_data();
    void earlierTimesAreComparedWith();
    void aBaselineMayOverlap_data();
    void aBaselineMayOverlap();
    void withoutHistoryThereIsNone();
};

void TestRunStatistics::quantilesFollowFromBuckets()
{
    QList<double> bounds;
    for (int i = 1; i < DurationBuckets::kCount; ++i)
        bounds << 100 * std::pow(1.65, i);
    DurationBuckets none;
    QVERIFY(!none.quantile(0.5, bounds));
    DurationBuckets some;
    some.counts[0] = 90;  // up to 165 us
    some.counts[10] = 10; // 14.96 ms to 24.7 ms
    QCOMPARE(some.total(), 100);
    QVERIFY(*some.quantile(0.5, bounds) > 0us && *some.quantile(0.5, bounds) <= 165us);
    QVERIFY(*some.quantile(0.95, bounds) > 14ms && *some.quantile(0.95, bounds) < 25ms);
    QVERIFY(*some.quantile(0.5, bounds) < *some.quantile(0.9, bounds));
    DurationBuckets longest;
    longest.counts[DurationBuckets::kCount - 1] = 1;
    QCOMPARE(*longest.quantile(0.99, bounds),
             std::chrono::microseconds(std::llround(bounds.last())));
}

void TestRunStatistics::runsAreCountedOneByOne()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    recordRuns(database);
    for (const RunSpan span : {RunSpan::QuarterHour, RunSpan::Hour, RunSpan::Day}) {
        const RunStatistics statistics = statisticsOf(database, span);
        QVERIFY(statistics.presence.isReadable() && !statistics.isIncomplete);
        QCOMPARE(qint64(statistics.points.size()), lengthOf(span) / stepOf(span) + 1);
        QCOMPARE(statistics.bounds.size(), DurationBuckets::kCount - 1);
        QCOMPARE(statistics.sums.succeeded, 22); // 1, 4 and 5 to 24
        QCOMPARE(statistics.sums.failed, 4);
        QCOMPARE(statistics.sums.others, 3);
        QCOMPARE(statistics.sums.wait.total(), 26); // all that a worker fetched
        QCOMPARE(statistics.sums.held.total(), 26);
        // Due for three seconds, held for two.
        const auto wait = statistics.sums.wait.quantile(0.5, statistics.bounds);
        QVERIFY(wait > 2s && wait < 5s);
        QCOMPARE(statistics.tasks.size(), 2);
        QCOMPARE(statistics.tasks.first().name, u"send_email"_s);
        QCOMPARE(statistics.tasks.first().sums.failed, 3);
        QCOMPARE(statistics.tasks.last().sums.others, 2);
    }
    QCOMPARE(statisticsOf(database, RunSpan::Hour, u"resize"_s).sums.failed, 1);
    QCOMPARE(statisticsOf(database, RunSpan::Day, u"nothing"_s).sums.runs(), 0);
}

void TestRunStatistics::rollUpsAndRunsAreOneChart()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    recordRuns(database);
    // The same runs three hours ago, and rolled up; those of now are not.
    database.script(
        "insert into graphile_worker._yardmaster_history select finished - interval '3 hours',"
        " started - interval '3 hours', min_id, max_id, task_id, n, outcome, worker, ids,"
        " array(select one - interval '3 hours' from unnest(run_ats) as one), attempts,"
        " queue_ids, handler_us from graphile_worker._yardmaster_history;"
        "update graphile_worker._yardmaster_history_state"
        " set installed_at = now() - interval '1 day', rolled_up_to = date_trunc('hour', now() - "
        "interval '5 hours')");
    const RunStatistics before = statisticsOf(database, RunSpan::Week);
    QVERIFY(before.isIncomplete); // nobody rolled up, and it is too much to count
    database.script("select * from graphile_worker._yardmaster_history_rollup()");
    const RunStatistics after = statisticsOf(database, RunSpan::Week);
    QVERIFY(!after.isIncomplete);
    QCOMPARE(after.sums.succeeded, 44);
    QCOMPARE(after.sums.failed, 4);
    QCOMPARE(after.tasks.first().sums.succeeded, 42);
    QCOMPARE(std::ranges::count_if(after.points,
                                   [](const auto &point) { return point.sums.succeeded > 0; }),
             2);
    const QList<QueueMetrics> readings = readingsOf(after);
    QVERIFY(!readings.isEmpty());
    QVERIFY(std::ranges::is_sorted(readings, {}, &QueueMetrics::time));
}

void TestRunStatistics::failuresOfOverviewBecomeExact()
{
    RunStatistics statistics;
    statistics.presence = {true, true, Timestamp(0s)};
    statistics.step = 15s;
    statistics.from = Timestamp(1000s);
    statistics.until = Timestamp(1095s);
    for (int i = 0; i < 7; ++i) {
        RunStatistics::Point point;
        point.begin = statistics.from + i * 15s;
        point.sums.failed = 2;
        statistics.points << point;
    }
    QueueMetrics reading;
    reading.time = QDateTime::fromSecsSinceEpoch(1090, kUtc);
    reading.failures = 100;
    QueueMetrics early = reading;
    early.time = QDateTime::fromSecsSinceEpoch(1010, kUtc);
    const QList<QueueMetrics> exact = withExactFailures({early, reading}, statistics);
    QCOMPARE(exact.first(), early); // the minute before it was not read
    QVERIFY(exact.last().areFailuresExact);
    QCOMPARE(exact.last().failuresPrecision(), Count::Exact);
    QVERIFY(exact.last().failures > 7 && exact.last().failures < 10);
    statistics.presence = {};
    QCOMPARE(withExactFailures({reading}, statistics).first(), reading);
}

void TestRunStatistics::earlierTimesAreComparedWith_data()
{
    QTest::addColumn<int>("span");
    QTest::addColumn<int>("baseline");
    QTest::newRow("an hour, yesterday") << int(RunSpan::Hour) << int(RunBaseline::Yesterday);
    QTest::newRow("an hour, a week ago") << int(RunSpan::Hour) << int(RunBaseline::LastWeek);
    QTest::newRow("a day, yesterday") << int(RunSpan::Day) << int(RunBaseline::Yesterday);
    QTest::newRow("a week, the one before") << int(RunSpan::Week) << int(RunBaseline::LastWeek);
}

void TestRunStatistics::earlierTimesAreComparedWith()
{
    QFETCH(const int, span);
    QFETCH(const int, baseline);
    const RunChoice choice{RunSpan(span), RunBaseline(baseline)};
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    recordRuns(database);
    const auto session = database.session();
    const auto read = [&] {
        const auto statistics = readRunStatistics(*session, kSchema, choice);
        if (!statistics)
            qFatal("%s", qUtf8Printable(statistics.error().message));
        return *statistics;
    };
    // Before it was installed, nothing is known; that is not nothing.
    RunStatistics statistics = read();
    for (const RunStatistics::Point &point : std::as_const(statistics.points))
        QVERIFY(!point.before);
    QVERIFY(comparisonText(statistics).startsWith(u"There is no data for"_s));

    const QByteArray shift = QByteArray::number(qint64(shiftOf(choice.baseline).count())) + " s'";
    database.script(
        "insert into graphile_worker._yardmaster_history select finished - interval '" + shift
        + ", started - interval '" + shift
        + ", min_id, max_id, task_id, n, outcome, worker, ids, array(select one - interval '"
        + shift
        + " from unnest(run_ats) as one), attempts, queue_ids, handler_us from "
          "graphile_worker._yardmaster_history; update "
          "graphile_worker._yardmaster_history_state set installed_at = now() - interval '30 "
          "days', keep_days = 8, rolled_up_to = date_trunc('hour', now() - interval '9 days')");
    database.script("select graphile_worker._yardmaster_history_rollup() from generate_series(1, "
                    "10)");
    statistics = read();
    // At the first point of a day and of a week is what is compared with here.
    statistics.points.removeFirst();
    qint64 before = 0;
    for (const RunStatistics::Point &point : std::as_const(statistics.points)) {
        QVERIFY(point.before);
        QCOMPARE(point.before->succeeded, point.sums.succeeded); // each under its own
        before += point.before->succeeded;
    }
    QCOMPARE(before, 22);
    // The last point is not over, and not compared; a little later it is.
    statistics.until += statistics.step;
    const QList<QueueMetrics> readings = readingsOf(statistics);
    QVERIFY(std::ranges::any_of(readings, [](const QueueMetrics &reading) {
        return reading.runsBefore && reading.runsBefore->succeeded > 0;
    }));
    QVERIFY(comparisonText(statistics)
                .startsWith(u"Runs 26, "_s + baselineWord(choice.baseline) + u" 22"_s));
    // What is not kept is not known either.
    database.script("update graphile_worker._yardmaster_history_state set keep_days = 1, "
                    "keep_rollup_days = 1");
    statistics = read();
    if (choice.baseline == RunBaseline::LastWeek)
        QVERIFY(!statistics.points.first().before);
}

void TestRunStatistics::aBaselineMayOverlap_data()
{
    QTest::addColumn<int>("span");
    QTest::addColumn<int>("baseline");
    QTest::newRow("a week, yesterday") << int(RunSpan::Week) << int(RunBaseline::Yesterday);
    QTest::newRow("4 weeks, yesterday") << int(RunSpan::FourWeeks) << int(RunBaseline::Yesterday);
    QTest::newRow("4 weeks, a week ago") << int(RunSpan::FourWeeks) << int(RunBaseline::LastWeek);
}

void TestRunStatistics::aBaselineMayOverlap()
{
    QFETCH(const int, span);
    QFETCH(const int, baseline);
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    // Every hour has another number.
    database.script(
        "insert into graphile_worker._yardmaster_history_hours (hour, task_id, outcome, runs, "
        "wait_buckets, held_buckets) select hour, task, outcome, number, number || "
        "array_fill(0::bigint, array[41]), array_fill(0::bigint, array[42]) from "
        "generate_series(date_trunc('hour', now()) - interval '40 days', date_trunc('hour', now()) "
        "- interval '1 hour', interval '1 hour') as hour cross join (values (1), (2)) as tasks "
        "(task) cross join (values ('s'::\"char\"), ('e')) as outcomes (outcome) cross join "
        "lateral "
        "(select (extract(epoch from hour) / 3600)::bigint as number) as numbers;"
        "update graphile_worker._yardmaster_history_state set installed_at = now() - interval '40 "
        "days', rolled_up_to = date_trunc('hour', now())");
    const auto session = database.session();
    const RunChoice choice{RunSpan(span), RunBaseline(baseline)};
    const auto statistics = readRunStatistics(*session, kSchema, choice);
    QVERIFY(statistics);
    const std::chrono::seconds shift = shiftOf(choice.baseline);
    for (const RunStatistics::Point &point : statistics->points) {
        QVERIFY(point.before);
        const auto rows = session->query(
            "select sum(runs)::bigint from graphile_worker._yardmaster_history_hours where outcome "
            "= 's' and hour >= $1::timestamptz and hour < $2::timestamptz",
            {timestampParam(point.begin - shift),
             timestampParam(std::min<Timestamp>(point.begin + statistics->step, statistics->until)
                            - shift)});
        QVERIFY(rows);
        QCOMPARE(point.before->succeeded, rows->int64(0, 0));
        QCOMPARE(point.before->wait.counts[0], 2 * rows->int64(0, 0)); // failures, too
    }
}

void TestRunStatistics::withoutHistoryThereIsNone()
{
    const RunStatistics none = statisticsOf(TestDatabase::createMigrated(), RunSpan::Day);
    QVERIFY(!none.presence.isThere && none.points.isEmpty());
    QCOMPARE(none.choice.span, RunSpan::Day);
}

YARDMASTER_TEST(TestRunStatistics)
#include "tst_runstatistics.moc"
