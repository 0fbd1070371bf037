#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"
#include "tests/worker/runner/workertest.h"
#include "worker/runner/heartbeatfreshness.h"

#include <QDir>
#include <QElapsedTimer>
#include <QSemaphore>
#include <QTemporaryDir>

#include <atomic>
#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Heartbeats, sweeps, and stale workers. Long because each case needs a worker that lives beside
/// one that does not.
class TestRecovery : public WorkerTest
{
    Q_OBJECT

private slots:
    void aWorkerIsRegisteredWhileItRuns()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        QString seen;
        QSemaphore started;
        QSemaphore mayEnd;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            // Before the first fetch, so also before the first job.
            const auto rows = m_database->session()->query(
                "select id || (metadata->>'program') from graphile_worker._private_workers");
            if (rows && !rows->isEmpty())
                seen = rows->text(0, 0);
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        QCOMPARE(seen, worker.runner->workerId() + "yardmaster"_L1);
        worker.runner->stop();
        QTRY_COMPARE(worker.runner->state(), Runner::State::Draining);
        // Still registered; else others would sweep the running job.
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"1"_s);
        mayEnd.release();
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"0"_s);
    }

    void heartbeatsContinueAfterACutConnection()
    {
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        worker.options.heartbeatInterval = 20ms;
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        sql("select pg_terminate_backend(pid) from pg_stat_activity "
            "where application_name in ('yardmaster fetch', 'yardmaster heartbeat') "
            "and datname = current_database()");
        const QString before = scalar("select clock_timestamp()");
        QTRY_COMPARE(scalar("select count(*) from graphile_worker._private_workers "
                            "where last_heartbeat_at > '"
                            + before.toUtf8() + '\''),
                     u"1"_s);
        QVERIFY(worker.stop());
    }

    void longJobsOfLiveWorkersAreNotSwept()
    {
        sql("select graphile_worker.add_job('t', '{}', 'q')");
        TestWorker worker(*m_database);
        TestWorker sweeper(*m_database);
        QSemaphore started;
        QSemaphore mayEnd;
        for (TestWorker *each : {&worker, &sweeper}) {
            each->options.heartbeatInterval = 300ms;
            each->options.sweepThreshold = 1500ms;
        }
        worker.options.sweepInterval = 0ms;
        sweeper.options.sweepInterval = 20ms;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        sweeper.handle(u"other"_s, succeed);
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        sweeper.start();
        EventSpy recovered(&sweeper.events, &EventBus::workerRecovered);
        // A stale worker is found at the same time, so the sweeps do happen.
        addSilentWorker("dead");
        QVERIFY(recovered.count() > 0 || recovered.wait(60000));
        QCOMPARE(recovered.first().first().value<RecoveryEvent>().staleWorkers,
                 QStringList{u"dead"_s});
        QCOMPARE(scalar("select locked_by from graphile_worker.jobs"), worker.runner->workerId());
        mayEnd.release();
        QVERIFY(worker.stop() && sweeper.stop());
    }

    /// Its heartbeat is old by the server's clock, as after an outage. That alone does not make it
    /// stale.
    void unobservedWorkersAreNotSwept()
    {
        sql("select graphile_worker.add_job('t')");
        addSilentWorker("back soon");
        TestWorker worker(*m_database);
        sweepSoon(&worker);
        worker.options.sweepThreshold = 1h;
        sql("update graphile_worker._private_workers set last_heartbeat_at = now() - interval '1 "
            "day'");
        worker.handle(u"t"_s, succeed);
        worker.start();
        // The first sweep comes before the first fetch.
        QTRY_COMPARE(scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers "
                        "where id = 'back soon'"),
                 u"1"_s);
        QVERIFY(worker.stop());
    }

    /// Other workers may be silent for the same reason.
    void aWorkerThatMissesHeartbeatsDoesNotSweep()
    {
        std::atomic<qint64> aheadMs = 0;
        TestWorker worker(*m_database);
        sweepSoon(&worker);
        worker.options.bootClock = [&aheadMs] {
            return HeartbeatFreshness::sinceBoot()
                + std::chrono::nanoseconds(std::chrono::milliseconds(aheadMs.load()));
        };
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const auto blocker = m_database->session();
        QVERIFY(blocker->script("begin; select from graphile_worker._private_workers for update"));
        addSilentWorker("silent");
        const auto look = [this] { // waits for a sweep that found no stale worker
            return scalar("select query_start from pg_stat_activity where datname = "
                          "current_database() and application_name = 'yardmaster fetch' "
                          "and query like '%to_regclass%'");
        };
        for (int step = 0; step < 12; ++step) { // well beyond the threshold, without a gap
            aheadMs += 300;
            for (int i = 0; i < 2; ++i) {
                const QString before = look();
                const auto isOver = [&] { // for a moment, so not with QTRY_VERIFY, which asks twice
                    const QString now = look();
                    return !now.isEmpty() && now != before;
                };
                QVERIFY(QTest::qWaitFor(isOver, kPatience));
            }
        }
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers "
                        "where id = 'silent'"),
                 u"1"_s);
        QVERIFY(blocker->script("rollback"));
        QVERIFY(worker.stop());
    }

    void jobsOfStaleWorkersRunAtOnceAndNodesAreNotSwept()
    {
        sql("select graphile_worker.add_job('t', '[\"dead\"]', 'q'), "
            "graphile_worker.add_job('t', '[\"node\"]')");
        sql("update graphile_worker._private_jobs set locked_by = payload->>0, attempts = 1, "
            "locked_at = now() - interval '10 minutes'");
        sql("update graphile_worker._private_job_queues set locked_by = 'dead', locked_at = now()");
        addSilentWorker("dead");
        QTest::ignoreMessage(QtInfoMsg,
                             "swept the stale worker dead; jobs returned to the queue: "
                             "1, named queues unlocked: 1");
        TestWorker worker(*m_database);
        QSemaphore ran;
        int attempts = 0;
        sweepSoon(&worker);
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            attempts = context.job.info.attempts;
            ran.release();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(ran.tryAcquire(1, 60000)); // polling would take an hour
        QCOMPARE(attempts, 1);             // the interrupted one was restored
        QTRY_COMPARE(scalar("select string_agg(locked_by, ',') from graphile_worker.jobs"),
                     u"node"_s);
        QVERIFY(worker.stop());
    }

    void jobsOfStaleWorkersWaitForTheRecoveryDelay()
    {
        sql("select graphile_worker.add_job('t')");
        sql("update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now(), "
            "attempts = 1");
        addSilentWorker("dead");
        TestWorker worker(*m_database);
        sweepSoon(&worker);
        worker.options.recoveryDelay = 1h;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QTRY_COMPARE(scalar("select locked_at is null and run_at > now() + interval '50 minutes' "
                            "from graphile_worker._private_jobs"),
                     u"t"_s);
        QVERIFY(worker.stop());
    }

    /// It ends when nothing is left to run, and cannot observe others for long enough anyway.
    void aWorkerThatRunsOnceDoesNotSweep()
    {
        sql("select graphile_worker.add_job('t')");
        sql("update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now(), "
            "attempts = 1");
        sql("select graphile_worker.add_job('t')");
        addSilentWorker("dead");
        TestWorker worker(*m_database);
        sweepSoon(&worker);
        worker.options.once = true;
        QSemaphore mayEnd;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.start();
        // Three times the threshold, in heartbeats of this worker.
        QTRY_COMPARE(scalar("select count(*) from graphile_worker._private_workers "
                            "where last_heartbeat_at > started_at + interval '4500 ms'"),
                     u"1"_s);
        mayEnd.release(2);
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(scalar("select string_agg(locked_by, ',') from graphile_worker.jobs"), u"dead"_s);
        sql("delete from graphile_worker._private_workers");
    }

    /// Not before the threshold is over, and within two intervals of the sweep after it.
    void jobsOfStaleWorkersRunElsewhereInTime()
    {
        QSemaphore ran;
        TestWorker worker(*m_database);
        sweepSoon(&worker);
        worker.options.sweepInterval = 200ms;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            ran.release();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const auto session = m_database->session();
        // A machine that is busy with other things may be late, but not always.
        int inTime = 0;
        for (int death = 0; death < 30 && inTime < 3; ++death) {
            const QByteArray id = "w" + QByteArray::number(death);
            addSilentWorker(id);
            sql("insert into graphile_worker._private_jobs (task_id, attempts, locked_by, "
                "locked_at) "
                "select id, 1, '"
                + id + "', now() from graphile_worker._private_tasks");
            // It sends three heartbeats, and lives a little less each time.
            QElapsedTimer sinceDeath;
            for (int beat = 0; beat < 3; ++beat) {
                QTest::qWait(250 - 7 * death);
                sinceDeath.start();
                QVERIFY(session->query("update graphile_worker._private_workers set "
                                       "last_heartbeat_at = now() where id = '"
                                       + id + "'"));
            }
            QVERIFY(ran.tryAcquire(1, kPatience));
            const auto after = std::chrono::milliseconds(sinceDeath.elapsed());
            QVERIFY2(after >= 1500ms, qPrintable(QString::number(after.count())));
            inTime = after <= 1500ms + 2 * 200ms ? inTime + 1 : 0;
            QTRY_COMPARE(scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
        }
        QCOMPARE(inTime, 3);
        QVERIFY(worker.stop());
    }

    void locksOfRunningJobsAreRenewed()
    {
        sql("select graphile_worker.add_job('t', '{}', 'q')");
        TestWorker worker(*m_database);
        worker.options.lockRenewalInterval = 20ms;
        QSemaphore started;
        QSemaphore mayEnd;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        const QByteArray job = scalar("select locked_at from graphile_worker.jobs").toUtf8();
        sql("update graphile_worker._private_job_queues set locked_at = now() - interval '3 h 59 "
            "min'");
        QTRY_COMPARE(scalar("select (select count(*) from graphile_worker._private_jobs where "
                            "locked_at > '"
                            + job
                            + "') + (select count(*) from graphile_worker._private_job_queues "
                              "where locked_at > now() - interval '1 minute')"),
                     u"2"_s);
        mayEnd.release();
        // Its lease is the renewed one.
        QTRY_COMPARE(scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->succeeded, qint64{1});
    }

    void withoutHeartbeatsNothingIsRegistered()
    {
        TestWorker worker(*m_database);
        worker.options.heartbeatInterval = 0ms;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"0"_s);
        QVERIFY(worker.stop());
    }

    void withoutARegistryTheWorkerStillWorks()
    {
        sql("drop table graphile_worker._private_workers cascade");
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.options.migrates = false; // or it would be made again
        worker.options.sweepInterval = 20ms;
        worker.handle(u"t"_s, succeed);
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{1});
    }

    void interruptedJobsWaitBeforeTheyRunAgain()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.options.gracePeriod = 100ms;
        worker.options.interruptedJobRetryDelay = 90s;
        QSemaphore started;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            started.release();
            QSemaphore stopped;
            const std::stop_callback wake(context.stop, [&] { stopped.release(); });
            stopped.acquire();
            return TaskOutcome::interrupted();
        });
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        QVERIFY(worker.stop());
        QCOMPARE(
            scalar("select concat(attempts, '|', round(extract(epoch from run_at - now()) / 10)) "
                   "from graphile_worker.jobs"),
            u"0|9"_s);
    }

    /// The whole of it, with processes: one of two workers is killed outright.
    void jobsOfAKilledProcessRunElsewhereWithinSeconds()
    {
        QTemporaryDir tasks;
        QFile script(tasks.filePath(u"work"_s));
        QVERIFY(script.open(QIODevice::WriteOnly));
        // The first run does not find the file, and never ends.
        script.write("#!/bin/sh\n"
                     "f=\"$0.$GRAPHILE_WORKER_JOB_ID\"\n"
                     "if mkdir \"$f\" 2>/dev/null; then echo stuck; sleep 300; fi\n"
                     "echo done\n");
        script.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                              | QFileDevice::ExeOwner);
        script.close();
        sql("select graphile_worker.add_job('work', '{}', case when n % 2 = 0 then 'q' || n end) "
            "from generate_series(1, 6) n");

        const QStringList arguments{u"--no-gui"_s,
                                    u"-c"_s,
                                    m_database->url(),
                                    u"--tasks"_s,
                                    tasks.path(),
                                    u"-j"_s,
                                    u"6"_s,
                                    u"--heartbeat-interval"_s,
                                    u"1s"_s,
                                    u"--sweep-interval"_s,
                                    u"1s"_s,
                                    u"--sweep-threshold"_s,
                                    u"3s"_s};
        YardmasterProcess victim(arguments);
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from graphile_worker.jobs "
                                         "where locked_at is not null"),
                                  u"6"_s, 60000);
        const auto started = [&] { return QDir(tasks.path()).entryList({u"work.*"_s}).size(); };
        QTRY_COMPARE_WITH_TIMEOUT(started(), 6, 60000); // else the survivor would be stuck as well
        YardmasterProcess survivor(arguments);
        QVERIFY(survivor.waitForOutput(u"serves"_s));
        victim.sendSignal(SIGKILL);
        QElapsedTimer clock;
        clock.start();
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from graphile_worker.jobs"), u"0"_s,
                                  60000);
        if (clock.elapsed() > 6000) // the bound for an idle machine
            qWarning("it took %lld ms", qlonglong(clock.elapsed()));
        survivor.sendSignal(SIGTERM);
        QCOMPARE(survivor.waitForExit(), 0);
    }
};

YARDMASTER_TEST(TestRecovery)
#include "tst_recovery.moc"
