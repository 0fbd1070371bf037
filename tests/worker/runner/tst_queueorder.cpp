#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"
#include "worker/queue/jobqueue.h"
#include <yardmaster/session.h>

#include <QHash>

#include <array>
#include <atomic>
#include <mutex>
#include <semaphore>
#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The jobs of a named queue are started by priority, run_at and id, even if jobs are locked or
/// returned in between, and a queue is free when none of its jobs is locked any more.
class TestQueueOrder : public WorkerTest
{
    Q_OBJECT

    /// By queue, the numbers that jobs have as payload, in the order of their starts.
    struct Starts
    {
        std::mutex mutex;
        QHash<QString, QList<int>> numbers;
        int count = 0;

        void add(const TaskContext &context)
        {
            const std::scoped_lock lock(mutex);
            numbers[context.job.info.queueName] << context.job.payload.toInt();
            ++count;
        }
        [[nodiscard]] int inversions()
        {
            const std::scoped_lock lock(mutex);
            int found = 0;
            for (const QList<int> &queue : std::as_const(numbers)) {
                for (qsizetype i = 1; i < queue.size(); ++i)
                    found += queue[i] < queue[i - 1] ? 1 : 0;
            }
            return found;
        }
    };

    [[nodiscard]] QString jobsLeft() const
    {
        return scalar("select count(*) from graphile_worker._private_jobs");
    }
    /// Records each queue that is freed while jobs of it are locked.
    void watchFreeing() const
    {
        sql("create table freed_early (queue int)");
        sql("create function note_freeing() returns trigger language plpgsql as $$ begin "
            "insert into freed_early select new.id from graphile_worker._private_jobs "
            "where job_queue_id = new.id and locked_by is not null; return null; end $$");
        sql("create constraint trigger note_freeing "
            "after update on graphile_worker._private_job_queues "
            "deferrable initially deferred for each row "
            "when (old.locked_by is not null and new.locked_by is null) "
            "execute function note_freeing()");
    }
    [[nodiscard]] QString freedEarly() const { return scalar("select count(*) from freed_early"); }
    struct Load
    {
        int concurrency;
        std::chrono::milliseconds poll;
        std::chrono::milliseconds horizon; ///< short, as turns are then
        int slowEach;                      ///< one of this many jobs is slow:
        std::chrono::milliseconds slow;    ///< the rest of its lane is returned
    };
    /// Jobs have numbers as payload.
    void drainByTwoWorkers(int jobs, const Load &load)
    {
        Starts starts;
        m_returned = 0;
        std::array<std::unique_ptr<TestWorker>, 2> workers;
        for (auto &worker : workers) {
            worker = std::make_unique<TestWorker>(*m_database);
            worker->options.concurrency = load.concurrency;
            worker->options.pollInterval = load.poll;
            worker->options.prefetchHorizon = load.horizon;
            worker->handle(u"t"_s, [&starts, &load](const TaskContext &context) {
                starts.add(context);
                if (context.job.payload.toInt() % load.slowEach == 0)
                    std::this_thread::sleep_for(load.slow);
                return TaskOutcome::success();
            });
            QObject::connect(
                &worker->events, &EventBus::jobsReturned, this,
                [this](const QString &, const QList<JobInfo> &returned) {
                    m_returned += returned.size();
                },
                Qt::QueuedConnection);
            worker->start();
        }
        QTRY_COMPARE(jobsLeft(), u"0"_s);
        for (auto &worker : workers)
            QVERIFY(worker->stop());
        QCOMPARE(starts.count, jobs);
        QCOMPARE(starts.inversions(), 0);
        QCOMPARE(freedEarly(), u"0"_s);
    }
    qint64 m_returned = 0; ///< jobs, of the last drain

    static QList<qint64> idsOf(const std::vector<Job> &jobs)
    {
        QList<qint64> ids;
        for (const Job &job : jobs)
            ids << job.info.id;
        return ids;
    }

private slots:
    void twoWorkersKeepTheOrderOfManyQueues()
    {
        constexpr int kJobs = 4000;
        watchFreeing();
        sql("select graphile_worker.add_job('t', to_json(n), 'q' || n % 40, "
            "now() - interval '1 day' + n * interval '1 ms') from generate_series(1, "
            + QByteArray::number(kJobs) + ") as n");
        drainByTwoWorkers(kJobs, {4, 20ms, 20ms, 50, 25ms});
    }

