#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"

#include <QSemaphore>

#include <atomic>
#include <mutex>
#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Runner::setHeldNames(): held jobs are not fetched, waiting ones are returned, none starts.
class TestHolds : public WorkerTest
{
    Q_OBJECT

private:
    [[nodiscard]] QString untouched(const QByteArray &task) const
    {
        return scalar("select count(*) from graphile_worker.jobs where task_identifier = '" + task
                      + "' and locked_at is null and attempts = 0");
    }

private slots:
    void aHeldTaskIsNotFetchedUntilItIsResumed()
    {
        sql("select graphile_worker.add_job(t) from unnest(array['a', 'b', 'a', 'b']) as t");
        std::atomic<int> a = 0;
        std::atomic<int> b = 0;
        TestWorker worker(*m_database);
        worker.handle(u"a"_s, [&a](const TaskContext &) { return ++a, TaskOutcome::success(); });
        worker.handle(u"b"_s, [&b](const TaskContext &) { return ++b, TaskOutcome::success(); });
        worker.runner = std::make_unique<Runner>(worker.options, worker.registry, &worker.events);
        QObject::connect(worker.runner.get(), &Runner::finished, worker.runner.get(),
                         [&worker](const RunOutcome &o) { worker.outcome = o; });
        worker.runner->setHeldNames({{u"a"_s}, {}}); // before the start is early enough
        worker.runner->start();
        QTRY_COMPARE_WITH_TIMEOUT(b.load(), 2, kPatience);
        sql("select graphile_worker.add_job(t) from unnest(array['a', 'b']) as t");
        QTRY_COMPARE_WITH_TIMEOUT(b.load(), 3, kPatience);
        QCOMPARE(a.load(), 0);
        QCOMPARE(untouched("a"), u"3"_s);
        QCOMPARE(worker.runner->heldNames().tasks, QStringList{u"a"_s});
        worker.runner->setHeldNames({}); // nothing else wakes it: it polls once an hour
        QTRY_COMPARE_WITH_TIMEOUT(a.load(), 3, kPatience);
        QVERIFY(worker.stop());
    }

    void allTasksMayBeOnHold()
    {
        sql("select graphile_worker.add_job('a')");
        std::atomic<int> runs = 0;
        TestWorker worker(*m_database);
        worker.handle(u"a"_s,
                      [&runs](const TaskContext &) { return ++runs, TaskOutcome::success(); });
        std::atomic<int> fetches = 0; // that found nothing; counted on the engine's thread
        QObject::connect(
            &worker.events, &EventBus::fetchFoundNothing, &worker.events, [&fetches] { ++fetches; },
            Qt::DirectConnection);
        worker.start();
        QTRY_COMPARE_WITH_TIMEOUT(runs.load(), 1, kPatience);
        worker.runner->setHeldNames({{u"a"_s}, {}});
        const int before = fetches;
        sql("select graphile_worker.add_job('a')"); // announced, so that it fetches
        QTRY_VERIFY_WITH_TIMEOUT(fetches > before, kPatience);
        // A fetch that was under way may have locked it, and returns it.
        QTRY_COMPARE_WITH_TIMEOUT(untouched("a"), u"1"_s, kPatience);
        QCOMPARE(runs.load(), 1);
        worker.runner->setHeldNames({});
        QTRY_COMPARE_WITH_TIMEOUT(runs.load(), 2, kPatience);
        QVERIFY(worker.stop());
    }

