#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"
#include "tests/worker/runner/workertest.h"
#include "worker/runner/heartbeatfreshness.h"
#include <yardmaster/executabletask.h>

#include <QDir>
#include <QMutex>
#include <QSemaphore>
#include <QTemporaryDir>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <thread>

#include <unistd.h>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// CLOCK_BOOTTIME, plus the time for which the test simulates a frozen process.
struct FreezingClock
{
    std::atomic<qint64> frozenMs{0};

    [[nodiscard]] auto clock()
    {
        return [this] {
            return HeartbeatFreshness::sinceBoot()
                + std::chrono::nanoseconds(std::chrono::milliseconds(frozenMs.load()));
        };
    }
};

/// Starts by job, counted on any thread.
class StartCount
{
public:
    void add(qint64 job)
    {
        const QMutexLocker lock(&m_mutex);
        ++m_starts[job];
    }
    [[nodiscard]] int of(qint64 job) const
    {
        const QMutexLocker lock(&m_mutex);
        return m_starts.value(job);
    }
    [[nodiscard]] int total() const
    {
        const QMutexLocker lock(&m_mutex);
        int total = 0;
        for (const int starts : m_starts)
            total += starts;
        return total;
    }

private:
    mutable QMutex m_mutex;
    QHash<qint64, int> m_starts;
};

constexpr char kMark[] = "The worker x fell silent while it ran this job, which was taken back "
                         "from it";

} // namespace