    void jobsOfOneCallStartInTheOrderOfTheirIds()
    {
        constexpr int kJobs = 1500;
        watchFreeing();
        sql("select count(*) from graphile_worker.add_jobs(array(select "
            "row('t', to_json(n), 'q', null, null, null, null, null)::graphile_worker.job_spec "
            "from generate_series(1, "
            + QByteArray::number(kJobs) + ") as n))");
        drainByTwoWorkers(kJobs, {2, 5ms, 10ms, 70, 15ms});
        QVERIFY2(m_returned > 0, "the test is to give lanes back");
    }

    void returnedJobsRunFirstAgain_data()
    {
        QTest::addColumn<int>("others"); // with lower ids
        QTest::addColumn<int>("jobs");   // of one call
        QTest::newRow("a group that is read as it is") << 0 << 300;
        QTest::newRow("a big one at the beginning of the table") << 0 << 2000;
        QTest::newRow("a big one behind many others") << 3000 << 2000;
    }
    void returnedJobsRunFirstAgain()
    {
        QFETCH(const int, others);
        QFETCH(const int, jobs);
        constexpr int kLane = 40;
        sql("insert into graphile_worker._private_tasks (identifier) values ('t')");
        sql("select graphile_worker.add_job('t', run_at => now() + interval '1 day') "
            "from generate_series(1, "
            + QByteArray::number(others) + ")");
        sql("select count(*) from graphile_worker.add_jobs(array(select "
            "row('t', '{}', 'q', null, null, null, null, null)::graphile_worker.job_spec "
            "from generate_series(1, "
            + QByteArray::number(jobs) + ")))");
        const auto session = m_database->session();
        const JobQueue queue(u"graphile_worker"_s, u"w"_s);
        FetchRequest request;
        request.tasks = QStringList{u"t"_s};
        request.limit = kLane;
        request.lane = kLane;
        qint64 done = 0;
        for (int turn = 0; done < jobs; ++turn) {
            const auto fetched = queue.fetch(*session, request);
            QVERIFY(fetched);
            QList<qint64> expected;
            for (qint64 i = done + 1; i <= std::min<qint64>(jobs, done + kLane); ++i)
                expected << others + i;
            QCOMPARE(idsOf(fetched->jobs), expected);
            // Some are done; the others are returned in reverse order.
            std::vector<Lease> leases;
            std::vector<Return> returns;
            for (const Job &job : fetched->jobs) {
                const bool isLast = &job == &fetched->jobs.back();
                if (int(leases.size()) < 1 + turn % 17)
                    leases.push_back(leaseOf(job, false));
                else
                    returns.push_back({leaseOf(job, isLast)});
            }
            if (returns.empty())
                leases.back().freedQueue = fetched->jobs.back().queueId;
            std::ranges::reverse(returns);
            QVERIFY(queue.complete(*session, leases));
            if (!returns.empty())
                QVERIFY(queue.returnJobs(*session, returns));
            done += qint64(leases.size());
        }
        QCOMPARE(jobsLeft(), QString::number(others));
    }

    void nothingStartsBehindALockedHead()
    {
        sql("insert into graphile_worker._private_tasks (identifier) values ('t')");
        sql("select graphile_worker.add_job('t', '{}', 'q' || n % 2, "
            "now() - interval '1 hour' + n * interval '1 s') from generate_series(1, 6) as n");
        const auto other = m_database->session();
        QVERIFY(other->script("begin; select from graphile_worker._private_jobs where id = 1 "
                              "for update"));
        const auto session = m_database->session();
        const JobQueue queue(u"graphile_worker"_s, u"w"_s);
        FetchRequest request;
        request.tasks = QStringList{u"t"_s};
        request.limit = 6;
        request.lane = 2;
        const auto some = queue.fetch(*session, request);
        QVERIFY(some);
        QCOMPARE(idsOf(some->jobs), (QList<qint64>{2, 4}));
        QVERIFY(some->candidates > 2);
        QCOMPARE(scalar("select count(*) from graphile_worker._private_job_queues "
                        "where locked_by is not null"),
                 u"1"_s);
        QVERIFY(other->script("rollback"));
        const auto rest = queue.fetch(*session, request);
        QVERIFY(rest);
        QCOMPARE(idsOf(rest->jobs), (QList<qint64>{1, 3}));
        sql("update graphile_worker._private_job_queues set locked_by = null, locked_at = null");
    }