    void aHeldQueueIsNotFetchedUntilItIsResumed()
    {
        std::mutex mutex;
        QStringList seen;
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            const std::scoped_lock lock(mutex);
            seen << context.job.info.queueName;
            return TaskOutcome::success();
        });
        const auto count = [&](const QString &queue) {
            const std::scoped_lock lock(mutex);
            return int(seen.count(queue));
        };
        sql("select graphile_worker.add_job('t', queue_name => q) "
            "from unnest(array['q', 'r', null, 'q']) as q");
        worker.runner = std::make_unique<Runner>(worker.options, worker.registry, &worker.events);
        QObject::connect(worker.runner.get(), &Runner::finished, worker.runner.get(),
                         [&worker](const RunOutcome &o) { worker.outcome = o; });
        worker.runner->setHeldNames({{}, {u"q"_s}});
        worker.runner->start();
        QTRY_COMPARE_WITH_TIMEOUT(count(u"r"_s) + count({}), 2, kPatience);
        sql("select graphile_worker.add_job('t', queue_name => q) from unnest(array['q', 'r']) q");
        QTRY_COMPARE_WITH_TIMEOUT(count(u"r"_s), 2, kPatience);
        QCOMPARE(count(u"q"_s), 0);
        QCOMPARE(untouched("t"), u"3"_s);
        worker.runner->setHeldNames({});
        QTRY_COMPARE_WITH_TIMEOUT(count(u"q"_s), 3, kPatience);
        QVERIFY(worker.stop());
    }

    /// Twenty wait behind a running one: the held ones are returned, attempt and queue restored,
    /// while the running one continues and the others are kept.
    void waitingJobsAreReturned_data()
    {
        QTest::addColumn<QByteArray>("queue");
        QTest::newRow("no queue") << QByteArray("null");
        QTest::newRow("a lane") << QByteArray("'q'");
    }
    void waitingJobsAreReturned()
    {
        QFETCH(const QByteArray, queue);
        sql("select graphile_worker.add_job('blocks', queue_name => " + queue
            + ", priority => -1); "
              "select graphile_worker.add_job(case when n % 2 = 0 then 'a' else 'b' end, "
              "queue_name => "
            + queue + ") from generate_series(1, 20) as n");
        QSemaphore started;
        QSemaphore mayEnd;
        std::atomic<int> a = 0;
        std::atomic<int> b = 0;
        TestWorker worker(*m_database);
        worker.options.prefetchHorizon = 0ms; // so that all are fetched
        worker.handle(u"blocks"_s, [&](const TaskContext &) {
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.handle(u"a"_s, [&a](const TaskContext &) { return ++a, TaskOutcome::success(); });
        worker.handle(u"b"_s, [&b](const TaskContext &) { return ++b, TaskOutcome::success(); });
        worker.start();
        QVERIFY(started.tryAcquire(1, kPatience));
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from graphile_worker.jobs "
                                         "where locked_at is not null"),
                                  u"21"_s, kPatience);
        worker.runner->setHeldNames({{u"a"_s}, {}});
        QTRY_COMPARE_WITH_TIMEOUT(untouched("a"), u"10"_s, kPatience);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs where locked_at is not null"),
                 u"11"_s);
        mayEnd.release();
        QTRY_COMPARE_WITH_TIMEOUT(b.load(), 10, kPatience);
        QCOMPARE(a.load(), 0);
        worker.runner->setHeldNames({});
        QTRY_COMPARE_WITH_TIMEOUT(a.load(), 10, kPatience);
        QVERIFY(worker.stop());
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
    }

    void aQueueOnHoldIsUnlockedForOthers()
    {
        sql("select graphile_worker.add_job('blocks', priority => -1); "
            "select graphile_worker.add_job('t', queue_name => 'q') from generate_series(1, 5)");
        QSemaphore started;
        QSemaphore mayEnd;
        TestWorker worker(*m_database);
        worker.handle(u"blocks"_s, [&](const TaskContext &) {
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(started.tryAcquire(1, kPatience));
        worker.runner->setHeldNames({{}, {u"q"_s}});
        QTRY_COMPARE_WITH_TIMEOUT(untouched("t"), u"5"_s, kPatience);
        TestWorker other(*m_database);
        other.handle(u"t"_s, succeed);
        QVERIFY(other.drain());
        QCOMPARE(other.outcome->succeeded, 5);
        mayEnd.release();
        QVERIFY(worker.stop());
    }

    /// Held and resumed over and over while sixteen threads drain, the holds being set on another
    /// thread: once what had been taken before has ended, nothing on hold runs, however much else
    /// does.
    void heldJobsAreNotStartedAfterwards()
    {
        sql("select graphile_worker.add_job(case when n % 2 = 0 then 'a' else 'b' end) "
            "from generate_series(1, 20000) as n");
        std::atomic<int> a = 0;
        std::atomic<int> marks = 0;
        TestWorker worker(*m_database);
        worker.options.concurrency = 16;
        worker.options.localQueueSize = 100;
        worker.handle(u"a"_s, [&a](const TaskContext &) { return ++a, TaskOutcome::success(); });
        worker.handle(u"b"_s, succeed);
        worker.handle(u"mark"_s,
                      [&marks](const TaskContext &) { return ++marks, TaskOutcome::success(); });
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        int rounds = 0;
        for (; rounds < 12 && a < 10000; ++rounds) {
            std::thread([&] { worker.runner->setHeldNames({{u"a"_s}, {}}); }).join();
            const auto isIdle = [this] {
                return scalar("select count(*) from graphile_worker.jobs "
                              "where task_identifier = 'a' and locked_at is not null")
                    == "0"_L1;
            };
            QVERIFY(QTest::qWaitFor(isIdle, kPatience));
            const int after = a;
            sql("select graphile_worker.add_job('mark', priority => -1)");
            QTRY_COMPARE_WITH_TIMEOUT(marks.load(), rounds + 1, kPatience);
            QCOMPARE(a.load(), after);
            std::thread([&] { worker.runner->setHeldNames({}); }).join();
            QTRY_VERIFY_WITH_TIMEOUT(a > after || a == 10000, kPatience);
        }
        QTRY_COMPARE_WITH_TIMEOUT(a.load(), 10000, kPatience);
        // Those of the other task may be the last ones.
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from graphile_worker.jobs"), u"0"_s,
                                  kPatience);
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->succeeded, 20000 + rounds);
    }
};

YARDMASTER_TEST(TestHolds)
#include "tst_holds.moc"
