#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"

#include <QSemaphore>

#include <atomic>
#include <cmath>
#include <mutex>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What a worker does with jobs while it runs.
class TestRunner : public WorkerTest
{
    Q_OBJECT

private slots:
    void onceDrainsWhatIsRunnable()
    {
        sql("select graphile_worker.add_job('good', json_build_object('n', n)) "
            "from generate_series(1, 1200) n");
        sql("select graphile_worker.add_job('later', run_at => now() + interval '1 hour')");
        sql("select graphile_worker.add_job('unknown')");
        TestWorker worker(*m_database);
        std::atomic<int> runs = 0;
        worker.handle(u"good"_s, [&](const TaskContext &) {
            ++runs;
            return TaskOutcome::success();
        });
        worker.handle(u"later"_s, succeed);
        worker.options.concurrency = 4;
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->reason, RunOutcome::Reason::Drained);
        QCOMPARE(runs, 1200);
        QCOMPARE(worker.outcome->succeeded, qint64{1200});
        QCOMPARE(scalar("select string_agg(task_identifier, ',' order by id) "
                        "from graphile_worker.jobs"),
                 u"later,unknown"_s);
    }

    void handlersGetTheWholeJob()
    {
        sql("select graphile_worker.add_job('t', '{\"b\": 1, \"a\": 2, \"b\": 3}', 'q', "
            "'2020-01-02 03:04:05.678901+00', 7, 'k', -2, array['f'])");
        TestWorker worker(*m_database);
        Job job;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            job = context.job;
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain());
        QCOMPARE(job.payload, QByteArray("{\"b\": 1, \"a\": 2, \"b\": 3}"));
        QCOMPARE(job.info.task, u"t"_s);
        QCOMPARE(job.info.queueName, u"q"_s);
        QCOMPARE(job.info.key, u"k"_s);
        QCOMPARE(job.info.attempts, 1);
        QCOMPARE(job.info.maxAttempts, 7);
        QCOMPARE(job.info.priority, -2);
        QCOMPARE(postgresText(job.info.runAt), u"2020-01-02T03:04:05.678901Z"_s);
        QCOMPARE(job.flags, QByteArray("{\"f\": true}"));
    }

    void infiniteTimesDoNotBlockTheQueue()
    {
        sql("select graphile_worker.add_job('t', run_at => '-infinity'), "
            "graphile_worker.add_job('t', run_at => 'infinity'), graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{2});
        QCOMPARE(scalar("select run_at from graphile_worker.jobs"), u"infinity"_s);
    }

    void jobsRunByPriorityThenTimeThenId()
    {
        sql("select graphile_worker.add_job('t', json_build_object('n', n), priority => 5 - n % 3, "
            "run_at => now() - n % 4 * interval '1 microsecond') from generate_series(1, 60) n");
        const QString expected
            = scalar("select string_agg(id::text, ',' order by priority, run_at, "
                     "id) from graphile_worker.jobs");
        TestWorker worker(*m_database);
        QStringList order;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            order << QString::number(context.job.info.id);
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain());
        QCOMPARE(order.join(u','), expected);
    }

    void failuresBackOffAndGiveUp()
    {
        sql("select graphile_worker.add_job('bad', max_attempts => 3)");
        sql("select graphile_worker.add_job('throws', max_attempts => 1)");
        sql("select graphile_worker.add_job('hopeless')");
        sql("select graphile_worker.add_job('soon')");
        TestWorker worker(*m_database);
        worker.handle(u"bad"_s,
                      [](const TaskContext &) { return TaskOutcome::failure(u"no\0luck"_s); });
        worker.handle(u"throws"_s, [](const TaskContext &) -> TaskOutcome {
            throw std::runtime_error("thrown");
        });
        worker.handle(u"hopeless"_s,
                      [](const TaskContext &) { return TaskOutcome::failForGood(u"give up"_s); });
        worker.handle(u"soon"_s,
                      [](const TaskContext &) { return TaskOutcome::retryLater(u"busy"_s, 90s); });
        const auto clock
            = [this] { return scalar("select extract(epoch from clock_timestamp())").toDouble(); };
        const double begin = clock();
        QVERIFY(worker.drain());
        const double end = clock();
        QCOMPARE(worker.outcome->failed, qint64{2});
        QCOMPARE(worker.outcome->failedForGood, qint64{2});
        const auto row = [this](const char *task) {
            return scalar("select concat_ws('|', attempts, max_attempts, last_error, locked_by) "
                          "from graphile_worker.jobs where task_identifier = '"
                          + QByteArray(task) + '\'');
        };
        const auto waits = [&](const char *task, double seconds) {
            const double at = scalar("select extract(epoch from run_at) from graphile_worker.jobs "
                                     "where task_identifier = '"
                                     + QByteArray(task) + '\'')
                                  .toDouble();
            return at > begin + seconds - 0.01 && at < end + seconds + 0.01;
        };
        QCOMPARE(row("bad"), u"1|3|noluck"_s);
        QVERIFY(waits("bad", std::exp(1)));
        QVERIFY(row("throws").startsWith("1|1|thrown"_L1));
        QVERIFY(row("hopeless").startsWith("25|25|give up"_L1));
        QCOMPARE(row("soon"), u"1|25|busy"_s);
        QVERIFY(waits("soon", 90));
    }

    void namedQueuesAreSerialAndWithoutGaps()
    {
        sql("select graphile_worker.add_job('t', '{}', 'q' || n % 3) from generate_series(1, 150) "
            "n");
        sql("select graphile_worker.add_job('t', '{}') from generate_series(1, 50) n");
        std::mutex mutex;
        QHash<QString, int> inside;
        QMap<QString, qint64> lastId;
        QStringList violations;
        const auto handler = [&](const TaskContext &context) {
            const JobInfo &job = context.job.info;
            {
                const std::scoped_lock lock(mutex);
                if (!job.queueName.isEmpty() && ++inside[job.queueName] > 1)
                    violations << u"overlap in "_s + job.queueName;
                if (!job.queueName.isEmpty() && job.id < lastId[job.queueName])
                    violations << u"order in "_s + job.queueName;
                lastId[job.queueName] = job.id;
            }
            std::this_thread::yield();
            const std::scoped_lock lock(mutex);
            --inside[job.queueName];
            return TaskOutcome::success();
        };
        TestWorker first(*m_database);
        TestWorker second(*m_database);
        for (TestWorker *worker : {&first, &second}) {
            worker->options.concurrency = 4;
            worker->handle(u"t"_s, handler);
            worker->options.once = true;
            worker->start();
        }
        QVERIFY(first.waitUntilEnded() && second.waitUntilEnded());
        QCOMPARE(violations, QStringList());
        // One of the two may find every queue locked by the other and end early; no job is left.
        QCOMPARE(first.outcome->succeeded + second.outcome->succeeded, qint64{200});
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
    }

    void aNotificationWakesAnIdleWorker()
    {
        TestWorker worker(*m_database);
        QSemaphore ran;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            ran.release();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        EventSpy completed(&worker.events, &EventBus::jobCompleted);
        sql("select graphile_worker.add_job('t')");
        QVERIFY(ran.tryAcquire(1, 60000)); // polling would take an hour
        QVERIFY(completed.count() > 0 || completed.wait(60000));
        worker.runner->stop();
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(worker.outcome->reason, RunOutcome::Reason::Stopped);
    }

    void pollingFindsUnannouncedJobs()
    {
        TestWorker worker(*m_database);
        worker.options.pollInterval = 20ms;
        QSemaphore ran;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            ran.release();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        sql("select graphile_worker.add_job('t', run_at => now() + interval '200 ms')");
        QVERIFY(ran.tryAcquire(1, 60000));
        worker.runner->stop();
        QVERIFY(worker.waitUntilEnded());
    }

    void aLostLeaseIsReportedNotOverwritten()
    {
        sql("select graphile_worker.add_job('t', '{}', 'q')");
        TestWorker worker(*m_database);
        QSemaphore started;
        QSemaphore mayEnd;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        EventSpy lost(&worker.events, &EventBus::jobLostLease);
        // An operator unlocks the job and another worker takes it.
        sql("select graphile_worker.force_unlock_workers(array(select locked_by "
            "from graphile_worker.jobs))");
        sql("update graphile_worker._private_jobs set locked_by = 'other', locked_at = now(), "
            "attempts = 2");
        mayEnd.release();
        QVERIFY(lost.count() > 0 || lost.wait(60000));
        worker.runner->stop();
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(scalar("select locked_by from graphile_worker.jobs"), u"other"_s);
        QCOMPARE(worker.outcome->succeeded, qint64{0});
    }

    void aKeyedJobReplacedWhileItRunsIsFinishedAndStaysRetired()
    {
        sql("select graphile_worker.add_job('t', json_build_object('v', 1), job_key => 'k')");
        TestWorker worker(*m_database);
        QSemaphore started;
        QSemaphore mayEnd;
        QStringList seen;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            seen << QString::fromUtf8(context.job.payload);
            started.release();
            mayEnd.acquire();
            return seen.size() == 1 ? TaskOutcome::interrupted() : TaskOutcome::success();
        });
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        sql("select graphile_worker.add_job('t', json_build_object('v', 2), job_key => 'k')");
        mayEnd.release(2);
        QTRY_COMPARE(scalar("select count(*) from graphile_worker.jobs where key = 'k'"), u"0"_s);
        worker.runner->stop();
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(seen, (QStringList{u"{\"v\" : 1}"_s, u"{\"v\" : 2}"_s}));
        // The retired one was returned without its attempts: it never runs again.
        QCOMPARE(scalar("select concat(attempts, '/', max_attempts, key, locked_by) "
                        "from graphile_worker.jobs"),
                 u"25/25"_s);
    }

    void cutConnectionsAreReplacedAndNothingIsLost()
    {
        sql("select graphile_worker.add_job('t') from generate_series(1, 3)");
        TestWorker worker(*m_database);
        QSemaphore started;
        QSemaphore mayEnd;
        worker.options.localQueueSize = 0;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        std::atomic<int> troubles = 0; // emitted on several threads; a spy is for one
        QObject::connect(
            &worker.events, &EventBus::databaseTrouble, &worker.events, [&troubles] { ++troubles; },
            Qt::DirectConnection);
        for (int round = 0; round < 3; ++round) {
            sql("select pg_terminate_backend(pid) from pg_stat_activity "
                "where application_name in ('yardmaster fetch', 'yardmaster release', "
                "'yardmaster listen') and datname = current_database()");
            mayEnd.release();
            if (round < 2)
                QVERIFY(started.tryAcquire(1, 60000));
        }
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from graphile_worker.jobs"), u"0"_s,
                                  60000);
        QVERIFY(troubles.load() > 0);
        // The listener is back as well.
        QTRY_VERIFY_WITH_TIMEOUT(scalar("select count(*) from pg_stat_activity where "
                                        "application_name = 'yardmaster listen' and "
                                        "datname = current_database()")
                                     == "1"_L1,
                                 60000);
        sql("select graphile_worker.add_job('t')");
        QVERIFY(started.tryAcquire(1, 60000));
        mayEnd.release();
        worker.runner->stop();
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(worker.outcome->succeeded, qint64{4});
    }

    void staleLocksAreResetAfterFourHours()
    {
        sql("select graphile_worker.add_job('t', '{}', 'q'), graphile_worker.add_job('t', '{}', "
            "'p')");
        sql("update graphile_worker._private_jobs set locked_by = 'dead', attempts = 1, locked_at "
            "= "
            "now() - case when id = (select min(id) from graphile_worker._private_jobs) "
            "then interval '4 h 1 min' else interval '3 h 59 min' end");
        sql("update graphile_worker._private_job_queues set locked_by = 'dead', locked_at = now() "
            "- "
            "case queue_name when 'q' then interval '4 h 1 min' else interval '3 h 59 min' end");
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{1});
        QCOMPARE(scalar("select string_agg(queue_name, ',') from graphile_worker.jobs"), u"p"_s);
        sql("update graphile_worker._private_job_queues set locked_at = null, locked_by = null");
    }

    void expiredPrefetchedJobsAreReturned()
    {
        sql("select graphile_worker.add_job('t') from generate_series(1, 20)");
        TestWorker worker(*m_database);
        worker.options.localQueueTtl = 50ms;
        QSemaphore started;
        QSemaphore mayEnd;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        QTRY_COMPARE(scalar("select count(*) from graphile_worker.jobs where attempts = 0 "
                            "and locked_at is null"),
                     u"19"_s);
        mayEnd.release(100);
        worker.runner->kill();
        QVERIFY(worker.waitUntilEnded());
    }

    void tasksCleanedUpWhileWeRunAreFoundAgain()
    {
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        EventSpy completed(&worker.events, &EventBus::jobCompleted);
        sql("delete from graphile_worker._private_tasks");
        sql("select graphile_worker.add_job('t')"); // a new id for the same identifier
        QVERIFY(completed.count() > 0 || completed.wait(60000));
        worker.runner->stop();
        QVERIFY(worker.waitUntilEnded());
    }

    void startSurvivesADeadlockAboutTaskNames()
    {
        const auto other = m_database->session();
        QVERIFY(other->script("begin; insert into graphile_worker._private_tasks (identifier) "
                              "values ('b')"));
        TestWorker worker(*m_database);
        worker.handle(u"a"_s, succeed);
        worker.handle(u"b"_s, succeed);
        worker.start(); // makes a known, and waits for b
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from pg_stat_activity where "
                                         "datname = current_database() and "
                                         "wait_event_type = 'Lock'"),
                                  u"1"_s, 60000);
        // The worker has waited longer, so it is the one that PostgreSQL ends.
        QVERIFY(other->script("insert into graphile_worker._private_tasks (identifier) values "
                              "('a') on conflict do nothing; commit"));
        QTRY_COMPARE_WITH_TIMEOUT(worker.runner->state(), Runner::State::Running, 60000);
        QVERIFY(worker.stop());
        QCOMPARE(scalar("select count(*) from graphile_worker._private_tasks"), u"2"_s);
    }
};

YARDMASTER_TEST(TestRunner)
#include "tst_runner.moc"