    void aQueueWhoseJobWasDeletedIsFreed_data()
    {
        QTest::addColumn<TaskOutcome>("outcome");
        QTest::newRow("success") << TaskOutcome::success();
        QTest::newRow("failure") << TaskOutcome::failure(u"no"_s);
        QTest::newRow("snooze") << TaskOutcome::snooze(1h);
    }
    void aQueueWhoseJobWasDeletedIsFreed()
    {
        QFETCH(const TaskOutcome, outcome);
        std::binary_semaphore isRunning(0);
        std::binary_semaphore mayEnd(0);
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, [&](const TaskContext &) {
            isRunning.release();
            mayEnd.acquire();
            return outcome;
        });
        sql("select graphile_worker.add_job('t', queue_name => 'q')");
        worker.start();
        QVERIFY(isRunning.try_acquire_for(60s));
        sql("delete from graphile_worker._private_jobs");
        mayEnd.release();
        QTRY_COMPARE(scalar("select count(*) from graphile_worker._private_job_queues "
                            "where locked_by is not null"),
                     u"0"_s);
        QVERIFY(worker.stop());
    }

    void aResultOfADeletedJobFreesItsQueue_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("success") << 0;
        QTest::newRow("failure") << 1;
        QTest::newRow("return") << 2;
    }
    void aResultOfADeletedJobFreesItsQueue()
    {
        QFETCH(const int, how);
        sql("select graphile_worker.add_job('t', queue_name => 'q')");
        const auto session = m_database->session();
        const JobQueue queue(u"graphile_worker"_s, u"w"_s);
        FetchRequest request;
        request.tasks = QStringList{u"t"_s};
        const auto fetched = queue.fetch(*session, request);
        QVERIFY(fetched);
        const Lease lease = leaseOf(fetched->jobs.at(0), true);
        sql("delete from graphile_worker._private_jobs");
        const Failure failure{lease, u"no"_s, {}};
        const Return back{lease};
        if (how == 0)
            QVERIFY(queue.complete(*session, {&lease, 1}));
        else if (how == 1)
            QVERIFY(queue.fail(*session, {&failure, 1}));
        else
            QVERIFY(queue.returnJobs(*session, {&back, 1}));
        QCOMPARE(scalar("select count(*) from graphile_worker._private_job_queues "
                        "where locked_by is not null"),
                 u"0"_s);
    }

    void aResultWrittenTwiceDoesNotFreeTheQueueOfTheNextJob()
    {
        sql("select graphile_worker.add_job('t', queue_name => 'q') from generate_series(1, 2)");
        const auto session = m_database->session();
        const JobQueue queue(u"graphile_worker"_s, u"w"_s);
        FetchRequest request;
        request.tasks = QStringList{u"t"_s};
        const auto first = queue.fetch(*session, request);
        QVERIFY(first);
        const Lease lease = leaseOf(first->jobs.at(0), true);
        QVERIFY(queue.complete(*session, {&lease, 1}));
        const auto second = queue.fetch(*session, request);
        QVERIFY(second);
        QCOMPARE(second->jobs.size(), 1U);
        const auto isLocked = [this] {
            return scalar("select count(*) from graphile_worker._private_job_queues "
                          "where locked_by = 'w'");
        };
        QVERIFY(queue.complete(*session, {&lease, 1}));
        QCOMPARE(isLocked(), u"1"_s);
        const Failure failure{lease, u"no"_s, {}};
        QVERIFY(queue.fail(*session, {&failure, 1}));
        QCOMPARE(isLocked(), u"1"_s);
        const Return back{lease};
        QVERIFY(queue.returnJobs(*session, {&back, 1}));
        QCOMPARE(isLocked(), u"1"_s);
        const Lease last = leaseOf(second->jobs.at(0), true);
        QVERIFY(queue.complete(*session, {&last, 1}));
        QCOMPARE(isLocked(), u"0"_s);
    }
};

YARDMASTER_TEST(TestQueueOrder)
#include "tst_queueorder.moc"
