#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"

#include "worker/tasks/taskrun.h"
#include <yardmaster/sleep.h>

#include <QSemaphore>
#include <QTest>
#include <QThread>

#include <atomic>
#include <coroutine>
#include <mutex>
#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Suspends coroutines until the test opens it, on any thread.
class Gate
{
public:
    struct Awaiter
    {
        Gate *gate;
        bool await_ready() const noexcept { return false; }
        void await_suspend(std::coroutine_handle<> handle) const
        {
            const std::scoped_lock lock(gate->m_mutex);
            gate->m_waiting.push_back(handle);
            gate->m_arrived.release();
        }
        void await_resume() const noexcept { }
    };
    Awaiter operator co_await() { return {this}; }

    [[nodiscard]] bool waitFor(int count) { return m_arrived.tryAcquire(count, 60000); }
    void open()
    {
        std::vector<std::coroutine_handle<>> waiting;
        {
            const std::scoped_lock lock(m_mutex);
            waiting.swap(m_waiting);
        }
        for (const auto handle : waiting)
            handle.resume();
    }

private:
    std::mutex m_mutex;
    std::vector<std::coroutine_handle<>> m_waiting;
    QSemaphore m_arrived;
};

struct NumberedItem
{
    int n = 0;
    static tl::expected<NumberedItem, QString> fromJson(const QJsonObject &object)
    {
        return NumberedItem{object.value("n"_L1).toInt()};
    }
};

QCoro::Task<TaskOutcome> nap(TaskContextPtr context)
{
    QCoro::Task<bool> slept = sleepFor(context, 100ms);
    const bool isWhole = co_await slept;
    co_return isWhole ? TaskOutcome::success() : TaskOutcome::interrupted();
}

} // namespace

/// Handlers that are coroutines, and asynchronous executors as such, against a real database.
/// Long because coroutines end in as many ways as other handlers, and share their slots.
class TestCoroutines : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TestDatabase> m_database;

    void sql(const QByteArray &text) const { m_database->script(text); }
    [[nodiscard]] QString scalar(const QByteArray &text) const { return m_database->scalar(text); }
    [[nodiscard]] QString row(const QByteArray &columns) const
    {
        return scalar("select concat_ws('|', " + columns
                      + ") from graphile_worker._private_jobs as jobs");
    }

