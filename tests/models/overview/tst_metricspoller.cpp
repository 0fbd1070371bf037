#include "models/overview/metricspoller.h"

#include "models/console/queuemonitor.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"

#include <QSignalSpy>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using yardmaster::test::TestDatabase;
using yardmaster::test::TestWorker;

namespace {

/// A monitor and a poller of the same queue, both reading often.
struct Watched
{
    explicit Watched(const TestDatabase &database)
        : poller(&monitor, SessionPool(database.settings(), u"metrics"_s), kSchema)
    {
        monitor.setInterval(50ms);
        monitor.watch(SessionPool(database.settings()), kSchema);
        poller.setInterval(50ms);
        poller.setFinalsInterval(50ms);
    }
    void start() { poller.setPaused(false); }

    QueueMonitor monitor;
    MetricsPoller poller;
};

MetricsSample valueOf(Result<MetricsSample> reading)
{
    if (!reading)
        qFatal("%s", qUtf8Printable(reading.error().message));
    return *std::move(reading);
}

TaskOutcome failing(const TaskContext &)
{
    return TaskOutcome::failure(u"no luck"_s);
}

} // namespace

/// Long because each figure is compared with what the tables say.
class TestMetricsPoller : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agesAreOfDueJobs();
    void jobsDueSinceEverHaveAnAge();
    void oldestBehindBlockedJobsIsALowerBound();
    void drainIsCounted();
    void failuresAreCountedOnce();
    void reschedulingIsNoFailure();
    void changesInReadingsOfOwnAreNoFailures();
    void finalFailuresCount();
    void failingByHandIsNoFailedRun();
    void failingTasksAreNamed();
    void indexOfFailedJobsIsUsed();
    void ratesOfADrain();
    void pausedPollerReadsNothing();
    void detailsAreReadOnlyWhenWanted();
    void expensiveReadsAreRare();
    void lostServerKeepsWhatIsKnown();
    void missingSchemaIsSaid();
};

void TestMetricsPoller::agesAreOfDueJobs()
{
    const TestDatabase database = TestDatabase::createMigrated();
    MetricsReader reader(kSchema);
    const auto session = database.session();
    MetricsSample reading = valueOf(reader.read(*session, false));
    QCOMPARE(reading.oldestReady, 0ms);
    QVERIFY(reading.oldestQueues.isEmpty());

    database.script(
        "select graphile_worker.add_job('a', run_at => now() - interval '2 minutes');"
        "select graphile_worker.add_job('a', queue_name => 'slow', priority => 9, run_at => now() "
        "- interval '10 minutes') from generate_series(1, 3);"
        "select graphile_worker.add_job('a', queue_name => 'held', priority => -3, run_at => now() "
        "- interval '1 hour');"
        "select graphile_worker.add_job('a', queue_name => 'later', run_at => now() + interval '1 "
        "hour');"
        "update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'x' "
        "where queue_name = 'held'");
    reading = valueOf(reader.read(*session, false));
    QVERIFY(*reading.oldestReady >= 10min && *reading.oldestReady < 60min);
    QVERIFY(!reading.isOldestLowerBound);
    QCOMPARE(reading.oldestQueues.size(), 3);
    QCOMPARE(reading.oldestQueues.at(0).queue, u"held"_s);
    QVERIFY(reading.oldestQueues.at(0).isHeld);
    QVERIFY(reading.oldestQueues.at(0).age >= 1h);
    QCOMPARE(reading.oldestQueues.at(1).queue, u"slow"_s);
    QCOMPARE(reading.oldestQueues.at(1).due, (Count{3}));
    QVERIFY(!reading.oldestQueues.at(1).isHeld);
    QVERIFY(reading.oldestQueues.at(2).queue.isEmpty());
    QVERIFY(!reading.tasks);
}

void TestMetricsPoller::jobsDueSinceEverHaveAnAge()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a', queue_name => 'q', run_at => '-infinity');"
                    "select graphile_worker.add_job('a', run_at => 'infinity')");
    MetricsReader reader(kSchema);
    const auto session = database.session();
    const MetricsSample reading = valueOf(reader.read(*session, false));
    QVERIFY(reading.oldestReady > 24h * 365 * 1000);
    QCOMPARE(reading.oldestQueues.size(), 1);
}

void TestMetricsPoller::oldestBehindBlockedJobsIsALowerBound()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('a', queue_name => 'held', run_at => now() - interval '1 "
        "hour') from generate_series(1, 3100);"
        "select graphile_worker.add_job('a', run_at => now() - interval '1 minute');"
        "update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'x'");
    MetricsReader reader(kSchema);
    const MetricsSample reading = valueOf(reader.read(*database.session(), false));
    QVERIFY(reading.isOldestLowerBound);
    QCOMPARE(reading.oldestReady, std::nullopt);
    QCOMPARE(reading.oldestQueues.size(), 1);
    QCOMPARE(reading.oldestQueues.first().due.precision, Count::AtLeast);
}

