#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"
#include "worker/tasks/taskrun.h"
#include <yardmaster/session.h>

#include <QSemaphore>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QCoro::Task<TaskOutcome> noting(TaskContextPtr context, std::function<void(const Job &)> note)
{
    note(context->job);
    co_return TaskOutcome::success();
}

} // namespace

/// With the default options, a worker does not keep jobs that others could run.
class TestFairness : public WorkerTest
{
    Q_OBJECT

    void addJobs(int count, const QByteArray &task = "t") const
    {
        sql("select count(*) from graphile_worker.add_jobs(array(select row('" + task
            + "', to_json(n), null, null, null, null, null, null)::graphile_worker.job_spec "
              "from generate_series(1, "
            + QByteArray::number(count) + ") as n))");
    }
    [[nodiscard]] QString jobsLeft() const
    {
        return scalar("select count(*) from graphile_worker._private_jobs");
    }

private slots:
    void slowJobsAreSharedByIdleWorkers_data()
    {
        QTest::addColumn<int>("jobs");
        QTest::addColumn<std::chrono::milliseconds>("each");
        QTest::newRow("40 of 200 ms") << 40 << 200ms;
        QTest::newRow("300 of 50 ms") << 300 << 50ms;
    }
    void slowJobsAreSharedByIdleWorkers()
    {
        QFETCH(const int, jobs);
        QFETCH(const std::chrono::milliseconds, each);
        constexpr int kPlaces = 2;
        std::array<std::unique_ptr<TestWorker>, 4> workers;
        std::array<std::atomic<int>, 4> runs{};
        for (size_t i = 0; i < workers.size(); ++i) {
            workers[i] = std::make_unique<TestWorker>(*m_database);
            workers[i]->options.concurrency = kPlaces;
            workers[i]->options.pollInterval = 2s;
            workers[i]->handle(u"t"_s, [&, i](const TaskContext &) {
                ++runs[i];
                std::this_thread::sleep_for(each);
                return TaskOutcome::success();
            });
            workers[i]->start();
        }
        for (auto &worker : workers)
            QVERIFY(worker->waitUntilRunning());
        QElapsedTimer watch;
        addJobs(jobs);
        watch.start();
        QTRY_COMPARE(jobsLeft(), u"0"_s);
        const qint64 took = watch.elapsed();
        for (auto &worker : workers)
            QVERIFY(worker->stop());
        // The worker that ran most determines the total time; a busy machine only adds to it.
        const int most = std::max({runs[0].load(), runs[1].load(), runs[2].load(), runs[3].load()});
        QVERIFY2(most <= jobs * 3 / 2 / 4, qPrintable(u"%1 of %2 by one"_s.arg(most).arg(jobs)));
        qInfo("%d jobs in %lld ms, ideally %lld", jobs, took,
              qlonglong(jobs / 4 / kPlaces * each.count()));
    }

    void fewSlowJobsDoNotDelayQuickOnes()
    {
        constexpr int kSlow = 3; // of four slots
        constexpr int kQuick = 2000;
        std::atomic<int> quick = 0;
        QSemaphore slowStarted;
        QSemaphore mayEnd;
        std::array<std::unique_ptr<TestWorker>, 2> workers;
        for (auto &worker : workers) {
            worker = std::make_unique<TestWorker>(*m_database);
            worker->options.concurrency = 2;
            worker->options.pollInterval = 2s;
            worker->handle(u"t"_s, [&](const TaskContext &context) {
                if (context.job.payload.toInt() % 500 == 0 && context.job.payload.toInt() <= 1500) {
                    slowStarted.release();
                    mayEnd.acquire();
                } else {
                    std::this_thread::sleep_for(1ms);
                    ++quick;
                }
                return TaskOutcome::success();
            });
            worker->start();
        }
        for (auto &worker : workers)
            QVERIFY(worker->waitUntilRunning());
        addJobs(kQuick + kSlow);
        (void)QTest::qWaitFor([&] { return quick == kQuick; }, kPatience);
        const int done = quick;
        mayEnd.release(kSlow);
        QCOMPARE(done, kQuick);
        QCOMPARE(slowStarted.available(), kSlow);
        QTRY_COMPARE(jobsLeft(), u"0"_s);
        for (auto &worker : workers)
            QVERIFY(worker->stop());
    }

