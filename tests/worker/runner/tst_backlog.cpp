#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"
#include "worker/runner/localqueue.h"
#include <yardmaster/session.h>

#include <QSemaphore>

#include <atomic>
#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// A worker with more due jobs than it can hold, where fetches overlap with running.
class TestBacklog : public WorkerTest
{
    Q_OBJECT

private slots:
    void everyJobRunsOnceBesideOtherStatements()
    {
        addJobs(20000);
        std::atomic<int> runs = 0;
        TestWorker worker(*m_database);
        worker.options.heartbeatInterval = 2ms;
        worker.options.lockRenewalInterval = 3ms;
        worker.options.sweepInterval = 5ms;
        worker.options.sweepThreshold = 60s;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            ++runs;
            return TaskOutcome::success();
        });
        worker.start(); // `once` does not sweep
        QTRY_COMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"0"_s);
        QVERIFY(worker.stop());
        QCOMPARE(runs.load(), 20000);
        QCOMPARE(worker.outcome->succeeded, qint64{20000});
    }

    void aStopReturnsTheJobsOfAFetchUnderWay()
    {
        addJobs(30000);
        qint64 succeeded = 0;
        for (int i = 0; i < 5; ++i) {
            QSemaphore runs;
            TestWorker worker(*m_database);
            worker.handle(u"t"_s, [&](const TaskContext &) {
                runs.release();
                return TaskOutcome::success();
            });
            worker.start();
            QVERIFY(runs.tryAcquire(1500 + 100 * i, 60000));
            QVERIFY(worker.stop());
            succeeded += worker.outcome->succeeded;
            QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs "
                            "where locked_by is not null or attempts > 0"),
                     u"0"_s);
        }
        QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs").toLongLong(),
                 30000 - succeeded);
    }

    void anUrgentJobDoesNotWaitForTheBacklog()
    {
        addJobs(60000);
        std::atomic<int> runs = 0;
        std::atomic<int> runsBefore = -1;
        QSemaphore many;
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, [&](const TaskContext &) {
            if (++runs == 3000)
                many.release();
            return TaskOutcome::success();
        });
        worker.handle(u"urgent"_s, [&](const TaskContext &) {
            runsBefore = runs.load();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(many.tryAcquire(1, 60000));
        sql("select graphile_worker.add_job('urgent', priority => -1)");
        const int runsAtAdd = runs;
        QTRY_VERIFY(runsBefore >= 0);
        // The jobs fetched, those of the fetch under way, and those run meanwhile.
        QVERIFY2(runsBefore - runsAtAdd < 15000,
                 qPrintable(u"%1 jobs went before it"_s.arg(runsBefore - runsAtAdd)));
        QVERIFY(worker.stop());
    }

    void jobsMovedForwardUnannouncedAreFoundBeforeTheEnd()
    {
        constexpr int kJobs = 3000;
        sql("insert into graphile_worker._private_tasks (identifier) values ('t')");
        sql("insert into graphile_worker._private_jobs (task_id, payload, run_at) select tasks.id, "
            "to_json(n), now() - interval '1 day' + n * interval '1 ms' "
            "from graphile_worker._private_tasks as tasks, generate_series(1, "
            + QByteArray::number(kJobs) + ") as n");
        std::atomic<int> runs = 0;
        std::atomic<int> lastRanAs = 0;
        QSemaphore some;
        QSemaphore mayGoOn;
        TestWorker worker(*m_database);
        worker.options.localQueueSize = 20;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            const int place = ++runs;
            if (context.job.payload == QByteArray::number(kJobs))
                lastRanAs = place;
            if (place == 500) {
                some.release();
                mayGoOn.acquire();
            }
            std::this_thread::sleep_for(500us); // so that it takes ten times BacklogSearch::kAgain
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(some.tryAcquire(1, 60000));
        sql("update graphile_worker._private_jobs set priority = -1 where payload::text = '"
            + QByteArray::number(kJobs) + "'");
        mayGoOn.release();
        QTRY_COMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"0"_s);
        QVERIFY(worker.stop());
        QCOMPARE(runs.load(), kJobs);
        QVERIFY2(lastRanAs > 500 && lastRanAs < kJobs - 200,
                 qPrintable(QString::number(lastRanAs)));
    }

    void surplusIsReturnedWhenHandlersBecomeSlow()
    {
        constexpr int kSize = 100;
        constexpr int kHeld = kSize + 64 + 8 + 1; // with jobs announced meanwhile, and running ones
        addJobs(20000);
        std::atomic<int> runs = 0;
        QSemaphore isSlow;
        QSemaphore mayGoOn;
        TestWorker worker(*m_database);
        worker.options.concurrency = 1;
        worker.options.localQueueSize = kSize;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            if (++runs % 500 == 0) {
                isSlow.release();
                mayGoOn.acquire();
            }
            return TaskOutcome::success();
        });
        worker.start();
        const auto held = [this] {
            return scalar("select count(*) from graphile_worker._private_jobs "
                          "where locked_by is not null")
                .toInt();
        };
        int most = 0;
        while (most <= kHeld) {
            if (!isSlow.tryAcquire(1, 60000)) {
                mayGoOn.release(20000);
                QFAIL("40 times nothing outran a fetch");
            }
            most = held();
            if (most <= kHeld)
                mayGoOn.release();
        }
        // A fetch may be under way and bring more; but the surplus is returned in the end.
        QVERIFY2(QTest::qWaitFor([&] { return held() <= kHeld; }, kPatience),
                 qPrintable(u"%1 at first"_s.arg(most)));
        mayGoOn.release(20000);
        QTRY_COMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"0"_s);
        QVERIFY(worker.stop());
        QCOMPARE(runs.load(), 20000);
    }

    void surplusIsWhatWouldRunLast()
    {
        const auto job = [](qint64 id, const QString &task, int priority, qint64 queue = 0) {
            Job made;
            made.info.id = id;
            made.info.task = task;
            made.info.priority = priority;
            made.queueId = queue;
            return made;
        };
        LoopTasks shared;
        shared.tasks = {u"loop"_s};
        LocalQueue queue(1, {}, shared);
        (void)queue.push({job(1, u"t"_s, 0), job(2, u"t"_s, 6), job(3, u"loop"_s, 5),
                          job(4, u"loop"_s, 7), job(5, u"t"_s, 9, 1), job(6, u"t"_s, 1)});
        QList<qint64> surplus;
        const auto note = [&surplus](const std::vector<ReturningJob> &jobs) {
            for (const ReturningJob &leaving : jobs)
                surplus << leaving.job.info.id;
        };
        QCOMPARE(queue.takeBeyond(2, note), 4);
        QCOMPARE(surplus, (QList<qint64>{5, 4, 2, 3}));
        QCOMPARE(queue.waiting(), 2);
        QCOMPARE(queue.takeBeyond(2, note), 0);
        QCOMPARE(queue.takeBeyond(0, note), 2);
    }

    void fetchesThatFindOnlyLockedJobsPause()
    {
        constexpr int kJobs = 20;
        sql("select graphile_worker.add_job('t', queue_name => 'q' || n) "
            "from generate_series(1, "
            + QByteArray::number(kJobs) + ") as n");
        const auto other = m_database->session();
        QVERIFY(other->script("begin; select from graphile_worker._private_job_queues for update"));
        TestWorker worker(*m_database);
        worker.options.localQueueSize = kJobs / 2; // so that each fetch sees as many as it wants
        worker.handle(u"t"_s, succeed);
        EventSpy fetches(&worker.events, &EventBus::fetchStarted);
        QElapsedTimer watch;
        watch.start();
        worker.start();
        QTRY_VERIFY(fetches.count() >= 10);
        QVERIFY2(watch.elapsed() > 200, qPrintable(u"%1 ms"_s.arg(watch.elapsed())));
        QVERIFY(other->script("rollback"));
        QTRY_COMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"0"_s);
        QVERIFY(worker.stop());
    }

private:
    void addJobs(int count) const
    {
        sql("select count(*) from graphile_worker.add_jobs(array(select "
            "row('t', '{}', null, null, null, null, null, null)::graphile_worker.job_spec "
            "from generate_series(1, "
            + QByteArray::number(count) + ")))");
    }
};

YARDMASTER_TEST(TestBacklog)
#include "tst_backlog.moc"
