#include "tests/support/testworker.h"

#include "worker/tasks/sleep.h"
#include "worker/tasks/taskfolder.h"

#include <QFile>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <atomic>
#include <coroutine>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// JSON with everything that quoting could get wrong.
constexpr const char *kAwkward = "{\"b\":\"\\\\\\\" é, {2}\", \"big\":12345678901234567890}";

/// Lets coroutines wait until the test lets them go, on whichever thread that is.
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

    [[nodiscard]] bool waitFor(int count) { return m_arrived.tryAcquire(count, 10000); }
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

/// Waits for a stop in a plain handler.
void waitForStop(const TaskContext &context)
{
    QSemaphore stopped;
    const std::stop_callback wake(context.stop, [&] { stopped.release(); });
    stopped.acquire();
}

struct Item
{
    int n = 0;
    static tl::expected<Item, QString> fromJson(const QJsonObject &object)
    {
        return Item{object.value("n"_L1).toInt()};
    }
};

QCoro::Task<TaskOutcome> nap(TaskContextPtr context)
{
    QCoro::Task<bool> slept = sleepFor(context, 100ms);
    const bool isWhole = co_await slept;
    co_return isWhole ? TaskOutcome::success() : TaskOutcome::interrupted();
}

} // namespace

/// What handlers can be and can say, against a real database.
class TestHandlers : public QObject
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
    /// Seconds until the only job runs.
    [[nodiscard]] double delay() const
    {
        return row("extract(epoch from run_at - now())").toDouble();
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

    // ---- What an outcome can say

    void retryStrategiesDecideTheDelay_data()
    {
        QTest::addColumn<int>("attempts");
        QTest::addColumn<double>("seconds");
        QTest::newRow("first") << 0 << 60.0;
        QTest::newRow("second") << 1 << 3600.0;
        QTest::newRow("later") << 7 << 3600.0;
    }
    void retryStrategiesDecideTheDelay()
    {
        QFETCH(const int, attempts);
        QFETCH(const double, seconds);
        sql("select graphile_worker.add_job('t')");
        sql("update graphile_worker._private_jobs set attempts = " + QByteArray::number(attempts));
        TestWorker worker(*m_database);
        worker.registry->add(u"t"_s,
                             [](const TaskContext &) { return TaskOutcome::failure(u"no"_s); },
                             {.retry = RetryStrategy::list({60s, 1h})});
        QVERIFY(worker.drain());
        QVERIFY(std::abs(delay() - seconds) < 20);
        QCOMPARE(row("last_error, locked_by"), u"no"_s);
    }

    void aTaskMayAllowFewerAttempts()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.registry->add(u"t"_s,
                             [](const TaskContext &) { return TaskOutcome::failure(u"no"_s); },
                             {.maxAttempts = 1});
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->failedForGood, qint64{1});
        QCOMPARE(row("attempts, max_attempts"), u"25|25"_s);
    }

    void aFailureMayReplaceThePayload()
    {
        sql("select graphile_worker.add_job('t', '{\"a\": 1}')");
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, [](const TaskContext &) {
            return TaskOutcome::failure(u"half done"_s).withPayload(kAwkward);
        });
        QVERIFY(worker.drain());
        QCOMPARE(row("payload, attempts, last_error"),
                 QString::fromUtf8(kAwkward) + u"|1|half done"_s);
    }

    void aPayloadThatIsNoJsonCostsThatJobAlone()
    {
        sql("select graphile_worker.add_job('t', '{\"a\": 1}', max_attempts => 1)");
        sql("select graphile_worker.add_job('good') from generate_series(1, 5)");
        TestWorker worker(*m_database);
        worker.handle(u"good"_s, succeed);
        worker.handle(u"t"_s, [](const TaskContext &) {
            return TaskOutcome::snooze(1s).withPayload("{\"a\":");
        });
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{5});
        QCOMPARE(row("payload, last_error"), u"{\"a\": 1}|The new payload is not valid JSON"_s);
    }

    void aSnoozeCostsNoAttempt()
    {
        sql("select graphile_worker.add_job('t', '{\"cursor\": 1}', 'q', max_attempts => 1)");
        TestWorker worker(*m_database);
        QSignalSpy snoozed(&worker.events, &EventBus::jobSnoozed);
        worker.handle(u"t"_s, [](const TaskContext &) {
            return TaskOutcome::snooze(1h).withPayload("{\"cursor\":2}");
        });
        QVERIFY(worker.drain());
        QCOMPARE(snoozed.count(), 1);
        QCOMPARE(row("attempts, last_error, payload, locked_by"), u"0|{\"cursor\":2}"_s);
        QVERIFY(std::abs(delay() - 3600) < 20);
    }

    void aSnoozedJobRunsAgainInItsTime()
    {
        sql("select graphile_worker.add_job('t', max_attempts => 1)");
        TestWorker worker(*m_database);
        worker.options.pollInterval = 10ms;
        std::atomic<int> runs = 0;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            return ++runs < 4 && context.job.info.attempts == 1 ? TaskOutcome::snooze(1ms)
                                                                : TaskOutcome::success();
        });
        QSignalSpy completed(&worker.events, &EventBus::jobCompleted);
        worker.start();
        QVERIFY(completed.count() > 0 || completed.wait(10000));
        QCOMPARE(runs, 4);
        QVERIFY(worker.stop());
    }

    // ---- Timeouts

    void aTimeoutIsAFailureThatSaysSo()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.registry->add(u"t"_s,
                             [](const TaskContext &context) {
                                 waitForStop(context);
                                 return TaskOutcome::interrupted();
                             },
                             {.timeout = 30ms, .retry = RetryStrategy::fixed(1h)});
        QVERIFY(worker.drain());
        QCOMPARE(row("attempts, last_error"), u"1|It ran for more than 30 ms and was stopped"_s);
        QVERIFY(delay() > 3000);
    }

    void aHandlerThatSucceedsAfterItsTimeoutHasSucceeded()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.registry->add(u"t"_s,
                             [](const TaskContext &context) {
                                 waitForStop(context);
                                 return TaskOutcome::success();
                             },
                             {.timeout = 30ms});
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{1});
    }

    void withATimeoutTheWorkersStopStillArrives()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.options.gracePeriod = 200ms;
        QSemaphore started;
        worker.registry->add(u"t"_s,
                             [&](const TaskContext &context) {
                                 started.release();
                                 waitForStop(context);
                                 return TaskOutcome::interrupted();
                             },
                             {.timeout = 1h});
        worker.start();
        QVERIFY(started.tryAcquire(1, 10000));
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->interrupted, qint64{1});
        QCOMPARE(row("attempts, last_error"), u"0"_s);
    }

    void aChildIsEndedAtItsTimeout()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"slow"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\necho on my way >&2\nsleep 300 & wait\n");
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner);
        file.close();
        sql("select graphile_worker.add_job('slow')");
        TestWorker worker(*m_database);
        QStringList warnings;
        TaskFolder::scan(folder.path()).addTo(worker.registry.get(), &warnings);
        QCOMPARE(worker.registry->entry(u"slow"_s)->options.timeout, 4h);
        auto timed = std::make_shared<TaskRegistry>();
        timed->addExecutor(u"slow"_s, worker.registry->entry(u"slow"_s)->executor,
                           {.timeout = 300ms});
        worker.registry = timed;
        QVERIFY(worker.drain());
        const QString error = row("last_error");
        QVERIFY2(error.startsWith("It ran for more than 300 ms and was stopped\n"
                                  "Process was ended by signal 15"_L1)
                     && error.endsWith("on my way"_L1),
                 qPrintable(error));
    }

    // ---- Batches

    void batchesRetryOnlyWhatFailed()
    {
        sql("select graphile_worker.add_job('t', '[{\"n\": 1}, {\"n\":2,  \"big\": "
            "12345678901234567890}, {\"n\": 3}]')");
        TestWorker worker(*m_database);
        worker.registry->addBatch<Item>(u"t"_s,
                                        [](const TaskContext &, const std::vector<Item> &items) {
                                            std::vector<ItemResult> results(items.size());
                                            for (size_t i = 0; i < items.size(); ++i) {
                                                if (items[i].n == 2)
                                                    results[i] = tl::make_unexpected(u"two"_s);
                                            }
                                            return results;
                                        });
        QVERIFY(worker.drain());
        QCOMPARE(row("payload, attempts, last_error"),
                 u"[{\"n\":2,  \"big\": 12345678901234567890}]|1|Batch failures:\ntwo"_s);
    }

    // ---- Coroutines

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
        worker.registry->addCoroutine<Item>(u"typed"_s,
                                            [](TaskContextPtr, Item) -> QCoro::Task<TaskOutcome> {
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

    void withoutABoundOfTheirOwnCoroutinesCountAsJobs()
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

    void queuesAreSerialAcrossKindsWithABoundOfTheirOwn()
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

    void coroutinesHearTheStop()
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
        QVERIFY(started.tryAcquire(20, 10000));
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

    void aCoroutineThatNeverEndsIsGivenUp()
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
        QCOMPARE(row("last_error"), u"The handler went away without an outcome"_s);
    }
};

QTEST_GUILESS_MAIN(TestHandlers)
#include "tst_handlers.moc"