void TestMetricsPoller::drainIsCounted()
{
    const TestDatabase database = TestDatabase::createMigrated();
    MetricsReader reader(kSchema);
    const auto session = database.session();
    const MetricsSample before = valueOf(reader.read(*session, false));
    database.script("select graphile_worker.add_job('a') from generate_series(1, 250)");
    {
        TestWorker worker(database);
        worker.handle(u"a"_s, test::succeed);
        QVERIFY(worker.drain());
    } // with its sessions: before PostgreSQL 15, an idle one may never tell what it did last
    // The server hears of what sessions did a little later.
    const auto grown = [&](std::optional<qint64> MetricsSample::*counter) {
        database.updateStatistics();
        return *(valueOf(reader.read(*session, false)).*counter) - *(before.*counter);
    };
    QTRY_COMPARE_WITH_TIMEOUT(grown(&MetricsSample::inserted), 250, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(grown(&MetricsSample::deleted), 250, kPatience);
}

void TestMetricsPoller::failuresAreCountedOnce()
{
    const TestDatabase database = TestDatabase::createMigrated();
    // Their retries are minutes and hours away, or the worker would take them again.
    database.script(
        "select graphile_worker.add_job('a') from generate_series(1, 40);"
        "select graphile_worker.add_job('a', priority => 5) from generate_series(1, 20);"
        "update graphile_worker._private_jobs set last_error = 'x', "
        "attempts = case when id <= 10 then 15 when id <= 20 then 9 else 4 end;"
        "insert into graphile_worker._private_jobs (task_id, run_at) select 1, now() + "
        "exp(5 + n % 5) * interval '1 s' from generate_series(1, 100) as n");
    MetricsReader reader(kSchema);
    const auto session = database.session();
    QCOMPARE(valueOf(reader.read(*session, false)).failed, std::nullopt); // since when?
    TestWorker worker(database);
    worker.handle(u"a"_s, failing);
    QVERIFY(worker.drain());
    qint64 failed = 0;
    const auto counted = [&] { return failed += *valueOf(reader.read(*session, false)).failed; };
    QTRY_COMPARE_WITH_TIMEOUT(counted(), 60, kPatience);
    // Nothing is counted again, as their windows have passed.
    for (int i = 0; i < 5; ++i)
        QCOMPARE(counted(), 60);
}

void TestMetricsPoller::finalFailuresCount()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a', max_attempts => 1) from "
                    "generate_series(1, 30)");
    Watched watched(database);
    watched.start();
    // Twice: only what fails from now on counts. A reading that a busy machine delays makes a lower
    // bound of the minute after it.
    QTRY_VERIFY_WITH_TIMEOUT(watched.poller.latest().failures.has_value()
                                 && !watched.poller.latest().isFailuresLowerBound,
                             3 * kPatience);
    QCOMPARE(watched.poller.latest().failures, 0.0);
    TestWorker worker(database);
    worker.handle(u"a"_s, failing);
    QVERIFY(worker.drain());
    QTRY_COMPARE_WITH_TIMEOUT(watched.poller.latest().failed.value, 30, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(watched.poller.latest().failures.value_or(0) > 0, kPatience);
}

/// Retrying jobs that are spread over ten minutes look, one after the other, as if they had just
/// failed: they are due when they would be then.
void TestMetricsPoller::reschedulingIsNoFailure()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('a') from generate_series(1, 3000);"
        "update graphile_worker._private_jobs set last_error = 'x', attempts = 1 + id % 4,"
        " created_at = now() - interval '1 day', updated_at = now() - interval '1 day',"
        " run_at = now() + interval '1 hour'");
    MetricsReader reader(kSchema);
    const auto session = database.session();
    (void)valueOf(reader.read(*session, false));
    database.script("select graphile_worker.reschedule_jobs(array[id],"
                    " run_at := now() + id * interval '4 ms') from graphile_worker._private_jobs");
    // Twelve seconds of them, of which those of the first attempt alone are six.
    qint64 failed = 0;
    const auto isOver = [&] {
        failed += valueOf(reader.read(*session, false)).failed.value_or(0);
        return database.scalar("select count(*) from graphile_worker._private_jobs "
                               "where run_at > now() + interval '3 s'")
            == u"0"_s;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isOver(), kPatience);
    QCOMPARE(failed, 0);
}

