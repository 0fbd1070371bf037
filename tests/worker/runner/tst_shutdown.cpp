#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"

#include <QSemaphore>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// How a run begins and ends.
class TestShutdown : public WorkerTest
{
    Q_OBJECT

private slots:
    void aStopReturnsUnstartedJobs()
    {
        sql("select graphile_worker.add_job('t', '{}', case when n > 8 then 'q' end) "
            "from generate_series(1, 10) n");
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
        worker.runner->stop();
        // Returned at once, while the running one continues.
        QTRY_COMPARE(scalar("select count(*) from graphile_worker.jobs where locked_at is null "
                            "and attempts = 0"),
                     u"9"_s);
        QVERIFY(!worker.outcome);
        mayEnd.release();
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(worker.outcome->succeeded, qint64{1});
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"9"_s);
    }

    void aJobThatEndsDuringTheStopIsRecorded()
    {
        sql("select graphile_worker.add_job('good'), graphile_worker.add_job('bad')");
        TestWorker worker(*m_database);
        worker.options.concurrency = 2;
        QSemaphore started;
        QSemaphore mayEnd;
        const auto handler = [&](const TaskContext &context) {
            started.release();
            mayEnd.acquire();
            return context.job.info.task == "good"_L1 ? TaskOutcome::success()
                                                      : TaskOutcome::failure(u"late"_s);
        };
        worker.handle(u"good"_s, handler);
        worker.handle(u"bad"_s, handler);
        worker.start();
        QVERIFY(started.tryAcquire(2, 60000));
        worker.runner->stop();
        QTRY_COMPARE(worker.runner->state(), Runner::State::Draining);
        mayEnd.release(2);
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(scalar("select string_agg(last_error, ',') from graphile_worker.jobs "
                        "where locked_at is null"),
                 u"late"_s);
    }

    void theGraceEndsWithTheStopTokenAndTheAttemptRestored()
    {
        sql("select graphile_worker.add_job('t', '{}', 'q')");
        TestWorker worker(*m_database);
        worker.options.gracePeriod = 400ms;
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
        EventSpy interrupted(&worker.events, &EventBus::jobInterrupted);
        worker.runner->stop();
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(worker.outcome->interrupted, qint64{1});
        QCOMPARE(interrupted.count(), 1);
        QCOMPARE(scalar("select concat(attempts, locked_by, last_error) from graphile_worker.jobs"),
                 u"0"_s);
    }

    void aHandlerThatIgnoresTheStopIsAbandoned()
    {
        sql("select graphile_worker.add_job('t')");
        auto mayEnd = std::make_shared<QSemaphore>();
        auto ended = std::make_shared<QSemaphore>();
        {
            TestWorker worker(*m_database);
            worker.options.gracePeriod = 200ms;
            QSemaphore started;
            worker.handle(u"t"_s, [&started, mayEnd, ended](const TaskContext &context) {
                started.release();
                mayEnd->acquire();
                context.output(u"too late"_s, false); // ignored by now
                ended->release();
                return TaskOutcome::success();
            });
            worker.start();
            QVERIFY(started.tryAcquire(1, 60000));
            worker.runner->stop();
            QVERIFY(worker.waitUntilEnded());
            QCOMPARE(worker.outcome->interrupted, qint64{1});
            QCOMPARE(scalar("select attempts from graphile_worker.jobs where locked_at is null"),
                     u"0"_s);
        }
        mayEnd->release();
        QVERIFY(ended->tryAcquire(1, 60000));
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"1"_s);
    }

    void aDestroyedRunnerReturnsItsJobs()
    {
        sql("select graphile_worker.add_job('t') from generate_series(1, 5)");
        TestWorker worker(*m_database);
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
        worker.runner.reset();
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs "
                        "where locked_at is null and attempts = 0"),
                 u"5"_s);
    }

    void aBreakingMigrationEndsTheWorker()
    {
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        // Of another schema: ours is not affected.
        sql("notify \"worker:migrate\", '{\"migrationNumber\":99,\"breaking\":true}'");
        EventSpy completed(&worker.events, &EventBus::jobCompleted);
        sql("select graphile_worker.add_job('t')");
        QVERIFY(completed.count() > 0 || completed.wait(60000));
        QCOMPARE(worker.runner->state(), Runner::State::Running);
        // Of ours.
        sql("insert into graphile_worker.migrations (id, breaking) values (99, true)");
        sql("notify \"worker:migrate\", '{\"migrationNumber\":99,\"breaking\":true}'");
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(worker.outcome->reason, RunOutcome::Reason::SchemaTooNew);
    }

    void aWorkerThatCannotStartReportsTheError()
    {
        TestWorker worker(*m_database);
        worker.options.connection.set(u"dbname"_s, u"no such database"_s);
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(worker.outcome->reason, RunOutcome::Reason::Failed);
        QVERIFY2(worker.outcome->error.message.contains("no such database"_L1),
                 qPrintable(worker.outcome->error.message));
    }

    void aRunnerCanBeStartedAgain()
    {
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        for (int round = 0; round < 3; ++round) {
            sql("select graphile_worker.add_job('t')");
            worker.outcome.reset();
            if (round == 0)
                QVERIFY(worker.drain());
            else
                worker.runner->start();
            QVERIFY(worker.waitUntilEnded());
            QCOMPARE(worker.outcome->succeeded, qint64{1});
        }
    }

    void stopIsSafeInEveryState()
    {
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        worker.start();
        worker.runner->stop(); // while it opens
        worker.runner->stop();
        QVERIFY(worker.waitUntilEnded());
        worker.runner->stop();
        worker.runner->kill();
        QCOMPARE(worker.runner->state(), Runner::State::Ended);
    }
};

YARDMASTER_TEST(TestShutdown)
#include "tst_shutdown.moc"
