#include "models/overview/vitalswatch.h"

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

/// A monitor and a watch of the same queue, both reading often.
struct Watched
{
    explicit Watched(const TestDatabase &database)
        : watch(&monitor, SessionPool(database.settings(), u"vitals"_s), kSchema)
    {
        monitor.setInterval(50ms);
        monitor.watch(SessionPool(database.settings()), kSchema);
        watch.setInterval(50ms);
    }
    void start() { watch.setPaused(false); }

    QueueMonitor monitor;
    VitalsWatch watch;
};

VitalsReading valueOf(Result<VitalsReading> reading)
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

class TestVitalsWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agesAreOfDueJobs();
    void oldestBehindBlockedJobsIsALowerBound();
    void drainIsCounted();
    void failuresAreCountedOnce();
    void finalFailuresCount();
    void failingTasksAreNamed();
    void indexOfFailedJobsIsUsed();
    void ratesOfADrain();
    void pausedWatchReadsNothing();
    void detailsAreReadOnlyWhenWanted();
    void expensiveReadsAreRare();
    void lostServerKeepsWhatIsKnown();
    void missingSchemaIsSaid();
};

void TestVitalsWatch::agesAreOfDueJobs()
{
    const TestDatabase database = TestDatabase::createMigrated();
    VitalsReader reader(kSchema);
    const auto session = database.session();
    VitalsReading reading = valueOf(reader.read(*session, false));
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
    QCOMPARE(reading.oldestQueues.at(1).due, (Count{3, false}));
    QVERIFY(!reading.oldestQueues.at(1).isHeld);
    QVERIFY(reading.oldestQueues.at(2).queue.isEmpty());
    QVERIFY(!reading.tasks);
}

void TestVitalsWatch::oldestBehindBlockedJobsIsALowerBound()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('a', queue_name => 'held', run_at => now() - interval '1 "
        "hour') from generate_series(1, 3100);"
        "select graphile_worker.add_job('a', run_at => now() - interval '1 minute');"
        "update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'x'");
    VitalsReader reader(kSchema);
    const VitalsReading reading = valueOf(reader.read(*database.session(), false));
    QVERIFY(reading.isOldestLowerBound);
    QCOMPARE(reading.oldestReady, std::nullopt);
    QCOMPARE(reading.oldestQueues.size(), 1);
    QVERIFY(reading.oldestQueues.first().due.isLowerBound);
}

void TestVitalsWatch::drainIsCounted()
{
    const TestDatabase database = TestDatabase::createMigrated();
    VitalsReader reader(kSchema);
    const auto session = database.session();
    const VitalsReading before = valueOf(reader.read(*session, false));
    database.script("select graphile_worker.add_job('a') from generate_series(1, 250)");
    TestWorker worker(database);
    worker.handle(u"a"_s, test::succeed);
    QVERIFY(worker.drain());
    // The server hears of what sessions did a little later.
    const auto grown = [&](std::optional<qint64> VitalsReading::*counter) {
        return *(valueOf(reader.read(*session, false)).*counter) - *(before.*counter);
    };
    QTRY_COMPARE_WITH_TIMEOUT(grown(&VitalsReading::inserted), 250, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(grown(&VitalsReading::deleted), 250, kPatience);
}

void TestVitalsWatch::failuresAreCountedOnce()
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
    VitalsReader reader(kSchema);
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

void TestVitalsWatch::finalFailuresCount()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a', max_attempts => 1) from "
                    "generate_series(1, 30)");
    Watched watched(database);
    watched.start();
    QTRY_VERIFY_WITH_TIMEOUT(watched.watch.latest().takenTime.isValid(), kPatience);
    QCOMPARE(watched.watch.latest().failed.value, 0);
    TestWorker worker(database);
    worker.handle(u"a"_s, failing);
    QVERIFY(worker.drain());
    QTRY_COMPARE_WITH_TIMEOUT(watched.watch.latest().failed.value, 30, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(watched.watch.latest().failures.value_or(0) > 0, kPatience);
}

void TestVitalsWatch::failingTasksAreNamed()
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
    VitalsReader reader(kSchema);
    const VitalsReading reading = valueOf(reader.read(*database.session(), true));
    QVERIFY(reading.tasks);
    QVERIFY(reading.tasks->areComplete);
    QCOMPARE(reading.tasks->failing, (QList<TaskFailures>{{u"worse"_s, 1, 6}, {u"bad"_s, 4, 0}}));
}

void TestVitalsWatch::indexOfFailedJobsIsUsed()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('old', max_attempts => 1) from generate_series(1, 7);"
        "update graphile_worker._private_jobs set attempts = 1, last_error = 'x';"
        "insert into graphile_worker._private_jobs (task_id) select 1 from "
        "generate_series(1, 20000)");
    VitalsReader reader(kSchema);
    const auto session = database.session();
    VitalsReading reading = valueOf(reader.read(*session, true));
    QVERIFY(!reading.tasks->areComplete);
    QVERIFY(reading.tasks->failing.isEmpty()); // behind the newest, and no index leads there
    database.script("create index _yardmaster_failed_jobs on graphile_worker._private_jobs (id) "
                    "where not is_available and locked_at is null");
    reading = valueOf(reader.read(*session, true));
    QCOMPARE(reading.tasks->failing, (QList<TaskFailures>{{u"old"_s, 7, 0}}));
}

