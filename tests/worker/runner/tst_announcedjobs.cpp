#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"
#include <yardmaster/session.h>

#include <QSemaphore>
#include <QThread>

#include <mutex>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Jobs that are announced to a worker that has nothing to do.
class TestAnnouncedJobs : public WorkerTest
{
    Q_OBJECT

private:
    /// What the handlers saw: "payload attempt", in order.
    class Log
    {
    public:
        TaskFunction handler()
        {
            return [this](const TaskContext &context) {
                {
                    const std::scoped_lock lock(m_mutex);
                    m_entries << QString::fromUtf8(context.job.payload) + u' '
                            + QString::number(context.job.info.attempts);
                }
                m_count.release();
                return TaskOutcome::success();
            };
        }
        [[nodiscard]] bool waitFor(int jobs) { return m_count.tryAcquire(jobs, 60000); }
        [[nodiscard]] QStringList entries() const
        {
            const std::scoped_lock lock(m_mutex);
            return m_entries;
        }

    private:
        mutable std::mutex m_mutex;
        QStringList m_entries;
        QSemaphore m_count;
    };

    /// Of the connection that fetches, the statement it runs or ran last.
    [[nodiscard]] QString lastFetch() const
    {
        return scalar("select query from pg_stat_activity where datname = current_database() "
                      "and application_name = 'yardmaster fetch'");
    }
    /// Running, and one job further: the fetch of the start is over, and none but announced ones
    /// follow.
    [[nodiscard]] bool warmUp(TestWorker *worker, Log *log) const
    {
        // Nothing else must happen on the connection that fetches.
        worker->options.heartbeatInterval = WorkerOptions::Duration(0);
        worker->options.sweepInterval = WorkerOptions::Duration(0);
        worker->options.pollInterval = 1h;
        worker->handle(u"t"_s, log->handler());
        worker->handle(u"u"_s, log->handler());
        worker->start();
        if (!worker->waitUntilRunning())
            return false;
        sql("select graphile_worker.add_job('t', '0')");
        return log->waitFor(1) && waitUntilNothingIsLeft();
    }
    /// On a busy machine announcements may be read after their jobs were taken; after three of them
    /// the shortest statement is not tried again for two seconds.
    [[nodiscard]] bool waitUntilShortestIsOn(Log *log) const
    {
        return QTest::qWaitFor(
            [&] {
                sql("select graphile_worker.add_job('t', 'null')");
                return log->waitFor(1) && waitUntilNothingIsLeft()
                    && lastFetch().startsWith(u"update"_s);
            },
            60000);
    }
    /// Announces a job that is not there, and waits for the long statement that looks for it.
    [[nodiscard]] bool announceInVain() const
    {
        const QString before = scalar("select clock_timestamp()");
        sql("notify \"jobs:insert\", '{\"count\": 1}'");
        return QTest::qWaitFor(
            [&] {
                return scalar("select state = 'idle' and query like '%with recursive registered%' "
                              "and query_start > '"
                              + before.toUtf8()
                              + "' from pg_stat_activity where datname = current_database() "
                                "and application_name = 'yardmaster fetch'")
                    == u"t"_s;
            },
            60000);
    }
    [[nodiscard]] bool waitUntilNothingIsLeft() const
    {
        return QTest::qWaitFor(
            [this] { return scalar("select count(*) from graphile_worker.jobs") == u"0"_s; },
            60000);
    }
    /// @returns a session that has run `first` and holds the lock that the shortest statement waits
    /// for; null if there is none. On a busy machine another fetch may be the one that waits.
    [[nodiscard]] std::unique_ptr<Session> blockShortest(Log *log, const QByteArray &first) const
    {
        const auto isBlocked = [this] {
            return scalar("select wait_event_type = 'Lock' from pg_stat_activity where datname = "
                          "current_database() and application_name = 'yardmaster fetch'")
                == u"t"_s;
        };
        for (int round = 0; round < 10 && waitUntilShortestIsOn(log); ++round) {
            auto blocker = m_database->session();
            if (!blocker->script("begin; " + first
                                 + "lock table graphile_worker._private_jobs "
                                   "in access exclusive mode"))
                break;
            sql("notify \"jobs:insert\", '{\"count\": 1}'");
            if (!QTest::qWaitFor(isBlocked, 60000))
                break;
            if (lastFetch().startsWith(u"update"_s))
                return blocker;
            (void)blocker->script("rollback");
        }
        return nullptr;
    }

private slots:
    void theShortestStatementTakesThem()
    {
        Log log;
        TestWorker worker(*m_database);
        QVERIFY(warmUp(&worker, &log));
        // On a slow machine an announcement may be read late again, see waitUntilShortestIsOn().
        qsizetype before = 0;
        QString fetch;
        const auto takesThree = [&] {
            if (!waitUntilShortestIsOn(&log))
                return false;
            before = log.entries().size();
            for (int job = 1; job <= 3; ++job) {
                sql("select graphile_worker.add_job('t', '" + QByteArray::number(job) + "')");
                if (!log.waitFor(1) || !waitUntilNothingIsLeft())
                    return false;
                fetch = lastFetch();
                if (!fetch.startsWith(u"update"_s))
                    return false;
            }
            return true;
        };
        bool hasTaken = false;
        for (int round = 0; round < 10 && !hasTaken; ++round)
            hasTaken = takesThree();
        QVERIFY2(hasTaken, qPrintable(fetch));
        QCOMPARE(log.entries().mid(before), (QStringList{u"1 1"_s, u"2 1"_s, u"3 1"_s}));
        QVERIFY(worker.stop());
    }

