#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"

#include <QSemaphore>

#include <atomic>
#include <mutex>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Runner::status(): what health checks and metrics rely on.
class TestWorkerStatus : public WorkerTest
{
    Q_OBJECT

private slots:
    void jobsAreCounted()
    {
        sql("select graphile_worker.add_job('t') from generate_series(1, 20)");
        TestWorker worker(*m_database);
        QSemaphore mayEnd;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.options.concurrency = 3;
        worker.options.prefetchHorizon = 0ms; // as many as there are
        worker.start();
        QTRY_COMPARE(worker.runner->status().running, 3);
        QTRY_COMPARE(worker.runner->status().waiting, 17);
        const WorkerStatus status = worker.runner->status();
        QVERIFY(status.mayStart);
        QVERIFY(status.sinceHeartbeat && *status.sinceHeartbeat < 60s);
        QVERIFY(status.sinceFetch && !status.sinceRelease);
        mayEnd.release(20);
        QTRY_VERIFY(worker.runner->status().sinceRelease);
        QTRY_COMPARE(worker.runner->status().running, 0);
        QTRY_COMPARE(worker.runner->status().unwritten, 0);
        QVERIFY(worker.stop());
    }

    void aWorkerThatIsNotStartedHoldsNothing()
    {
        TestWorker worker(*m_database);
        const Runner runner(worker.options, worker.registry, nullptr);
        QCOMPARE(runner.status().running, 0);
        QVERIFY(!runner.status().sinceHeartbeat);
    }

    /// The clock is read on the dispatcher's thread, which hangs there.
    void aThreadThatHangsIsNoticed()
    {
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        std::mutex clock;
        std::atomic<int> readings = 0;
        worker.options.clock = [&] {
            ++readings;
            const std::scoped_lock lock(clock);
            return QDateTime::currentDateTimeUtc();
        };
        worker.options.pollInterval = 10ms;
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        // Asked once: a moment later another thread may have the processor.
        const auto responds = [&] { return worker.runner->status().unresponsive == 0ms; };
        QVERIFY(QTest::qWaitFor(responds, kPatience));
        {
            const std::scoped_lock lock(clock);
            const int before = readings;
            QTRY_VERIFY(readings > before);
            QTRY_VERIFY(worker.runner->status().unresponsive >= 200ms);
        }
        QVERIFY(QTest::qWaitFor(responds, kPatience));
        QVERIFY(worker.stop());
    }

    void waitingForTheDatabaseIsNoHang()
    {
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        worker.options.pollInterval = 10ms;
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const auto locker = m_database->session(); // another one: a transaction's view is kept
        QVERIFY(locker->script("begin; lock table graphile_worker._private_jobs"));
        QTRY_COMPARE(scalar("select count(*) from pg_stat_activity where datname = "
                            "current_database() and wait_event_type = 'Lock' and "
                            "application_name = 'yardmaster fetch'"),
                     u"1"_s);
        (void)worker.runner->status(); // the measurement begins
        QTRY_VERIFY(worker.runner->status().unansweredFetch >= 600ms);
        QVERIFY(worker.runner->status().unresponsive < 200ms);
        QVERIFY(locker->script("rollback"));
        QVERIFY(worker.stop());
    }

    void busyHandlersAreNoHang()
    {
        sql("select graphile_worker.add_job('t') from generate_series(1, 4)");
        TestWorker worker(*m_database);
        QSemaphore mayEnd;
        std::atomic<int> started = 0;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            ++started;
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.options.concurrency = 2;
        worker.start();
        QTRY_COMPARE(started.load(), 2);
        (void)worker.runner->status();
        QTRY_VERIFY(worker.runner->status().sinceHeartbeat >= 600ms);
        QVERIFY(worker.runner->status().unresponsive < 200ms);
        mayEnd.release(4);
        QVERIFY(worker.stop());
    }
};

YARDMASTER_TEST(TestWorkerStatus)
#include "tst_workerstatus.moc"
