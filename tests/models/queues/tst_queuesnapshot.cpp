#include "models/queues/queuesnapshot.h"

#include "models/queues/queueevidence.h"
#include "models/queues/queuesmodel.h"
#include "models/session/poller.h"
#include "models/tasks/tasksmodel.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Lock = QueueRow::Lock;

namespace {

QueueRow queueIn(const QueueSnapshot &reading, const QString &name)
{
    for (const QueueRow &row : reading.queues) {
        if (row.name == name)
            return row;
    }
    return {};
}

TaskRow taskIn(const TaskSnapshot &reading, const QString &name)
{
    for (const TaskRow &row : reading.tasks) {
        if (row.name == name)
            return row;
    }
    return {};
}

} // namespace

/// Queues and tasks as the window reads them, on a real server.
class TestQueueSnapshot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void smallQueuesAreCountedExactly();
    void locksAreDistinguished();
    void lockOfAStaleOwnerIsAnOrphan();
    void schemaWithoutRegistryIsRead();
    void deletedQueueIsListed();
    void largeTablesAreSampled();
    void wholeTableIsNotRead();
    void liveWorkerHoldsAQueueAndKnowsItsTasks();
    void workersWithManyTasksAreMarked();
    void tasksAreCountedAndKnown();
    void modelsFollowReadings();
    void pollerReadsOnlyWhileShown();

private:
    [[nodiscard]] QueueSnapshot queues() const { return valueOf(readQueues(*m_session, kSchema)); }
    [[nodiscard]] TaskSnapshot tasks() const { return valueOf(readTasks(*m_session, kSchema)); }

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<Session> m_session;
};

void TestQueueSnapshot::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_session = m_database->session();
}

void TestQueueSnapshot::cleanup()
{
    m_session.reset();
    m_database.reset();
}

void TestQueueSnapshot::smallQueuesAreCountedExactly()
{
    m_database->script(
        "select graphile_worker.add_job('a', queue_name := 'q', priority := n % 3,"
        " run_at := now() - n * interval '1 minute') from generate_series(1, 7) as n;"
        "select graphile_worker.add_job('a', queue_name := 'q', run_at := now() + n * interval '1 "
        "hour')"
        " from generate_series(1, 3) as n;"
        "select graphile_worker.add_job('a', queue_name := 'q', run_at := 'infinity');"
        "select graphile_worker.add_job('a', queue_name := 'other') from generate_series(1, 2);"
        "select graphile_worker.add_job('a');"
        "with failed as (select id from graphile_worker._private_jobs where run_at < now() order "
        "by id"
        " limit 2) update graphile_worker._private_jobs set attempts = max_attempts, last_error = "
        "'x'"
        " where id in (select id from failed);");
    const QueueSnapshot reading = queues();
    QCOMPARE(reading.queues.size(), 2);
    QVERIFY(!reading.isCut && reading.isHeldComplete);
    const QueueRow queue = queueIn(reading, u"q"_s);
    QCOMPARE(queue.lock, Lock::Free);
    QCOMPARE(queue.load.ready, Count{5});
    QCOMPARE(queue.load.blocked, Count{0});
    QCOMPARE(queue.load.scheduled, Count{4});
    QCOMPARE(queue.load.failed, Count{2});
    QCOMPARE(queue.load.all(), Count{11});
    const auto oldest = reading.now - *queue.load.oldestDue;
    QVERIFY(oldest >= 7min && oldest < 60min);
    QVERIFY(*queue.load.nextDue > reading.now);
    QCOMPARE(queueIn(reading, u"other"_s).load.all(), Count{2});
    QCOMPARE(queueIn(reading, u"other"_s).load.nextDue, std::nullopt);
}