/// Workers that lose their leases, and jobs that crash their workers. Long because each case needs
/// two workers, one of which is frozen, swept or killed.
class TestLostLeases : public WorkerTest
{
    Q_OBJECT

private:
    /// Sweeps all locked jobs.
    void sweepAll() const
    {
        sql("delete from graphile_worker._private_workers; "
            "update graphile_worker._private_jobs set locked_by = null, locked_at = null, "
            "attempts = attempts - 1 where locked_by is not null; "
            "update graphile_worker._private_job_queues set locked_by = null, locked_at = null");
    }

private slots:
    void aFrozenWorkerRunsAgainOnlyWhatItRan()
    {
        constexpr int kJobs = 20;
        sql("select graphile_worker.add_job('t') from generate_series(1, 20)");
        FreezingClock clock;
        TestWorker worker(*m_database);
        worker.options.bootClock = clock.clock();
        worker.options.concurrency = 2;
        worker.options.prefetchHorizon = 0ms; // so that all are fetched
        worker.options.heartbeatInterval = 2s;
        worker.options.sweepThreshold = 20s;
        worker.options.sweepInterval = 0ms;
        StartCount starts;
        QSemaphore started;
        QSemaphore mayEnd;
        std::atomic<int> stops = 0;
        std::atomic<bool> isOver = false;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            starts.add(context.job.info.id);
            started.release();
            if (!isOver) {
                mayEnd.acquire();
                while (!context.stop.stop_requested())
                    std::this_thread::sleep_for(1ms);
                ++stops;
                while (!isOver)
                    std::this_thread::sleep_for(1ms);
            }
            return TaskOutcome::success();
        });
        EventSpy lost(&worker.events, &EventBus::jobLostLease);
        worker.start();
        QVERIFY(started.tryAcquire(2, 60000));
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar("select count(*) from graphile_worker.jobs where locked_by is not null"),
            u"20"_s, 60000);
        clock.frozenMs = 60000;
        sweepAll();
        mayEnd.release(2);
        // The new name is registered by the next heartbeat; waiting jobs wait for it.
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar("select count(*) from graphile_worker._private_workers where id <> '"
                   + worker.runner->workerId().toUtf8() + '\''),
            u"1"_s, 60000);
        QTRY_COMPARE(stops.load(), 2);
        isOver = true;
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from graphile_worker.jobs"), u"0"_s,
                                  60000);
        QVERIFY(worker.stop());
        QCOMPARE(starts.total(), kJobs + 2);
        QCOMPARE(lost.count(), 2);
        QCOMPARE(worker.outcome->succeeded, qint64{kJobs});
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"0"_s);
    }

    /// Without the gate they would start, as the worker does not know of the sweep yet.
    void nothingStartsBeforeTheNextHeartbeat()
    {
        sql("select graphile_worker.add_job('t') from generate_series(1, 5)");
        FreezingClock clock;
        TestWorker worker(*m_database);
        worker.options.prefetchHorizon = 0ms; // so that all are fetched
        worker.options.bootClock = clock.clock();
        worker.options.heartbeatInterval = 4s;
        worker.options.sweepThreshold = 20s;
        worker.options.sweepInterval = 0ms;
        StartCount starts;
        QSemaphore started;
        QSemaphore mayEnd;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            starts.add(context.job.info.id);
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar("select count(*) from graphile_worker.jobs where locked_by is not null"), u"5"_s,
            60000);
        const auto blocker = m_database->session(); // heartbeats wait
        QVERIFY(blocker->script("begin; lock table graphile_worker._private_workers"));
        clock.frozenMs = 60000;
        mayEnd.release(100);
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from graphile_worker.jobs"), u"4"_s,
                                  60000);
        QVERIFY(!started.tryAcquire(1, 500));
        QVERIFY(blocker->script("rollback"));
        // It was not swept: waiting jobs start.
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from graphile_worker.jobs"), u"0"_s,
                                  60000);
        QCOMPARE(starts.total(), 5);
        QVERIFY(worker.stop());
    }

    /// A large payload is read when its job starts. While that and the heartbeats hang, a sweep
    /// returns the job to the queue, and another worker locks it for the same attempt.
    void aLatePayloadStartsNothing()
    {
        sql("select graphile_worker.add_job('first'); "
            "select graphile_worker.add_job('large', json_build_object('a', repeat('x', 200000)))");
        FreezingClock clock;
        TestWorker worker(*m_database);
        worker.options.bootClock = clock.clock();
        worker.options.prefetchHorizon = 0ms; // so that both are fetched
        worker.options.heartbeatInterval = 1s;
        worker.options.sweepThreshold = 20s;
        worker.options.sweepInterval = 0ms;
        QSemaphore started;
        QSemaphore mayEnd;
        worker.handle(u"first"_s, [&](const TaskContext &) {
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        std::atomic<int> starts = 0;
        worker.handle(u"large"_s, [&](const TaskContext &) {
            ++starts;
            return TaskOutcome::success();
        });
        std::atomic<bool> isAlive = false;
        worker.handle(u"later"_s, [&](const TaskContext &) {
            isAlive = true;
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar("select count(*) from graphile_worker.jobs where locked_by is not null"), u"2"_s,
            60000);
        const auto sweeper = m_database->session();
        QVERIFY(sweeper->script("begin; lock table graphile_worker._private_jobs, "
                                "graphile_worker._private_workers in access exclusive mode"));
        mayEnd.release();
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar("select count(*) from pg_stat_activity where wait_event_type "
                   "= 'Lock' and query like '%jobs.payload%attempts = $2%'"),
            u"1"_s, 60000);
        clock.frozenMs = 60000;
        QVERIFY(sweeper->script(
            "delete from graphile_worker._private_workers; "
            "update graphile_worker._private_jobs set locked_by = 'another', locked_at = now(); "
            "commit"));
        sql("select graphile_worker.add_job('later')");
        QTRY_VERIFY_WITH_TIMEOUT(isAlive.load(), 60000);
        QVERIFY(worker.stop());
        QCOMPARE(starts.load(), 0);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs where locked_by = 'another'"),
                 u"2"_s);
    }

    /// The connection is cut while the result waits, and another worker gets the job meanwhile: the
    /// second try finds it, so it cannot have been completed by the first.
    void aLeaseLostBetweenTwoTriesIsNoSuccess()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.options.gracePeriod = 1h;
        QSemaphore started;
        QSemaphore mayEnd;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        EventSpy lost(&worker.events, &EventBus::jobLostLease);
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        const auto other = m_database->session();
        QVERIFY(other->script("begin; lock table graphile_worker._private_jobs"));
        mayEnd.release();
        QTRY_COMPARE(scalar("select count(*) from pg_stat_activity where wait_event_type = 'Lock' "
                            "and datname = current_database() "
                            "and application_name = 'yardmaster release'"),
                     u"1"_s);
        QVERIFY(other->script(
            "update graphile_worker._private_jobs set locked_by = 'other', locked_at = now(); "
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where application_name = 'yardmaster release' and datname = current_database(); "
            "commit"));
        QVERIFY(worker.stop());
        QCOMPARE(lost.count(), 1);
        QCOMPARE(worker.outcome->succeeded, qint64{0});
        QCOMPARE(scalar("select locked_by from graphile_worker.jobs"), u"other"_s);
    }

    /// The worker checked its clock, then it was frozen, and then it forked.
    void aChildForkedTooLateDoesNotStart()
    {
        QTemporaryDir folder;
        QFile script(folder.filePath(u"t"_s));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("#!/bin/sh\ntouch \"$0.started\"\n");
        script.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner);
        script.close();
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.options.sweepThreshold = 20s;
        worker.options.bootClock = [worker = ::getpid()] {
            return HeartbeatFreshness::sinceBoot() + (::getpid() == worker ? 0s : 20s);
        };
        worker.registry->addExecutor(u"t"_s, std::make_shared<ExecutableTask>(script.fileName()));
        EventSpy interrupted(&worker.events, &EventBus::jobInterrupted);
        EventSpy ended(&worker.events, &EventBus::jobCompleted);
        worker.start();
        QTRY_COMPARE_WITH_TIMEOUT(interrupted.count() + ended.count(), 1, 60000);
        QCOMPARE(interrupted.count(), 1);
        QVERIFY(worker.stop());
        QVERIFY(!QFile::exists(script.fileName() + u".started"_s));
        QCOMPARE(scalar("select concat_ws(' ', attempts, locked_by) from graphile_worker.jobs"),
                 u"0"_s);
    }

    void suspectsRunOneAtATimeAndAreListedFirst()
    {
        constexpr int kSuspects = 6;
        constexpr int kOthers = 6;
        sql("select graphile_worker.add_job('t') from generate_series(1, 12)");
        sql("update graphile_worker._private_jobs set last_error = '" + QByteArray(kMark)
            + "' where id <= 6");
        TestWorker worker(*m_database);
        worker.options.concurrency = 4;
        std::atomic<int> running = 0;
        std::atomic<int> most = 0;
        QMutex mutex;
        QStringList listed;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            if (context.job.info.id > kSuspects)
                return TaskOutcome::success();
            most = std::max(most.load(), ++running);
            const auto rows = m_database->session()->query(
                "select metadata->>'suspects', (select count(*) from graphile_worker._private_jobs "
                "where locked_by is not null) from graphile_worker._private_workers");
            {
                const QMutexLocker lock(&mutex);
                listed << (rows && !rows->isEmpty() ? rows->text(0, 0) : QString());
            }
            --running;
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{kSuspects + kOthers});
        QCOMPARE(most.load(), 1);
        listed.sort();
        QCOMPARE(listed, (QStringList{u"[1]"_s, u"[2]"_s, u"[3]"_s, u"[4]"_s, u"[5]"_s, u"[6]"_s}));
    }

    void suspectsKeepTheOrderOfTheirQueue()
    {
        sql("select count(*) from graphile_worker.add_jobs(array(select "
            "row('t', '{}', 'q', null, null, null, null, null)::graphile_worker.job_spec "
            "from generate_series(1, 30)))");
        sql("update graphile_worker._private_jobs set last_error = '" + QByteArray(kMark)
            + "' where id in (1, 2, 5, 17)");
        TestWorker worker(*m_database);
        worker.options.concurrency = 4;
        QMutex mutex;
        QList<qint64> order;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            const QMutexLocker lock(&mutex);
            order << context.job.info.id;
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain());
        QCOMPARE(order.size(), 30);
        QVERIFY(std::ranges::is_sorted(order));
    }

    /// Processes, which the job kills.
    void aCrashLoopEndsAtMaxAttemptsAndOtherJobsRun()
    {
        QTemporaryDir tasks;
        const auto write = [&](const QString &name, const QByteArray &text) {
            QFile script(tasks.filePath(name));
            QVERIFY(script.open(QIODevice::WriteOnly));
            script.write(text);
            script.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                                  | QFileDevice::ExeOwner);
        };
        write(u"poison"_s, "#!/bin/sh\necho x >> \"$0.starts\"\nkill -9 $PPID\nsleep 5\n");
        write(u"good"_s, "#!/bin/sh\nexit 0\n");
        sql("select graphile_worker.add_job('poison', max_attempts => 2, priority => -1)");
        sql("select graphile_worker.add_job('good') from generate_series(1, 10)");
        const QStringList arguments{u"--no-gui"_s,
                                    u"-c"_s,
                                    m_database->url(),
                                    u"--tasks"_s,
                                    tasks.path(),
                                    u"-j"_s,
                                    u"1"_s,
                                    u"--heartbeat-interval"_s,
                                    u"500ms"_s,
                                    u"--sweep-interval"_s,
                                    u"100ms"_s,
                                    u"--sweep-threshold"_s,
                                    u"2s"_s,
                                    u"--poll-interval"_s,
                                    u"200ms"_s};
        int deaths = 0;
        for (bool isOver = false; !isOver && deaths < 6;) {
            YardmasterProcess worker(arguments);
            QTRY_VERIFY_WITH_TIMEOUT(
                (isOver = scalar("select count(*) from graphile_worker._private_jobs where "
                                 "not (attempts = max_attempts and locked_at is null)")
                     == "0"_L1)
                    || worker.waitForExit(100ms) >= 0,
                90000);
            if (isOver) {
                worker.sendSignal(SIGTERM);
                QCOMPARE(worker.waitForExit(), 0);
            } else {
                ++deaths;
            }
        }
        QCOMPARE(scalar("select string_agg(concat_ws(' ', task_identifier, attempts), ',') "
                        "from graphile_worker.jobs"),
                 u"poison 2"_s);
        QFile file(tasks.filePath(u"poison.starts"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        // Nothing could be known before the first crash.
        QCOMPARE(file.readAll().count('x'), 3);
    }

    /// A process that SIGSTOP holds for longer than its threshold, while another one sweeps it.
    void aStoppedProcessRunsAgainOnlyWhatItRan()
    {
        QTemporaryDir tasks;
        for (const QString &folder : {u"frozen"_s, u"other"_s}) { // of one process each
            QVERIFY(QDir(tasks.path()).mkdir(folder));
            QFile script(tasks.filePath(folder + u"/work"_s));
            QVERIFY(script.open(QIODevice::WriteOnly));
            script.write("#!/bin/sh\necho $GRAPHILE_WORKER_JOB_ID " + folder.toLatin1()
                         + " >> \"${0%/*}/../starts\"\nsleep 0.05\n");
            script.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                                  | QFileDevice::ExeOwner);
        }
        sql("select graphile_worker.add_job('work') from generate_series(1, 200)");
        const auto arguments = [&](const QString &folder) {
            return QStringList{u"--no-gui"_s,
                               u"-c"_s,
                               m_database->url(),
                               u"--tasks"_s,
                               tasks.filePath(folder),
                               u"-j"_s,
                               u"4"_s,
                               u"--heartbeat-interval"_s,
                               u"500ms"_s,
                               u"--sweep-interval"_s,
                               u"200ms"_s,
                               u"--sweep-threshold"_s,
                               u"3s"_s};
        };
        YardmasterProcess frozen(arguments(u"frozen"_s));
        QTRY_VERIFY_WITH_TIMEOUT(scalar("select count(*) from graphile_worker.jobs").toInt() < 190,
                                 60000);
        frozen.sendSignal(SIGSTOP);
        YardmasterProcess other(arguments(u"other"_s));
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from graphile_worker.jobs"), u"0"_s,
                                  90000);
        frozen.sendSignal(SIGCONT);
        QVERIFY(frozen.waitForOutput(u"was swept as stale"_s));
        for (YardmasterProcess *each : {&frozen, &other}) {
            each->sendSignal(SIGTERM);
            QCOMPARE(each->waitForExit(), 0);
        }
        QFile file(tasks.filePath(u"starts"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QHash<QByteArray, QByteArrayList> starts; // of each job, by worker
        int again = 0;
        for (const QByteArray &line : file.readAll().trimmed().split('\n')) {
            const QByteArrayList words = line.split(' ');
            QByteArrayList &by = starts[words.value(0)];
            by << words.value(1);
            // No worker ran a job twice, and the frozen one ran none that it had lost.
            if (by.size() > 1)
                QCOMPARE(by.join(' '), QByteArray("frozen other"));
            again += by.size() > 1 ? 1 : 0;
        }
        QCOMPARE(starts.size(), 200);
        // Jobs that ran in its four slots, and those that had just ended there and were not written
        // yet.
        QVERIFY2(again <= 12, qPrintable(u"%1 ran again"_s.arg(again)));
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"0"_s);
    }
};

YARDMASTER_TEST(TestLostLeases)
#include "tst_lostleases.moc"