    /// A job that a poll took before its announcement was read must not slow the next ones down.
    void aVainAnnouncementDoesNotTurnItOff()
    {
        Log log;
        TestWorker worker(*m_database);
        QVERIFY(warmUp(&worker, &log));
        QString fetch;
        // Tried again, because on a busy machine two more may be read late.
        const bool isOn = QTest::qWaitFor(
            [&] {
                if (!waitUntilShortestIsOn(&log) || !announceInVain())
                    return false;
                sql("select graphile_worker.add_job('t', 'null')");
                if (!log.waitFor(1) || !waitUntilNothingIsLeft())
                    return false;
                fetch = lastFetch();
                return fetch.startsWith(u"update"_s);
            },
            20000);
        QVERIFY2(isOn, qPrintable(fetch));
        QVERIFY(worker.stop());
    }

    void vainAnnouncementsTurnItOff()
    {
        Log log;
        TestWorker worker(*m_database);
        QVERIFY(warmUp(&worker, &log));
        QVERIFY(waitUntilShortestIsOn(&log));
        for (int time = 0; time < 3; ++time)
            QVERIFY(announceInVain());
        sql("select graphile_worker.add_job('t', 'null')");
        QVERIFY(log.waitFor(1));
        const QString fetch = lastFetch();
        QVERIFY2(!fetch.startsWith(u"update"_s), qPrintable(fetch));
        QVERIFY(worker.stop());
    }

    void severalAtOnceRunInTheirOrder()
    {
        Log log;
        TestWorker worker(*m_database);
        worker.options.concurrency = 1;
        QVERIFY(warmUp(&worker, &log));
        sql("select graphile_worker.add_job('t', '1', priority => 3), "
            "graphile_worker.add_job('t', '2', priority => 1), "
            "graphile_worker.add_job('t', '3', priority => 2)");
        QVERIFY(log.waitFor(3));
        QCOMPARE(log.entries(), (QStringList{u"0 1"_s, u"2 1"_s, u"3 1"_s, u"1 1"_s}));
        QVERIFY(worker.stop());
    }

    void aMoreUrgentJobOfANamedQueueRunsFirst()
    {
        Log log;
        TestWorker worker(*m_database);
        worker.options.concurrency = 1;
        QVERIFY(warmUp(&worker, &log));
        sql("select graphile_worker.add_job('t', '1', priority => 1), "
            "graphile_worker.add_job('t', '2', queue_name => 'q', priority => 0)");
        QVERIFY(log.waitFor(2));
        QCOMPARE(log.entries(), (QStringList{u"0 1"_s, u"2 1"_s, u"1 1"_s}));
        QVERIFY(waitUntilNothingIsLeft());
        QVERIFY(worker.stop());
    }

    void aTaskWithANewIdIsServedBesideOthers()
    {
        Log log;
        TestWorker worker(*m_database);
        worker.options.concurrency = 1;
        QVERIFY(warmUp(&worker, &log));
        sql("delete from graphile_worker._private_tasks where identifier = 'u'");
        sql("select graphile_worker.add_job('t', '1'), graphile_worker.add_job('u', '2')");
        QVERIFY(log.waitFor(2));
        QCOMPARE(log.entries(), (QStringList{u"0 1"_s, u"1 1"_s, u"2 1"_s}));
        QVERIFY(waitUntilNothingIsLeft());
        QVERIFY(worker.stop());
    }