void TestQueueSnapshot::locksAreDistinguished()
{
    m_database->script(
        "select graphile_worker.add_job('a', queue_name := q)"
        " from unnest(array['free', 'running', 'running', 'orphan', 'foreign']) as q;"
        "update graphile_worker._private_job_queues set locked_by = 'w', locked_at = now()"
        " where queue_name in ('running', 'orphan', 'foreign');"
        "update graphile_worker._private_jobs as jobs set locked_by = case queue_name"
        " when 'foreign' then 'x' else 'w' end, locked_at = now()"
        " from graphile_worker._private_job_queues as queues"
        " where queues.id = job_queue_id and queue_name in ('running', 'foreign');");
    const QueueSnapshot reading = queues();
    QCOMPARE(queueIn(reading, u"free"_s).lock, Lock::Free);
    const QueueRow running = queueIn(reading, u"running"_s);
    QCOMPARE(running.lock, Lock::Running);
    QCOMPARE(running.owner, u"w"_s);
    QCOMPARE(running.jobs, 2);
    QCOMPARE(running.job->task, u"a"_s);
    QCOMPARE(running.load.running, Count{2});
    QCOMPARE(queueIn(reading, u"orphan"_s).lock, Lock::Orphaned);
    QCOMPARE(queueIn(reading, u"orphan"_s).load.blocked, Count{1});
    // A job that another one has locked does not make it this owner's.
    QCOMPARE(queueIn(reading, u"foreign"_s).lock, Lock::Orphaned);
}

void TestQueueSnapshot::lockOfAStaleOwnerIsAnOrphan()
{
    m_database->script(
        "select graphile_worker.add_job('a', queue_name := 'q');"
        "update graphile_worker._private_job_queues set locked_by = 'w', locked_at = now();"
        "update graphile_worker._private_jobs set locked_by = 'w', locked_at = now();"
        "insert into graphile_worker._private_workers (id, last_heartbeat_at) values ('w', "
        "now());");
    QCOMPARE(queues().queues.first().lock, Lock::Running);
    QVERIFY(queues().queues.first().isOwnerRegistered);
    m_database->script("update graphile_worker._private_workers set last_heartbeat_at = now() - "
                       "interval '1 hour';");
    const QueueRow queue = queues().queues.first();
    QCOMPARE(queue.lock, Lock::Orphaned);
    QVERIFY(queue.isOwnerStale && queue.job);
}

void TestQueueSnapshot::schemaWithoutRegistryIsRead()
{
    m_database->script(
        "drop table graphile_worker._private_workers;"
        "select graphile_worker.add_job('a', queue_name := 'q');"
        "update graphile_worker._private_job_queues set locked_by = 'w', locked_at = now();");
    QCOMPARE(queues().queues.first().lock, Lock::Orphaned);
    QVERIFY(!queues().queues.first().isOwnerRegistered);
    const TaskSnapshot reading = tasks();
    QVERIFY(!reading.hasRegistry);
    QCOMPARE(whoKnows(reading.tasks.first(), reading, false), TaskKnown::Unknown);
    const auto evidence = valueOf(readQueueEvidence(*m_session, kSchema, u"q"_s));
    QVERIFY(!evidence.hasRegistry && evidence.canRelease() && !evidence.isOwnerSurelyGone());
}

void TestQueueSnapshot::deletedQueueIsListed()
{
    m_database->script("select graphile_worker.add_job('a', queue_name := 'q');"
                       "delete from graphile_worker._private_job_queues;");
    const QueueSnapshot reading = queues();
    QCOMPARE(reading.queues.size(), 1);
    QCOMPARE(reading.queues.first().lock, Lock::Missing);
    QCOMPARE(reading.queues.first().load.blocked, Count{1});
}

void TestQueueSnapshot::largeTablesAreSampled()
{
    m_database->script(
        "select graphile_worker.add_job('a', queue_name := 'old');"
        "select graphile_worker.add_job('a', queue_name := 'q');"
        "insert into graphile_worker._private_jobs (task_id, job_queue_id) select t.id, q.id from"
        " generate_series(1, 12000), graphile_worker._private_tasks as t,"
        " graphile_worker._private_job_queues as q where q.queue_name = 'q';"
        "update graphile_worker._private_jobs set locked_by = 'w', locked_at = now()"
        " where id = (select min(id) from graphile_worker._private_jobs);"
        "update graphile_worker._private_job_queues set locked_by = 'w', locked_at = now()"
        " where queue_name = 'old';");
    QueueSnapshot reading = queues();
    QCOMPARE(queueIn(reading, u"q"_s).load.ready, (Count{kLoadSample, Count::AtLeast}));
    QVERIFY(!reading.isHeldComplete);
    QCOMPARE(reading.looked, kLoadSample);
    // Its job is too old to be found, which is said instead of guessed.
    QCOMPARE(queueIn(reading, u"old"_s).lock, Lock::Locked);
    QCOMPARE(queueIn(reading, u"old"_s).load.running, (Count{0, Count::AtLeast}));
    m_database->script("create index _yardmaster_locked_jobs on graphile_worker._private_jobs (id) "
                       "where locked_at is not null");
    reading = queues();
    QVERIFY(reading.isHeldComplete);
    QCOMPARE(queueIn(reading, u"old"_s).lock, Lock::Running);
}