private slots:
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup()
    {
        QCOMPARE(scalar("select count(*) from graphile_worker._private_job_queues "
                        "where locked_at is not null"),
                 u"0"_s);
        m_database.reset();
    }

    void coroutinesSucceedFailAndThrow()
    {
        sql("select graphile_worker.add_job('good', json_build_object('n', n)) "
            "from generate_series(1, 300) n");
        sql("select graphile_worker.add_job('bad', max_attempts => 1)");
        sql("select graphile_worker.add_job('throws', max_attempts => 1)");
        sql("select graphile_worker.add_job('throws_at_once', max_attempts => 1)");
        sql("select graphile_worker.add_job('typed', '[]', max_attempts => 1)");
        sql("select graphile_worker.add_job('blocking') from generate_series(1, 300)");
        TestWorker worker(*m_database);
        worker.options.concurrency = 3;
        worker.registry->addCoroutine(u"good"_s,
                                      [](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                                          if (context->job.info.id % 2 == 0)
                                              co_return TaskOutcome::success();
                                          QCoro::Task<bool> slept = sleepFor(context, 1ms);
                                          co_await slept;
                                          co_return TaskOutcome::success();
                                      });
        worker.registry->addCoroutine(u"bad"_s, [](TaskContextPtr) -> QCoro::Task<TaskOutcome> {
            co_return TaskOutcome::failure(u"no luck"_s);
        });
        worker.registry->addCoroutine(u"throws"_s,
                                      [](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                                          QCoro::Task<bool> slept = sleepFor(context, 1ms);
                                          co_await slept;
                                          throw std::runtime_error("late");
                                      });
        worker.registry->addCoroutine(
            u"throws_at_once"_s,
            [](TaskContextPtr) -> QCoro::Task<TaskOutcome> { throw std::runtime_error("early"); });
        worker.registry->addCoroutine<NumberedItem>(
            u"typed"_s, [](TaskContextPtr, NumberedItem) -> QCoro::Task<TaskOutcome> {
                co_return TaskOutcome::success();
            });
        worker.handle(u"blocking"_s, succeed);
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{600});
        QCOMPARE(scalar("select string_agg(last_error, '|' order by id) from "
                        "graphile_worker._private_jobs"),
                 u"no luck|late|early|The payload cannot be read: it is an array, not an "
                 "object"_s);
    }

    void thousandsWaitWithoutAThreadEach()
    {
        sql("select graphile_worker.add_job('t') from generate_series(1, 2000)");
        TestWorker worker(*m_database);
        worker.options.asyncConcurrency = 2000;
        Gate gate;
        std::atomic<QThread *> thread = nullptr;
        std::atomic<int> others = 0;
        worker.registry->addCoroutine(u"t"_s, [&](TaskContextPtr) -> QCoro::Task<TaskOutcome> {
            QThread *expected = nullptr;
            if (!thread.compare_exchange_strong(expected, QThread::currentThread())
                && expected != QThread::currentThread())
                ++others;
            co_await gate;
            co_return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(gate.waitFor(2000));
        QCOMPARE(others, 0);
        gate.open(); // all of them end here, on another thread
        QTRY_COMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"0"_s);
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->succeeded, qint64{2000});
    }

    void coroutinesCountAsJobsByDefault()
    {
        sql("select graphile_worker.add_job(case when n % 3 = 0 then 'plain' else 'coroutine' end) "
            "from generate_series(1, 200) n");
        TestWorker worker(*m_database);
        worker.options.concurrency = 4;
        std::atomic<int> inside = 0;
        std::atomic<int> most = 0;
        const auto enter = [&] {
            const int now = ++inside;
            int seen = most;
            while (seen < now && !most.compare_exchange_weak(seen, now)) { }
        };
        worker.registry->addCoroutine(u"coroutine"_s,
                                      [&](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                                          enter();
                                          QCoro::Task<bool> slept = sleepFor(context, 1ms);
                                          co_await slept;
                                          --inside;
                                          co_return TaskOutcome::success();
                                      });
        worker.handle(u"plain"_s, [&](const TaskContext &) {
            enter();
            std::this_thread::yield();
            --inside;
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{200});
        QVERIFY2(most <= 4 && most >= 2, qPrintable(QString::number(most)));
    }

    void oneAtATimeKeepsTheOrderAcrossKinds()
    {
        sql("select graphile_worker.add_job(case when n % 2 = 0 then 'plain' else 'coroutine' end, "
            "'{}', case when n > 20 then 'q' end) from generate_series(1, 40) n");
        TestWorker worker(*m_database);
        QList<qint64> order;
        std::mutex mutex;
        const auto note = [&](const Job &job) {
            const std::scoped_lock lock(mutex);
            order << job.info.id;
        };
        worker.registry->addCoroutine(u"coroutine"_s,
                                      [&](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                                          note(context->job);
                                          QCoro::Task<bool> slept = sleepFor(context, 0ms);
                                          co_await slept;
                                          co_return TaskOutcome::success();
                                      });
        worker.handle(u"plain"_s, [&](const TaskContext &context) {
            note(context.job);
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain());
        QCOMPARE(order.size(), 40);
        QVERIFY(std::is_sorted(order.begin(), order.end()));
    }

    void queuesAreSerialAcrossKindsWithAsyncJobs()
    {
        sql("select graphile_worker.add_job(case when n % 2 = 0 then 'plain' else 'coroutine' end, "
            "'{}', 'q' || n % 5) from generate_series(1, 200) n");
        TestWorker worker(*m_database);
        worker.options.concurrency = 3;
        worker.options.asyncConcurrency = 50;
        std::mutex mutex;
        QHash<QString, int> inside;
        int overlaps = 0;
        const auto move = [&](const Job &job, int step) {
            const std::scoped_lock lock(mutex);
            if ((inside[job.info.queueName] += step) > 1)
                ++overlaps;
        };
        worker.registry->addCoroutine(u"coroutine"_s,
                                      [&](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                                          move(context->job, 1);
                                          QCoro::Task<bool> slept = sleepFor(context, 0ms);
                                          co_await slept;
                                          move(context->job, -1);
                                          co_return TaskOutcome::success();
                                      });
        worker.handle(u"plain"_s, [&](const TaskContext &context) {
            move(context.job, 1);
            std::this_thread::yield();
            move(context.job, -1);
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{200});
        QCOMPARE(overlaps, 0);
    }

    /// What has its slots taken waits in the database, where other workers can fetch it; the other
    /// kind's jobs behind it are found all the same.
    void noJobsAreHeldForSlotsThatAreTaken()
    {
        sql("select graphile_worker.add_job('slow') from generate_series(1, 400); "
            "select graphile_worker.add_job('quick', priority => 10) from generate_series(1, 3)");
        TestWorker worker(*m_database);
        worker.options.concurrency = 4;
        worker.options.asyncConcurrency = 5;
        Gate gate;
        worker.registry->addCoroutine(u"slow"_s, [&](TaskContextPtr) -> QCoro::Task<TaskOutcome> {
            co_await gate;
            co_return TaskOutcome::success();
        });
        QSemaphore quick;
        worker.handle(u"quick"_s, [&](const TaskContext &) {
            quick.release();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(gate.waitFor(5));
        QVERIFY(quick.tryAcquire(3, 60000));
        const int held = scalar("select count(*) from graphile_worker.jobs "
                                "where task_identifier = 'slow' and locked_at is not null")
                             .toInt();
        QVERIFY2(held <= 10, qPrintable(QString::number(held)));
        QVERIFY(QTest::qWaitFor(
            [&] {
                gate.open();
                return scalar("select count(*) from graphile_worker._private_jobs") == u"0"_s;
            },
            60000));
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->succeeded, qint64{403});
    }

    void coroutinesSeeTheStopRequest()
    {
        sql("select graphile_worker.add_job('t') from generate_series(1, 20)");
        TestWorker worker(*m_database);
        worker.options.gracePeriod = 400ms;
        worker.options.concurrency = 20;
        QSemaphore started;
        worker.registry->addCoroutine(
            u"t"_s, [&](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                started.release();
                QCoro::Task<bool> slept = sleepFor(context, 1h);
                const bool isWhole = co_await slept;
                co_return isWhole ? TaskOutcome::success() : TaskOutcome::interrupted();
            });
        worker.start();
        QVERIFY(started.tryAcquire(20, 60000));
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->interrupted, qint64{20});
        QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where attempts = 0 "
                        "and locked_at is null"),
                 u"20"_s);
    }

    void coroutinesTimeOut()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.registry->addCoroutine(u"t"_s,
                                      [](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                                          QCoro::Task<bool> slept = sleepFor(context, 1h);
                                          co_await slept;
                                          co_return TaskOutcome::failure(u"cut short"_s);
                                      },
                                      {.timeout = 30ms});
        QVERIFY(worker.drain());
        QCOMPARE(row("last_error"), u"It ran for more than 30 ms and was stopped\ncut short"_s);
    }

    void aCoroutineThatNeverEndsIsAbandoned()
    {
        sql("select graphile_worker.add_job('t')");
        Gate gate;
        bool hasEnded = false;
        {
            TestWorker worker(*m_database);
            worker.options.gracePeriod = 200ms;
            worker.registry->addCoroutine(u"t"_s,
                                          [&](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                                              co_await gate;
                                              context->output(u"nobody listens any more"_s, false);
                                              hasEnded = true;
                                              co_return TaskOutcome::success();
                                          });
            worker.start();
            QVERIFY(gate.waitFor(1));
            QVERIFY(worker.stop());
            QCOMPARE(worker.outcome->interrupted, qint64{1});
            QCOMPARE(row("attempts, locked_by"), u"0"_s);
        }
        gate.open();
        QVERIFY(hasEnded);
        QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"1"_s);
    }

    void capturesLiveAsLongAsTheCoroutine()
    {
        sql("select graphile_worker.add_job('t') from generate_series(1, 10)");
        TestWorker worker(*m_database);
        const auto payload = std::make_shared<QString>(u"captured"_s);
        std::atomic<int> seen = 0;
        worker.registry->addCoroutine(
            u"t"_s, [payload, &seen](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                QCoro::Task<TaskOutcome> napping = nap(context);
                const TaskOutcome outcome = co_await napping;
                seen += *payload == "captured"_L1 ? 1 : 0;
                co_return outcome;
            });
        worker.options.asyncConcurrency = 10;
        QVERIFY(worker.drain());
        QCOMPARE(seen, 10);
        QCOMPARE(worker.outcome->succeeded, qint64{10});
    }

    void batchesAreAwaited()
    {
        sql("select graphile_worker.add_job('t', '[{\"n\": 1}, {\"n\":2,  \"big\": "
            "12345678901234567890}, 3]')");
        TestWorker worker(*m_database);
        worker.registry->addBatchCoroutine<NumberedItem>(
            u"t"_s,
            [](TaskContextPtr context,
               std::vector<NumberedItem> items) -> QCoro::Task<BatchOutcome> {
                QCoro::Task<TaskOutcome> napping = nap(context);
                (void)co_await napping;
                std::vector<ItemResult> results(items.size());
                for (size_t i = 0; i < items.size(); ++i) {
                    if (items[i].n == 2)
                        results[i] = tl::make_unexpected(u"two"_s);
                }
                co_return results;
            });
        QVERIFY(worker.drain());
        QCOMPARE(row("payload, attempts"), u"[{\"n\":2,  \"big\": 12345678901234567890},3]|1"_s);
        QCOMPARE(row("last_error"),
                 u"Batch failures:\ntwo\nitem 2 cannot be read: it is a number, not an object"_s);
    }

    void batchesOfTextAreAwaited()
    {
        sql("select graphile_worker.add_job('t', '[1, [2]]', max_attempts => 1), "
            "graphile_worker.add_job('t', '{}', max_attempts => 1), "
            "graphile_worker.add_job('throws', '[]', max_attempts => 1)");
        TestWorker worker(*m_database);
        QByteArrayList seen; // executor thread
        worker.registry->addBatchCoroutine(
            u"t"_s,
            [&](TaskContextPtr context,
                std::vector<QByteArrayView> items) -> QCoro::Task<BatchOutcome> {
                QCoro::Task<TaskOutcome> napping = nap(context);
                (void)co_await napping;
                for (const QByteArrayView item : items)
                    seen << item.toByteArray();
                co_return TaskOutcome::success();
            });
        worker.registry->addBatchCoroutine(
            u"throws"_s,
            [](TaskContextPtr, std::vector<QByteArrayView>) -> QCoro::Task<BatchOutcome> {
                throw std::runtime_error("thrown");
                co_return TaskOutcome::success();
            });
        QVERIFY(worker.drain());
        QCOMPARE(seen, (QByteArrayList{"1", "[2]"}));
        QCOMPARE(scalar("select string_agg(last_error, '|' order by last_error) "
                        "from graphile_worker.jobs"),
                 u"The task 't' takes batches, but the payload is not an array|thrown"_s);
    }

    void anAsynchronousExecutorThatDropsItsRunFails()
    {
        class Dropping final : public TaskExecutor
        {
        public:
            Mode mode() const override { return Mode::Asynchronous; }
            void start(std::shared_ptr<TaskRun>) const override { }
            QString describe() const override { return u"dropping"_s; }
        };
        sql("select graphile_worker.add_job('t', max_attempts => 1)");
        TestWorker worker(*m_database);
        worker.registry->addExecutor(u"t"_s, std::make_shared<Dropping>());
        QVERIFY(worker.drain());
        QCOMPARE(row("last_error"), u"The handler was destroyed without reporting an outcome"_s);
    }
};

YARDMASTER_TEST(TestCoroutines)
#include "tst_coroutines.moc"