void TestVitalsWatch::ratesOfADrain()
{
    const TestDatabase database = TestDatabase::createMigrated();
    Watched watched(database);
    watched.start();
    QTRY_VERIFY_WITH_TIMEOUT(watched.watch.latest().time.isValid(), kPatience);
    QCOMPARE(watched.watch.latest().arrivals, std::nullopt);
    database.script("select graphile_worker.add_job('a') from generate_series(1, 400)");
    TestWorker worker(database);
    worker.handle(u"a"_s, test::succeed);
    QVERIFY(worker.drain());
    const auto latest = [&] { return watched.watch.latest(); };
    QTRY_VERIFY_WITH_TIMEOUT(latest().arrivals.value_or(0) > 0, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(latest().completions.value_or(0) > 0, kPatience);
    QCOMPARE(latest().failures, 0.0);
    QTRY_COMPARE_WITH_TIMEOUT(latest().ready.value, 0, kPatience);
    const QList<Vitals> &history = watched.watch.history().readings();
    QVERIFY(history.size() > 2);
    QCOMPARE(history.last().time, latest().time);
    QVERIFY(std::ranges::is_sorted(history, {}, &Vitals::time));
}

void TestVitalsWatch::pausedWatchReadsNothing()
{
    const TestDatabase database = TestDatabase::createMigrated();
    Watched watched(database);
    const QSignalSpy reads(&watched.watch, &VitalsWatch::read);
    watched.watch.refreshSoon(); // begins paused
    // As long as the monitor takes for three.
    const QSignalSpy others(&watched.monitor, &QueueMonitor::countsRead);
    QTRY_VERIFY_WITH_TIMEOUT(others.count() >= 3, kPatience);
    QCOMPARE(reads.count(), 0);
    QCOMPARE(database.scalar("select count(*) from pg_stat_activity where datname = "
                             "current_database() and application_name like '%vitals'"),
             u"0"_s);
    watched.start();
    QTRY_VERIFY_WITH_TIMEOUT(reads.count() >= 2, kPatience);
    watched.watch.setPaused(true);
    QTRY_COMPARE_WITH_TIMEOUT(
        database.scalar("select count(*) from pg_stat_activity where datname = current_database() "
                        "and application_name like '%vitals' and state <> 'idle'"),
        u"0"_s, kPatience);
    const qsizetype before = others.count();
    QTRY_VERIFY_WITH_TIMEOUT(others.count() >= before + 2,
                             kPatience); // an answer may be on its way
    const qsizetype known = reads.count();
    QTRY_VERIFY_WITH_TIMEOUT(others.count() >= before + 5, kPatience);
    QCOMPARE(reads.count(), known);
}

void TestVitalsWatch::detailsAreReadOnlyWhenWanted()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('bad', max_attempts => 1);"
                    "update graphile_worker._private_jobs set attempts = 1, last_error = 'x'");
    Watched watched(database);
    const QSignalSpy reads(&watched.watch, &VitalsWatch::read);
    watched.start();
    QTRY_VERIFY_WITH_TIMEOUT(reads.count() >= 3, kPatience);
    QVERIFY(watched.watch.latest().failingTasks.isEmpty());
    watched.watch.setDetailed(true);
    QTRY_COMPARE_WITH_TIMEOUT(watched.watch.latest().failingTasks.size(), 1, kPatience);
}

void TestVitalsWatch::expensiveReadsAreRare()
{
    const TestDatabase database = TestDatabase::createMigrated();
    Watched watched(database);
    const auto holder = database.session();
    QVERIFY(holder->script("begin; lock table graphile_worker._private_jobs"));
    const QSignalSpy failures(&watched.watch, &VitalsWatch::failed);
    watched.start();
    QTRY_VERIFY_WITH_TIMEOUT(failures.count() > 0, kPatience); // timed out after three seconds
    QCOMPARE(watched.watch.error().kind, DbError::Kind::Cancelled);
    const auto wait = QDateTime::currentDateTimeUtc().secsTo(watched.watch.retryAt());
    QVERIFY2(wait > 40, qPrintable(QString::number(wait)));
}

void TestVitalsWatch::lostServerKeepsWhatIsKnown()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a', run_at => now() - interval '1 hour')");
    Watched watched(database);
    watched.start();
    const auto latest = [&] { return watched.watch.latest(); };
    QTRY_COMPARE_WITH_TIMEOUT(latest().ready.value, 1, kPatience);
    const QSignalSpy failures(&watched.watch, &VitalsWatch::failed);
    database.refuse("yardmaster vitals");
    QTRY_VERIFY_WITH_TIMEOUT(failures.count() > 0, kPatience);
    QCOMPARE(failures.first().first().value<DbError>().kind, DbError::Kind::CannotConnect);
    QVERIFY(latest().oldestReady >= 1h);
    database.admit();
    const QSignalSpy reads(&watched.watch, &VitalsWatch::read);
    QTRY_VERIFY_WITH_TIMEOUT(reads.count() > 0, kPatience);
    QVERIFY(!watched.watch.isTroubled());
}

void TestVitalsWatch::missingSchemaIsSaid()
{
    const TestDatabase database = TestDatabase::createEmpty();
    Watched watched(database);
    watched.start();
    QTRY_VERIFY_WITH_TIMEOUT(watched.watch.isTroubled(), kPatience);
    QCOMPARE(watched.watch.error().kind, DbError::Kind::SchemaMissing);
    QVERIFY(!watched.watch.latest().time.isValid());
}

YARDMASTER_TEST(TestVitalsWatch)
#include "tst_vitalswatch.moc"