/// What was changed between two readings is left out, and what failed since then is not.
void TestMetricsPoller::changesInReadingsOfOwnAreNoFailures()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('a') from generate_series(1, 20);"
        "update graphile_worker._private_jobs set last_error = 'x', attempts = 4,"
        " created_at = now() - interval '1 day', updated_at = now() - interval '1 day'");
    MetricsReader reader(kSchema);
    const auto session = database.session();
    (void)valueOf(reader.read(*session, false));
    // Half of them rescheduled to where a failure would put them, the other half fails.
    database.script("select graphile_worker.reschedule_jobs(array[id],"
                    " run_at := now() + exp(4) * interval '1 s')"
                    " from graphile_worker._private_jobs where id <= 10;"
                    "update graphile_worker._private_jobs set attempts = 5,"
                    " run_at = now() + exp(5) * interval '1 s' where id > 10");
    qint64 failed = 0;
    const auto counted
        = [&] { return failed += valueOf(reader.read(*session, false)).failed.value_or(0); };
    QTRY_COMPARE_WITH_TIMEOUT(counted(), 10, kPatience);
    for (int i = 0; i < 5; ++i)
        QCOMPARE(counted(), 10);
}

void TestMetricsPoller::failingByHandIsNoFailedRun()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('a') from generate_series(1, 50);"
        "update graphile_worker._private_jobs set"
        " created_at = now() - interval '1 day', updated_at = now() - interval '1 day'");
    FinalFailuresReader reader(kSchema);
    const auto session = database.session();
    const auto read = [&] {
        const auto failures = reader.read(*session);
        if (!failures)
            qFatal("%s", qUtf8Printable(failures.error().message));
        return *failures;
    };
    QCOMPARE(read().span, 0us); // since when?
    database.script("select graphile_worker.permanently_fail_jobs(array_agg(id), 'by hand')"
                    " from graphile_worker._private_jobs where id <= 20;"
                    "update graphile_worker._private_jobs set attempts = max_attempts,"
                    " last_error = 'x' where id > 45"); // as a worker does
    const FinalFailures failures = read();
    QCOMPARE(failures.runs, 5);
    QVERIFY(failures.span > 0us);
    QCOMPARE(read().runs, 0);
}

void TestMetricsPoller::failingTasksAreNamed()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('fine') from generate_series(1, 50);"
        "select graphile_worker.add_job('bad', max_attempts => 1) from generate_series(1, 4);"
        "select graphile_worker.add_job('worse') from generate_series(1, 6);"
        "select graphile_worker.add_job('worse', max_attempts => 1);"
        "update graphile_worker._private_jobs as jobs set attempts = 1, last_error = 'x', run_at = "
        "now() + interval '1 hour' from graphile_worker._private_tasks as tasks where "
        "tasks.id = task_id and identifier <> 'fine'");
    MetricsReader reader(kSchema);
    const MetricsSample reading = valueOf(reader.read(*database.session(), true));
    QVERIFY(reading.tasks);
    QVERIFY(reading.tasks->areComplete);
    QCOMPARE(reading.tasks->failing, (QList<TaskFailures>{{u"worse"_s, 1, 6}, {u"bad"_s, 4, 0}}));
}

void TestMetricsPoller::indexOfFailedJobsIsUsed()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('old', max_attempts => 1) from generate_series(1, 7);"
        "update graphile_worker._private_jobs set attempts = 1, last_error = 'x';"
        "insert into graphile_worker._private_jobs (task_id) select 1 from "
        "generate_series(1, 20000)");
    MetricsReader reader(kSchema);
    const auto session = database.session();
    MetricsSample reading = valueOf(reader.read(*session, true));
    QVERIFY(!reading.tasks->areComplete);
    QVERIFY(reading.tasks->failing.isEmpty()); // behind the newest, and no index leads there
    database.script("create index _yardmaster_failed_jobs on graphile_worker._private_jobs (id) "
                    "where not is_available and locked_at is null");
    reading = valueOf(reader.read(*session, true));
    QCOMPARE(reading.tasks->failing, (QList<TaskFailures>{{u"old"_s, 7, 0}}));
}

