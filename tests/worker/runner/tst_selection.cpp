#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"

#include <QElapsedTimer>
#include <QSemaphore>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <mutex>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Which jobs a worker takes, when, and how many at a time.
class TestSelection : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TestDatabase> m_database;

    [[nodiscard]] QString leftOver() const
    {
        return m_database->scalar("select coalesce(string_agg(payload->>0, ',' order by id), '') "
                                  "from graphile_worker._private_jobs");
    }

private slots:
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_database->script("create function add(text[]) returns bigint language sql as "
                           "$$ select (graphile_worker.add_job('t', to_json(array[array_to_string("
                           "coalesce($1, '{none}'), '+')]), flags => $1)).id $$");
    }
    void cleanup() { m_database.reset(); }

    void flagsDecideWhatIsTaken_data()
    {
        using Strings = QStringList;
        QTest::addColumn<Strings>("forbidden");
        QTest::addColumn<Strings>("accepted");
        QTest::addColumn<Strings>("allowed");
        QTest::addColumn<bool>("hasAllowed");
        QTest::addColumn<QString>("left");
        QTest::newRow("no rule") << Strings() << Strings() << Strings() << false << QString();
        QTest::newRow("forbidden")
            << Strings{u"a"_s} << Strings() << Strings() << false << u"a,a+b"_s;
        QTest::newRow("two forbidden")
            << Strings{u"a"_s, u"c"_s} << Strings() << Strings() << false << u"a,a+b,c"_s;
        QTest::newRow("accepted") << Strings() << Strings{u"a"_s} << Strings() << false
                                  << u"none,b,c"_s;
        QTest::newRow("accepted, vetoed")
            << Strings{u"b"_s} << Strings{u"a"_s} << Strings() << false << u"none,b,a+b,c"_s;
        QTest::newRow("allowed") << Strings() << Strings() << Strings{u"a"_s, u"c"_s} << true
                                 << u"b,a+b"_s;
        QTest::newRow("nothing allowed")
            << Strings() << Strings() << Strings() << true << u"a,b,a+b,c"_s;
    }
    void flagsDecideWhatIsTaken()
    {
        m_database->script("select add(null), add('{a}'), add('{b}'), add('{a,b}'), add('{c}')");
        QFETCH(const QStringList, allowed);
        QFETCH(const bool, hasAllowed);
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        QFETCH(const QStringList, forbidden);
        QFETCH(const QStringList, accepted);
        worker.options.flags.forbidden = forbidden;
        worker.options.flags.accepted = accepted;
        if (hasAllowed)
            worker.options.flags.allowed = allowed;
        QVERIFY(worker.drain());
        QTEST(leftOver(), "left");
    }

    void forbiddenFlagsAreAskedForBeforeEachFetch()
    {
        m_database->script("select add('{a}'), add('{b}')");
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        std::atomic<int> asked = 0;
        worker.options.forbiddenFlags
            = [&] { return ++asked < 3 ? QStringList{u"a"_s} : QStringList(); };
        QVERIFY(worker.drain());
        QVERIFY(asked >= 2);
        worker.options.once = false;
        worker.outcome.reset();
        worker.start();
        m_database->script("select add('{c}')");
        QTRY_COMPARE(leftOver(), QString());
        QVERIFY(worker.stop());
    }

    void unknownForbiddenFlagsDelayFetches()
    {
        m_database->script("select add('{a}')");
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        std::atomic<int> asked = 0;
        worker.options.forbiddenFlags = [&]() -> QStringList {
            if (++asked == 1)
                throw std::runtime_error("the flag service is down");
            return {u"b"_s};
        };
        QVERIFY(worker.drain()); // after asking again
        QVERIFY(asked >= 2);
        QCOMPARE(leftOver(), QString());
    }

    void aTaskLimitIsNeverExceeded()
    {
        m_database->script("select graphile_worker.add_job(t, '[\"x\"]') from "
                           "unnest(array['few', 'many']) t, generate_series(1, 200)");
        TestWorker worker(*m_database);
        worker.options.concurrency = 8;
        worker.options.taskLimits[u"few"_s] = 2;
        std::atomic<int> inside = 0;
        std::atomic<int> most = 0;
        worker.handle(u"few"_s, [&](const TaskContext &) {
            const int now = ++inside;
            int seen = most;
            while (now > seen && !most.compare_exchange_weak(seen, now)) { }
            std::this_thread::yield();
            --inside;
            return TaskOutcome::success();
        });
        worker.handle(u"many"_s, succeed);
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{400});
        QVERIFY(most <= 2);
    }

    void aLimitDelaysOnlyItsOwnTask()
    {
        m_database->script("select graphile_worker.add_job('few', '[\"few\"]', priority => -1), "
                           "graphile_worker.add_job('few', '[\"few\"]', priority => -1), "
                           "graphile_worker.add_job('many', '[\"many\"]')");
        TestWorker worker(*m_database);
        worker.options.concurrency = 4;
        worker.options.taskLimits[u"few"_s] = 1;
        QSemaphore mayEnd;
        QSemaphore manyRan;
        worker.handle(u"few"_s, [&](const TaskContext &) {
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.handle(u"many"_s, [&](const TaskContext &) {
            manyRan.release();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(manyRan.tryAcquire(1, 60000));
        // The second one has not even been locked.
        QTRY_COMPARE(m_database->scalar("select count(*) from graphile_worker.jobs "
                                        "where locked_at is null"),
                     u"1"_s);
        mayEnd.release(2);
        QTRY_COMPARE(leftOver(), QString());
        QVERIFY(worker.stop());
    }

    void anUrgentJobPassesAFullLocalQueue()
    {
        m_database->script("select graphile_worker.add_job('t', '[\"later\"]') "
                           "from generate_series(1, 200)");
        TestWorker worker(*m_database);
        worker.options.localQueueSize = 100;
        worker.options.prefetchHorizon = 0ms; // so that it is full
        QSemaphore started;
        QSemaphore mayEnd;
        std::mutex mutex;
        QList<int> priorities;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            {
                const std::scoped_lock lock(mutex);
                priorities << context.job.info.priority;
            }
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        EventSpy fetched(&worker.events, &EventBus::jobsFetched);
        const auto hasUrgent = [&fetched] {
            const QList<QVariantList> calls = fetched.all();
            return std::ranges::any_of(calls, [](const QVariantList &call) {
                const auto jobs = call.at(1).value<QList<JobInfo>>();
                return std::ranges::any_of(jobs,
                                           [](const JobInfo &job) { return job.priority == -5; });
            });
        };
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        m_database->script("select graphile_worker.add_job('t', '[\"now\"]', priority => -5)");
        // By the worker: that it is locked can be seen before the worker knows.
        QTRY_VERIFY_WITH_TIMEOUT(hasUrgent(), 60000);
        // No more than a few beyond the size of the local queue.
        const int locked = m_database
                               ->scalar("select count(*) from graphile_worker.jobs "
                                        "where locked_at is not null")
                               .toInt();
        QVERIFY2(locked > 1 && locked < 200, qPrintable(QString::number(locked)));
        mayEnd.release();
        QVERIFY(started.tryAcquire(1, 60000));
        mayEnd.release(1000);
        QTRY_COMPARE_WITH_TIMEOUT(leftOver(), QString(), 60000);
        QVERIFY(worker.stop());
        QCOMPARE(priorities.value(1), -5);
    }

    void aRateHoldsInEverySpanOfItsPeriod()
    {
        m_database->script("select graphile_worker.add_job('t', '[\"x\"]') "
                           "from generate_series(1, 25)");
        TestWorker worker(*m_database);
        worker.options.concurrency = 4;
        worker.options.taskRates[u"t"_s] = {10, 1s};
        std::mutex mutex;
        std::vector<std::chrono::steady_clock::time_point> starts;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            const std::scoped_lock lock(mutex);
            starts.push_back(std::chrono::steady_clock::now());
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain()); // --once waits for the rate
        QCOMPARE(starts.size(), size_t{25});
        std::ranges::sort(starts);
        // The handler records its start after the worker does, on a busy machine much later.
        for (size_t i = 10; i < starts.size(); ++i)
            QVERIFY(starts[i] - starts[i - 10] > 500ms);
    }

    void aSmallFetchDelaysTheNext()
    {
        TestWorker worker(*m_database);
        worker.options.pollInterval = 1h;
        worker.options.refetchDelay = 1h; // ended by announced jobs only
        worker.options.refetchDelayMaxAbortThreshold = 0;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        EventSpy completed(&worker.events, &EventBus::jobCompleted);
        m_database->script("select add(null)"); // one announced job is enough
        QVERIFY(completed.count() > 0 || completed.wait(60000));
        QVERIFY(worker.stop());
    }

    void theRefetchDelayEndsByItself()
    {
        TestWorker worker(*m_database);
        worker.options.refetchDelay = 50ms;
        worker.options.refetchDelayThreshold = 10;
        worker.options.refetchDelayMaxAbortThreshold = 1000000;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        for (int i = 0; i < 3; ++i) {
            EventSpy completed(&worker.events, &EventBus::jobCompleted);
            m_database->script("select add(null)");
            QVERIFY(completed.count() > 0 || completed.wait(60000));
        }
        QVERIFY(worker.stop());
    }

    void resultsAreWrittenWhateverTheBatching_data()
    {
        QTest::addColumn<int>("delay"); // -1: one by one
        QTest::newRow("one by one") << -1;
        QTest::newRow("at once") << 0;
        QTest::newRow("gathered") << 20;
    }
    void resultsAreWrittenWhateverTheBatching()
    {
        QFETCH(const int, delay);
        m_database->script("select graphile_worker.add_job(t, '[\"x\"]', max_attempts => 1) from "
                           "unnest(array['good', 'bad']) t, generate_series(1, 300)");
        TestWorker worker(*m_database);
        worker.options.concurrency = 4;
        std::optional<std::chrono::milliseconds> batch;
        if (delay >= 0)
            batch = std::chrono::milliseconds(delay);
        worker.options.completeJobBatchDelay = batch;
        worker.options.failJobBatchDelay = batch;
        worker.handle(u"good"_s, succeed);
        worker.handle(u"bad"_s, [](const TaskContext &context) {
            return TaskOutcome::failure(QString::number(context.job.info.id));
        });
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{300});
        QCOMPARE(worker.outcome->failedForGood, qint64{300});
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker.jobs where last_error = "
                                    "id::text and locked_at is null"),
                 u"300"_s);
    }

    /// Each delay is that of its own kind of result: the other is 0.
    void resultsWaitForOthersAsLongAsTheirBatchDelay_data()
    {
        QTest::addColumn<bool>("succeeds");
        QTest::newRow("complete") << true;
        QTest::newRow("fail") << false;
    }
    void resultsWaitForOthersAsLongAsTheirBatchDelay()
    {
        QFETCH(const bool, succeeds);
        m_database->script("select graphile_worker.add_job('t', max_attempts => 1)");
        TestWorker worker(*m_database);
        (succeeds ? worker.options.completeJobBatchDelay : worker.options.failJobBatchDelay) = 1s;
        QElapsedTimer sinceEnd;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            sinceEnd.start();
            return succeeds ? TaskOutcome::success() : TaskOutcome::failure(u"no"_s);
        });
        worker.start();
        QTRY_COMPARE(m_database->scalar("select count(*) from graphile_worker.jobs where "
                                        "last_error is null"),
                     u"0"_s);
        QVERIFY2(sinceEnd.elapsed() >= 950, QByteArray::number(sinceEnd.elapsed()));
        QVERIFY(worker.stop());
    }

    void withoutListenAndPreparedStatementsItStillWorks()
    {
        TestWorker worker(*m_database);
        worker.options.listens = false;
        worker.options.preparesStatements = false;
        worker.options.pollInterval = 20ms;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        QCOMPARE(
            m_database->scalar("select count(*) from pg_stat_activity where datname = "
                               "current_database() and application_name = 'yardmaster listen'"),
            u"0"_s);
        m_database->script("select add(null)");
        QTRY_COMPARE(leftOver(), QString());
        QVERIFY(worker.stop());
    }

    void theApplicationClockDecidesWhatIsDue()
    {
        m_database->script("select graphile_worker.add_job('t', '[\"x\"]', "
                           "run_at => now() + interval '1 hour')");
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        QVERIFY(worker.drain());
        QCOMPARE(leftOver(), u"x"_s);
        worker.options.clock = [] { return QDateTime::currentDateTimeUtc().addSecs(7200); };
        worker.outcome.reset();
        QVERIFY(worker.drain());
        QCOMPARE(leftOver(), QString());
    }
};

YARDMASTER_TEST(TestSelection)
#include "tst_selection.moc"