void TestQueueSnapshot::wholeTableIsNotRead()
{
    fillMix(*m_database, 30000);
    m_database->script("analyze graphile_worker._private_jobs; select pg_stat_reset();");
    (void)queues();
    (void)tasks();
    m_session.reset(); // sends what it has counted
    QTRY_VERIFY_WITH_TIMEOUT(
        m_database
                ->scalar("select idx_scan from pg_stat_user_tables where relname = "
                         "'_private_jobs'")
                .toInt()
            > 0,
        kPatience);
    QCOMPARE(m_database->scalar("select seq_scan from pg_stat_user_tables where relname = "
                                "'_private_jobs'"),
             u"0"_s);
}

void TestQueueSnapshot::liveWorkerHoldsAQueueAndKnowsItsTasks()
{
    std::promise<void> end;
    std::shared_future<void> ended = end.get_future().share();
    std::atomic<bool> isRunning = false;
    TestWorker worker(*m_database);
    worker.handle(u"slow"_s, [ended, &isRunning](const TaskContext &) {
        isRunning = true;
        ended.wait();
        return TaskOutcome::success();
    });
    worker.handle(u"never"_s, succeed);
    worker.start();
    m_database->script("select graphile_worker.add_job('slow', queue_name := 'q');"
                       "select graphile_worker.add_job('unknown');");
    const auto release = qScopeGuard([&] { end.set_value(); });
    QTRY_VERIFY_WITH_TIMEOUT(isRunning, kPatience);
    const QueueRow queue = queueIn(queues(), u"q"_s);
    QCOMPARE(queue.lock, Lock::Running);
    QVERIFY(queue.owner.startsWith(u"yardmaster-"_s));
    QVERIFY(queue.isOwnerRegistered && !queue.isOwnerStale);

    const TaskSnapshot reading = tasks();
    QCOMPARE(reading.alive, 1);
    QCOMPARE(reading.silent, 0);
    const TaskRow slow = taskIn(reading, u"slow"_s);
    QCOMPARE(slow.workers, QStringList{queue.owner});
    QCOMPARE(slow.holders, QStringList{queue.owner});
    QCOMPARE(whoKnows(slow, reading, false), TaskKnown::Yes);
    QCOMPARE(whoKnows(slow, reading, true), TaskKnown::Here);
    QCOMPARE(whoKnows(taskIn(reading, u"unknown"_s), reading, false), TaskKnown::NoneSays);

    const auto evidence = valueOf(readQueueEvidence(*m_session, kSchema, u"q"_s));
    QVERIFY(evidence.isRunning() && !evidence.canRelease() && evidence.isOwnerAlive());
}

void TestQueueSnapshot::workersWithManyTasksAreMarked()
{
    TestWorker worker(*m_database);
    for (int i = 0; i < 2000; ++i)
        worker.handle(u"task_%1"_s.arg(i, 6, 10, QChar(u'0')), succeed);
    worker.start();
    QTRY_COMPARE_WITH_TIMEOUT(worker.runner->state(), Runner::State::Running, kPatience);
    const TaskSnapshot reading = tasks();
    QCOMPARE(reading.alive, 1);
    QCOMPARE(reading.silent, 1); // it does not say all of them
    QVERIFY(reading.isCut);
    QVERIFY(!taskIn(reading, u"task_000000"_s).workers.isEmpty());
    QVERIFY(taskIn(reading, u"task_000999"_s).workers.isEmpty());
    QCOMPARE(whoKnows(taskIn(reading, u"task_000999"_s), reading, false), TaskKnown::Unknown);
    QVERIFY(
        m_database->scalar("select length(metadata::text) from graphile_worker._private_workers")
            .toInt()
        < 16000);
    QVERIFY(worker.stop());
}