void TestMetricsPoller::ratesOfADrain()
{
    const TestDatabase database = TestDatabase::createMigrated();
    Watched watched(database);
    watched.start();
    QTRY_VERIFY_WITH_TIMEOUT(watched.poller.latest().time.isValid(), kPatience);
    QCOMPARE(watched.poller.latest().arrivals, std::nullopt);
    database.script("select graphile_worker.add_job('a') from generate_series(1, 400)");
    {
        TestWorker worker(database);
        worker.handle(u"a"_s, test::succeed);
        QVERIFY(worker.drain());
    } // with its sessions, as above
    const auto latest = [&] {
        database.updateStatistics();
        return watched.poller.latest();
    };
    const auto hasSeen = [&](std::optional<double> QueueMetrics::*rate) {
        database.updateStatistics();
        return std::ranges::any_of(
            watched.poller.history().readings(),
            [rate](const QueueMetrics &reading) { return (reading.*rate).value_or(0) > 0; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasSeen(&QueueMetrics::arrivals), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(hasSeen(&QueueMetrics::completions), kPatience);
    QCOMPARE(latest().failures, 0.0);
    QTRY_COMPARE_WITH_TIMEOUT(latest().ready.value, 0, kPatience);
    const QList<QueueMetrics> &history = watched.poller.history().readings();
    QVERIFY(history.size() > 2);
    QCOMPARE(history.last().time, latest().time);
    QVERIFY(std::ranges::is_sorted(history, {}, &QueueMetrics::time));
}

void TestMetricsPoller::pausedPollerReadsNothing()
{
    const TestDatabase database = TestDatabase::createMigrated();
    Watched watched(database);
    const QSignalSpy reads(&watched.poller, &MetricsPoller::read);
    watched.poller.refreshSoon(); // begins paused
    // As long as the monitor takes for three.
    const QSignalSpy others(&watched.monitor, &QueueMonitor::countsRead);
    QTRY_VERIFY_WITH_TIMEOUT(others.count() >= 3, kPatience);
    QCOMPARE(reads.count(), 0);
    QCOMPARE(database.scalar("select count(*) from pg_stat_activity where datname = "
                             "current_database() and application_name like '%metrics'"),
             u"0"_s);
    watched.start();
    QTRY_VERIFY_WITH_TIMEOUT(reads.count() >= 2, kPatience);
    watched.poller.setPaused(true);
    QTRY_COMPARE_WITH_TIMEOUT(
        database.scalar("select count(*) from pg_stat_activity where datname = current_database() "
                        "and application_name like '%metrics' and state <> 'idle'"),
        u"0"_s, kPatience);
    const qsizetype before = others.count();
    QTRY_VERIFY_WITH_TIMEOUT(others.count() >= before + 2,
                             kPatience); // an answer may be on its way
    const qsizetype known = reads.count();
    QTRY_VERIFY_WITH_TIMEOUT(others.count() >= before + 5, kPatience);
    QCOMPARE(reads.count(), known);
}

void TestMetricsPoller::detailsAreReadOnlyWhenWanted()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('bad', max_attempts => 1);"
                    "update graphile_worker._private_jobs set attempts = 1, last_error = 'x'");
    Watched watched(database);
    const QSignalSpy reads(&watched.poller, &MetricsPoller::read);
    watched.start();
    QTRY_VERIFY_WITH_TIMEOUT(reads.count() >= 3, kPatience);
    QVERIFY(watched.poller.latest().failingTasks.isEmpty());
    watched.poller.setDetailed(true);
    QTRY_COMPARE_WITH_TIMEOUT(watched.poller.latest().failingTasks.size(), 1, kPatience);
}

void TestMetricsPoller::expensiveReadsAreRare()
{
    const TestDatabase database = TestDatabase::createMigrated();
    Watched watched(database);
    const auto holder = database.session();
    QVERIFY(holder->script("begin; lock table graphile_worker._private_jobs"));
    const QSignalSpy failures(&watched.poller, &MetricsPoller::failed);
    watched.start();
    QTRY_VERIFY_WITH_TIMEOUT(failures.count() > 0, kPatience); // timed out after three seconds
    QCOMPARE(watched.poller.error().kind, DbError::Kind::Cancelled);
    const auto wait = QDateTime::currentDateTimeUtc().secsTo(watched.poller.retryAt());
    QVERIFY2(wait > 40, qPrintable(QString::number(wait)));
}

void TestMetricsPoller::lostServerKeepsWhatIsKnown()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a', run_at => now() - interval '1 hour')");
    Watched watched(database);
    watched.start();
    const auto latest = [&] { return watched.poller.latest(); };
    QTRY_COMPARE_WITH_TIMEOUT(latest().ready.value, 1, kPatience);
    const QSignalSpy failures(&watched.poller, &MetricsPoller::failed);
    database.refuse("yardmaster metrics");
    QTRY_VERIFY_WITH_TIMEOUT(failures.count() > 0, kPatience);
    QCOMPARE(failures.first().first().value<DbError>().kind, DbError::Kind::CannotConnect);
    QVERIFY(latest().oldestReady >= 1h);
    database.admit();
    const QSignalSpy reads(&watched.poller, &MetricsPoller::read);
    QTRY_VERIFY_WITH_TIMEOUT(reads.count() > 0, kPatience);
    QVERIFY(!watched.poller.isTroubled());
}

void TestMetricsPoller::missingSchemaIsSaid()
{
    const TestDatabase database = TestDatabase::createEmpty();
    Watched watched(database);
    watched.start();
    QTRY_VERIFY_WITH_TIMEOUT(watched.poller.isTroubled(), kPatience);
    QCOMPARE(watched.poller.error().kind, DbError::Kind::SchemaMissing);
    QVERIFY(!watched.poller.latest().time.isValid());
}

YARDMASTER_TEST(TestMetricsPoller)
#include "tst_metricspoller.moc"