    void theThreadThatRunsAJobHasFetchedIt()
    {
        Log log;
        TestWorker worker(*m_database);
        QVERIFY(warmUp(&worker, &log));
        std::mutex mutex;
        QList<QThread *> fetched;
        QList<QThread *> started;
        const auto noteIn = [&mutex](QList<QThread *> *threads) {
            const std::scoped_lock lock(mutex);
            threads->append(QThread::currentThread());
        };
        QObject context;
        QObject::connect(
            &worker.events, &EventBus::jobsFetched, &context, [&] { noteIn(&fetched); },
            Qt::DirectConnection);
        QObject::connect(
            &worker.events, &EventBus::jobStarted, &context, [&] { noteIn(&started); },
            Qt::DirectConnection);
        // On a busy machine the thread may not wait for a job yet, and another one fetches it.
        bool isSame = false;
        for (int i = 0; i < 20 && !isSame; ++i) {
            QVERIFY(waitUntilShortestIsOn(&log));
            {
                const std::scoped_lock lock(mutex);
                fetched.clear();
                started.clear();
            }
            sql("select graphile_worker.add_job('t', '1')");
            QVERIFY(log.waitFor(1) && waitUntilNothingIsLeft());
            const std::scoped_lock lock(mutex);
            isSame = fetched.size() == 1 && started == fetched;
        }
        QVERIFY(isSame);
        QVERIFY(worker.stop());
    }

    void severalSlotsRunJobsAnnouncedTogether()
    {
        Log log;
        TestWorker worker(*m_database);
        worker.options.concurrency = 3;
        QSemaphore began;
        QSemaphore mayEnd;
        worker.handle(u"meet"_s, [&](const TaskContext &) {
            began.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        QVERIFY(warmUp(&worker, &log));
        sql("select graphile_worker.add_job('meet') from generate_series(1, 5)");
        QVERIFY2(began.tryAcquire(3, 60000), "three at the same time");
        QCOMPARE(began.available(), 0);
        mayEnd.release(5);
        QVERIFY(waitUntilNothingIsLeft());
        QVERIFY(worker.stop());
    }

    void itWorksWithoutALocalQueue()
    {
        Log log;
        TestWorker worker(*m_database);
        worker.options.localQueueSize = 0;
        QVERIFY(warmUp(&worker, &log));
        for (int job = 1; job <= 3; ++job)
            sql("select graphile_worker.add_job('t', '" + QByteArray::number(job) + "')");
        QVERIFY(log.waitFor(3));
        QVERIFY(waitUntilNothingIsLeft());
        QVERIFY(worker.stop());
    }

    void aThreadThatWaitedInVainRunsTheNextJob()
    {
        Log log;
        TestWorker worker(*m_database);
        worker.options.concurrency = 1;
        QVERIFY(warmUp(&worker, &log));
        for (int job = 1; job <= 20; ++job) {
            sql("select graphile_worker.add_job('t', run_at => now() + interval '1 hour')");
            sql("select graphile_worker.add_job('t', '" + QByteArray::number(job) + "')");
            QVERIFY(log.waitFor(1));
        }
        QTRY_COMPARE(scalar("select count(*) from graphile_worker.jobs"), u"20"_s);
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->reason, RunOutcome::Reason::Stopped);
    }

    void jobsOfACutOffFetchAreFetchedAgain()
    {
        Log log;
        TestWorker worker(*m_database);
        worker.options.concurrency = 1;
        QVERIFY(warmUp(&worker, &log));
        const auto blocker = blockShortest(&log, {});
        QVERIFY(blocker);
        const qsizetype before = log.entries().size();
        sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = "
            "current_database() and application_name = 'yardmaster fetch'");
        QVERIFY(blocker->script("select graphile_worker.add_job('t', '1'); commit"));
        QVERIFY(log.waitFor(1));
        QCOMPARE(log.entries().mid(before), QStringList{u"1 1"_s});
        QVERIFY(waitUntilNothingIsLeft());
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->reason, RunOutcome::Reason::Stopped);
    }

    void aStopDuringTheFetchLosesNothing()
    {
        Log log;
        TestWorker worker(*m_database);
        QVERIFY(warmUp(&worker, &log));
        const auto blocker = blockShortest(&log, "select graphile_worker.add_job('t', '1'); ");
        QVERIFY(blocker);
        const qsizetype before = log.entries().size();
        worker.runner->stop();
        QVERIFY(blocker->script("commit"));
        QVERIFY(worker.waitUntilEnded());
        // Run, or returned, whichever was faster.
        const bool wasRun = log.entries().size() > before;
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs where locked_at is null "
                        "and attempts = 0"),
                 wasRun ? u"0"_s : u"1"_s);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), wasRun ? u"0"_s : u"1"_s);
    }
};

YARDMASTER_TEST(TestAnnouncedJobs)
#include "tst_announcedjobs.moc"