void TestQueueSnapshot::tasksAreCountedAndKnown()
{
    m_database->script(
        "select graphile_worker.add_job('a') from generate_series(1, 4);"
        "select graphile_worker.add_job('b', run_at := now() + interval '1 hour');"
        "update graphile_worker._private_jobs set attempts = max_attempts where id = 1;"
        "update graphile_worker._private_jobs set attempts = 5, run_at = now() + interval '1 day'"
        " where id = 2;"
        "insert into graphile_worker._private_workers (id, last_heartbeat_at, metadata) values"
        " ('rust', now(), '{\"pid\": 1}'),"
        " ('dead', now() - interval '1 day', '{\"tasks\": [\"b\"]}');");
    TaskSnapshot reading = tasks();
    const TaskRow a = taskIn(reading, u"a"_s);
    QCOMPARE(a.load.ready, Count{2});
    QCOMPARE(a.load.retrying, Count{1});
    QCOMPARE(a.load.failed, Count{1});
    QCOMPARE(*a.load.failureShare(), 0.5);
    QCOMPARE(a.load.sampledAttempts, 30);
    QCOMPARE(taskIn(reading, u"b"_s).load.scheduled, Count{1});
    // The one that lives does not say, and the one that said so is dead.
    QCOMPARE(reading.alive, 1);
    QCOMPARE(reading.silent, 1);
    QCOMPARE(whoKnows(taskIn(reading, u"b"_s), reading, false), TaskKnown::Unknown);
    m_database->script(
        "update graphile_worker._private_jobs set locked_by = 'node', locked_at = now()"
        " where id = 3;");
    reading = tasks();
    QCOMPARE(taskIn(reading, u"a"_s).holders, QStringList{u"node"_s});
    QCOMPARE(whoKnows(taskIn(reading, u"a"_s), reading, false), TaskKnown::Held);
}

void TestQueueSnapshot::modelsFollowReadings()
{
    m_database->script("select graphile_worker.add_job('t' || n, queue_name := 'q' || n)"
                       " from generate_series(1, 20) as n;");
    QueuesModel queueModel;
    TasksModel taskModel;
    const QAbstractItemModelTester queueTester(
        &queueModel, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester taskTester(
        &taskModel, QAbstractItemModelTester::FailureReportingMode::QtTest);
    queueModel.setReading(queues());
    taskModel.setReading(tasks());
    QCOMPARE(queueModel.rowCount(), 20);
    const QPersistentModelIndex kept = queueModel.cell(7, "queue"_L1);
    const QString name = kept.data().toString();
    m_database->script(
        "delete from graphile_worker._private_jobs where id in (1, 3, 5);"
        "delete from graphile_worker._private_job_queues where queue_name in ('q1', 'q3', 'q5');"
        "delete from graphile_worker._private_tasks where identifier in ('t1', 't3', 't5');"
        "select graphile_worker.add_job('a new one', queue_name := 'a new one');");
    queueModel.setReading(queues());
    taskModel.setReading(tasks());
    QCOMPARE(queueModel.rowCount(), 18);
    QCOMPARE(taskModel.rowCount(), 18);
    QCOMPARE(kept.data().toString(), name);
    // New rows come last: rows that are shown do not move.
    QCOMPARE(queueModel.at(17).name, u"a new one"_s);
    QCOMPARE(taskModel.at(17).name, u"a new one"_s);
    for (int column = 0; column < queueModel.columnCount(); ++column) {
        QVERIFY(
            !queueModel.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
        QVERIFY(queueModel.index(0, column).data(RawValueRole).isValid());
    }
    for (int column = 0; column < taskModel.columnCount(); ++column) {
        QVERIFY(
            !taskModel.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
        QVERIFY(taskModel.index(0, column).data(RawValueRole).isValid());
    }
}

void TestQueueSnapshot::pollerReadsOnlyWhileShown()
{
    std::atomic<int> reads = 0;
    Poller<QueueSnapshot> watch(
        SessionPool(m_database->settings()),
        [&reads](Session &session) {
            ++reads;
            return readQueues(session, kSchema);
        },
        1ms);
    QSignalSpy spy(&watch, &PollerBase::read);
    watch.refreshSoon();
    QCOMPARE(reads, 0);
    watch.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(spy.size() >= 3, kPatience);
    QVERIFY(watch.latest());
    watch.setPaused(true);
    // The one under way, if any, still ends.
    QVERIFY(!spy.wait(1) || spy.size() >= 3);
    const int before = reads;
    QVERIFY(!QTest::qWaitFor([&] { return reads > before + 1; }, 300));
}

YARDMASTER_TEST(TestQueueSnapshot)
#include "tst_queuesnapshot.moc"