    void anUnannouncedUrgentJobStartsSoon_data()
    {
        QTest::addColumn<bool>("isSlow");
        QTest::newRow("quick jobs before it") << false;
        QTest::newRow("all slots are busy") << true;
    }
    void anUnannouncedUrgentJobStartsSoon()
    {
        QFETCH(const bool, isSlow);
        constexpr auto kPoll = 200ms;
        const auto each = isSlow ? 150ms : 20ms;
        std::atomic<bool> isDone = false;
        std::atomic<int> runs = 0;
        std::atomic<int> runsBefore = -1;
        TestWorker worker(*m_database);
        worker.options.pollInterval = kPoll;
        worker.options.prefetchHorizon = 2s; // that much may wait
        worker.handle(u"t"_s, [&](const TaskContext &) {
            ++runs;
            if (!isDone)
                std::this_thread::sleep_for(each);
            return TaskOutcome::success();
        });
        worker.handle(u"urgent"_s, [&](const TaskContext &) {
            runsBefore = runs.load();
            return TaskOutcome::success();
        });
        worker.start();
        addJobs(500);
        QTRY_VERIFY(runs >= 20);
        sql("insert into graphile_worker._private_jobs (task_id, priority) select id, -10 "
            "from graphile_worker._private_tasks where identifier = 'urgent'");
        const int runsAtAdd = runs;
        QTRY_VERIFY(runsBefore >= 0);
        isDone = true;
        QVERIFY2(runsBefore - runsAtAdd <= 2 * kPoll / each + 2,
                 qPrintable(u"%1 jobs went before it"_s.arg(runsBefore - runsAtAdd)));
        QTRY_COMPARE(jobsLeft(), u"0"_s);
        QVERIFY(worker.stop());
    }

    void quickNamedQueuesAreSharedWithoutPolls()
    {
        constexpr int kJobs = 12000;
        std::array<std::unique_ptr<TestWorker>, 3> workers;
        std::array<std::atomic<int>, 3> runs{};
        for (size_t i = 0; i < workers.size(); ++i) {
            workers[i] = std::make_unique<TestWorker>(*m_database);
            workers[i]->options.concurrency = 2;
            workers[i]->options.pollInterval = 1h;
            workers[i]->handle(u"t"_s, [&, i](const TaskContext &) {
                ++runs[i];
                return TaskOutcome::success();
            });
            workers[i]->start();
        }
        for (auto &worker : workers)
            QVERIFY(worker->waitUntilRunning());
        sql("select count(*) from graphile_worker.add_jobs(array(select row('t', '{}', 'q' || n % "
            "4, "
            "null, null, null, null, null)::graphile_worker.job_spec from generate_series(1, "
            + QByteArray::number(kJobs) + ") as n))");
        QTRY_COMPARE(jobsLeft(), u"0"_s);
        for (auto &worker : workers)
            QVERIFY(worker->stop());
        // tests/chaos/fairness measures how equal the shares are; here, that every worker gets
        // some.
        const int least = std::min({runs[0].load(), runs[1].load(), runs[2].load()});
        QVERIFY2(least >= kJobs / 30, qPrintable(u"%1 of %2"_s.arg(least).arg(kJobs)));
    }

    void queuesLeftToOthersAreTakenAgainWithoutAPoll()
    {
        constexpr int kJobs = 4000;
        const auto other = m_database->session(); // listens, and fetches nothing
        QVERIFY(other->script("listen \"jobs:insert\""));
        TestWorker worker(*m_database);
        worker.options.concurrency = 2;
        worker.options.pollInterval = 1h;
        worker.handle(u"t"_s, [](const TaskContext &) { return TaskOutcome::success(); });
        int turns = 0;
        QObject::connect(
            &worker.events, &EventBus::listenNotified, this,
            [&turns](const QString &, const QString &, const QString &payload) {
                turns += payload.contains("\"turn\""_L1) ? 1 : 0;
            },
            Qt::QueuedConnection);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        sql("select count(*) from graphile_worker.add_jobs(array(select row('t', '{}', 'q' || n % "
            "4, "
            "null, null, null, null, null)::graphile_worker.job_spec from generate_series(1, "
            + QByteArray::number(kJobs) + ") as n))");
        QTRY_COMPARE(jobsLeft(), u"0"_s);
        QVERIFY(worker.stop());
        QVERIFY2(turns > 0, "the other one is to be told");
    }

    void bigPayloadsAreReadWhenTheirJobsStart()
    {
        constexpr int kJobs = 12;
        sql("select graphile_worker.add_job(case when n % 2 = 0 then 't' else 'async' end, "
            "to_json(repeat(md5(n::text), 10000 * (n % 3))), 'q' || n % 5) "
            "from generate_series(1, "
            + QByteArray::number(kJobs) + ") as n");
        std::mutex mutex;
        QList<qsizetype> sizes;
        const auto note = [&](const Job &job) {
            const std::scoped_lock lock(mutex);
            sizes << job.payload.size();
        };
        TestWorker worker(*m_database);
        worker.options.concurrency = 2;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            note(context.job);
            return TaskOutcome::success();
        });
        worker.registry->addCoroutine(u"async"_s, [note](TaskContextPtr context) {
            return noting(std::move(context), note);
        });
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{kJobs});
        std::ranges::sort(sizes);
        QList<qsizetype> expected;
        for (const qsizetype size : {2, 320002, 640002})
            expected << QList<qsizetype>(kJobs / 3, size);
        QCOMPARE(sizes, expected);
    }
};

YARDMASTER_TEST(TestFairness)
#include "tst_fairness.moc"
