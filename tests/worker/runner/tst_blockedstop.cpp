#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"
#include "worker/events/outagelog.h"

#include <QElapsedTimer>
#include <QSemaphore>
#include <QTcpServer>

#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Stops while the database does not answer end in time nevertheless.
class TestBlockedStop : public WorkerTest
{
    Q_OBJECT

private:
    /// More than the two seconds beyond the grace that a stop may take, for machines under load;
    /// a call that waits for the database waits for ever here.
    static constexpr qint64 kInTime = 6000; // ms

    /// Blocks all reads and writes of jobs until it is destroyed.
    class LockedJobs
    {
    public:
        explicit LockedJobs(const TestDatabase &database)
            : m_session(database.session())
        {
            m_isLocked = m_session
                             ->script("begin; lock table graphile_worker._private_jobs "
                                      "in access exclusive mode")
                             .has_value();
        }
        ~LockedJobs() { (void)m_session->script("rollback"); }
        Q_DISABLE_COPY_MOVE(LockedJobs)
        [[nodiscard]] bool isLocked() const { return m_isLocked; }

    private:
        std::unique_ptr<Session> m_session;
        bool m_isLocked = false;
    };

    [[nodiscard]] QString waiting(const QByteArray &purpose) const
    {
        return scalar("select count(*) from pg_stat_activity where datname = current_database() "
                      "and wait_event_type = 'Lock' and application_name = 'yardmaster "
                      + purpose + '\'');
    }

private slots:
    void aFetchThatWaitsForALockIsCancelled()
    {
        TestWorker worker(*m_database);
        worker.options.pollInterval = 20ms;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const LockedJobs locked(*m_database);
        QVERIFY(locked.isLocked());
        QTRY_COMPARE_WITH_TIMEOUT(waiting("fetch"), u"1"_s, 60000);
        QElapsedTimer watch;
        watch.start();
        QVERIFY(worker.stop()); // within the grace, since nothing is left to do
        QVERIFY2(watch.elapsed() < kInTime, qPrintable(QString::number(watch.elapsed())));
        QCOMPARE(worker.outcome->reason, RunOutcome::Reason::Stopped);
        // Whether something is locked is unknown, so the worker is left to the sweeps of others.
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"1"_s);
    }

    /// A server that hangs (a slow disk, say) acts on a cancel request only later, if at all.
    void aFetchThatWasCutOffLocksNothingAfterwards()
    {
        sql("create function public.dawdle() returns trigger language plpgsql as $$ "
            "declare until timestamptz := clock_timestamp() + interval '8 s'; begin "
            "  while clock_timestamp() < until loop "
            "    begin perform pg_sleep(extract(epoch from until - clock_timestamp())); "
            "    exception when query_canceled then end; "
            "  end loop; "
            "  return new; end $$");
        sql("create trigger dawdle before update on graphile_worker._private_jobs "
            "for each row execute function public.dawdle()");
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        sql("select graphile_worker.add_job('t')");
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from pg_stat_activity where wait_event "
                                         "= 'PgSleep' and datname = current_database()"),
                                  u"1"_s, 60000);
        QVERIFY(worker.stop());
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from pg_stat_activity where datname = "
                                         "current_database() and application_name = "
                                         "'yardmaster fetch'"),
                                  u"0"_s, 60000);
        QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs "
                        "where locked_by is not null or attempts > 0"),
                 u"0"_s);
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"0"_s);
    }

    void aResultThatCannotBeWrittenEndsWithTheGrace()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.options.gracePeriod = 1s;
        QSemaphore started;
        QSemaphore mayEnd;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        {
            const LockedJobs locked(*m_database);
            QVERIFY(locked.isLocked());
            mayEnd.release();
            QTRY_COMPARE_WITH_TIMEOUT(waiting("release"), u"1"_s, 60000);
            QElapsedTimer watch;
            watch.start();
            QVERIFY(worker.stop());
            QVERIFY2(watch.elapsed() < kInTime, qPrintable(QString::number(watch.elapsed())));
            QCOMPARE(worker.outcome->reason, RunOutcome::Reason::Failed);
            QVERIFY2(worker.outcome->error.message.contains("could not be written"_L1),
                     qPrintable(worker.outcome->error.message));
        }
        // Left to the sweeps of others.
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"1"_s);
    }

    void aKillEndsALongGrace()
    {
        sql("select graphile_worker.add_job('t')");
        auto mayEnd = std::make_shared<QSemaphore>();
        TestWorker worker(*m_database);
        worker.options.gracePeriod = 1h;
        QSemaphore started;
        worker.handle(u"t"_s, [&, mayEnd](const TaskContext &) {
            started.release();
            mayEnd->acquire(); // even after the stop request
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        {
            const LockedJobs locked(*m_database);
            QVERIFY(locked.isLocked());
            worker.runner->stop();
            QTRY_COMPARE(worker.runner->state(), Runner::State::Draining);
            QElapsedTimer watch;
            watch.start();
            worker.runner->kill();
            QVERIFY(worker.waitUntilEnded());
            worker.runner.reset();
            QVERIFY2(watch.elapsed() < kInTime, qPrintable(QString::number(watch.elapsed())));
        }
        mayEnd->release();
    }

    /// The database is there, and nothing is tried again.
    void whatAForcedStopCutsOffIsNoTrouble()
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
        QStringList lines;
        const OutageLog log(&worker.events, {},
                            [&](OutageLog::Severity, const QString &line) { lines << line; });
        EventSpy trouble(&worker.events, &EventBus::databaseTrouble);
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        {
            const LockedJobs locked(*m_database);
            QVERIFY(locked.isLocked());
            mayEnd.release();
            // Long enough that it is first cancelled, and then cut off.
            QTRY_COMPARE_WITH_TIMEOUT(
                scalar("select count(*) from pg_stat_activity where datname = current_database() "
                       "and wait_event_type = 'Lock' and application_name = 'yardmaster release' "
                       "and query_start < clock_timestamp() - interval '700 ms'"),
                u"1"_s, 60000);
            worker.runner->kill();
            QVERIFY(worker.waitUntilEnded());
            worker.runner.reset();
        }
        QVERIFY(trouble.count() > 0);
        QCOMPARE(lines, QStringList());
    }

    void frozenBackendsDoNotDelayAStop()
    {
        TestWorker worker(*m_database);
        worker.options.pollInterval = 20ms;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const auto session = m_database->session();
        const auto rows = session->query("select pid from pg_stat_activity where datname = "
                                         "current_database() and application_name in "
                                         "('yardmaster fetch', 'yardmaster listen', "
                                         "'yardmaster release')");
        QVERIFY(rows && rows->count() >= 2);
        for (int row = 0; row < rows->count(); ++row)
            QCOMPARE(::kill(pid_t(rows->int64(row, 0)), SIGSTOP), 0);
        QElapsedTimer watch;
        watch.start();
        const bool hasEnded = worker.stop();
        const qint64 took = watch.elapsed();
        for (int row = 0; row < rows->count(); ++row)
            ::kill(pid_t(rows->int64(row, 0)), SIGCONT);
        QVERIFY(hasEnded);
        QVERIFY2(took < kInTime, qPrintable(QString::number(took)));
    }

    void aSilentServerDoesNotDelayAStopDuringTheStart()
    {
        QTcpServer silent; // the kernel accepts connections for it
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        TestWorker worker(*m_database);
        worker.options.connection.set(u"host"_s, u"127.0.0.1"_s);
        worker.options.connection.set(u"port"_s, QString::number(silent.serverPort()));
        worker.options.connection.set(u"connect_timeout"_s, u"60"_s);
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(silent.waitForNewConnection(60000));
        QElapsedTimer watch;
        watch.start();
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->reason, RunOutcome::Reason::Stopped);
        worker.runner.reset();
        QVERIFY2(watch.elapsed() < kInTime, qPrintable(QString::number(watch.elapsed())));
    }

    void aBlockedMigrationDoesNotDelayAStopDuringTheStart()
    {
        const auto other = m_database->session();
        QVERIFY(other->script("begin; lock table graphile_worker.migrations "
                              "in access exclusive mode"));
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        worker.start();
        QTRY_COMPARE_WITH_TIMEOUT(waiting("fetch"), u"1"_s, 60000);
        QElapsedTimer watch;
        watch.start();
        QVERIFY(worker.stop());
        QVERIFY2(watch.elapsed() < kInTime, qPrintable(QString::number(watch.elapsed())));
        QCOMPARE(worker.outcome->reason, RunOutcome::Reason::Stopped);
        QVERIFY(other->script("rollback"));
    }

    void jobsOfAFetchCutByAnOutageAreReturned()
    {
        sql("select graphile_worker.add_job('t', '{}', run_at => now() + interval '1 day')");
        TestWorker worker(*m_database);
        worker.options.pollInterval = 20ms;
        worker.options.gracePeriod = 1h;
        worker.handle(u"t"_s, succeed);
        EventSpy failed(&worker.events, &EventBus::fetchFailed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const TestDatabase elsewhere = TestDatabase::createEmpty();
        const auto allow = [&](const char *whether) {
            elsewhere.script("alter database \"" + m_database->name().toUtf8()
                             + "\" allow_connections " + whether);
        };
        {
            const LockedJobs locked(*m_database);
            QVERIFY(locked.isLocked());
            QTRY_COMPARE_WITH_TIMEOUT(waiting("fetch"), u"1"_s, 60000);
            allow("false");
            sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = "
                "current_database() and application_name in ('yardmaster fetch', "
                "'yardmaster listen', 'yardmaster release')");
            QTRY_VERIFY_WITH_TIMEOUT(failed.count() >= 2, 60000);
        }
        // What the fetch would have locked, had its transaction committed.
        sql("update graphile_worker._private_jobs set attempts = attempts + 1, "
            "locked_at = now(), locked_by = '"
            + worker.runner->workerId().toUtf8() + '\'');
        worker.runner->stop();
        QTRY_VERIFY(worker.outcome || worker.runner->state() == Runner::State::Draining);
        QVERIFY(!worker.outcome);
        allow("true");
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(worker.outcome->reason, RunOutcome::Reason::Stopped);
        QCOMPARE(scalar("select concat(attempts, locked_by) from graphile_worker._private_jobs"),
                 u"0"_s);
    }
};

YARDMASTER_TEST(TestBlockedStop)
#include "tst_blockedstop.moc"
