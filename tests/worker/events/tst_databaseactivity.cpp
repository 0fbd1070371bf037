#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"
#include "worker/queue/jobqueue.h"
#include "worker/runner/stalelockreset.h"

#include <QMutex>
#include <QSemaphore>
#include <QSignalSpy>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Events of trouble with the database, by activity, and the metadata in the registry.
class TestDatabaseActivity : public WorkerTest
{
    Q_OBJECT

private:
    /// Activities in trouble, kept from the emitting threads.
    class Troubles
    {
    public:
        explicit Troubles(EventBus *events)
        {
            // Direct: emitted on the engine's threads.
            QObject::connect(
                events, &EventBus::databaseTrouble, events,
                [state = m_state](const QString &during) {
                    const QMutexLocker lock(&state->mutex);
                    state->current.insert(during);
                    state->ever.insert(during);
                },
                Qt::DirectConnection);
            QObject::connect(
                events, &EventBus::databaseRecovered, events,
                [state = m_state](const QString &during) {
                    const QMutexLocker lock(&state->mutex);
                    if (!state->current.remove(during))
                        state->unexpected << during;
                },
                Qt::DirectConnection);
        }
        [[nodiscard]] QSet<QString> current() const
        {
            const QMutexLocker lock(&m_state->mutex);
            return m_state->current;
        }
        /// The repeated activities, here every few milliseconds.
        [[nodiscard]] QSet<QString> currentOfFrequent() const
        {
            return current() - QSet<QString>{u"resetting stale locks"_s};
        }
        [[nodiscard]] QSet<QString> ever() const
        {
            const QMutexLocker lock(&m_state->mutex);
            return m_state->ever;
        }
        [[nodiscard]] QStringList unexpected() const
        {
            const QMutexLocker lock(&m_state->mutex);
            return m_state->unexpected;
        }

    private:
        struct State
        {
            QMutex mutex;
            QSet<QString> current;
            QSet<QString> ever;
            QStringList unexpected;
        };
        std::shared_ptr<State> m_state = std::make_shared<State>(); ///< the slots keep it
    };

private slots:
    void everyFailingActivityRecovers()
    {
        sql("select graphile_worker.add_job('t', '{}', 'q')");
        TestWorker worker(*m_database);
        worker.options.concurrency = 2; // so that it keeps fetching while one job runs
        worker.options.pollInterval = 20ms;
        sweepSoon(&worker);
        worker.options.lockRenewalInterval = 20ms;
        QSemaphore started;
        QSemaphore mayEnd;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        Troubles troubles(&worker.events);
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));

        // Tables that are missing for a while: every statement fails, no connection is lost.
        sql("alter table graphile_worker._private_workers rename to elsewhere_workers");
        QTRY_VERIFY_WITH_TIMEOUT(troubles.current().contains(u"sending the heartbeat"_s), 60000);
        sql("alter table graphile_worker.elsewhere_workers rename to _private_workers");
        QTRY_VERIFY_WITH_TIMEOUT(troubles.currentOfFrequent().isEmpty(), 60000);

        sql("alter table graphile_worker._private_job_queues rename to elsewhere_queues");
        addSilentWorker("dead");
        for (const QString &activity :
             {u"fetching jobs"_s, u"renewing locks"_s, u"sweeping stale workers"_s})
            QTRY_VERIFY2_WITH_TIMEOUT(troubles.current().contains(activity), qPrintable(activity),
                                      60000);
        mayEnd.release();
        QTRY_VERIFY_WITH_TIMEOUT(troubles.current().contains(u"writing results"_s), 60000);
        sql("select pg_terminate_backend(pid) from pg_stat_activity "
            "where application_name = 'yardmaster listen' and datname = current_database()");
        QTRY_VERIFY_WITH_TIMEOUT(troubles.ever().contains(u"listening"_s), 60000);
        sql("alter table graphile_worker.elsewhere_queues rename to _private_job_queues");
        QTRY_VERIFY_WITH_TIMEOUT(troubles.currentOfFrequent().isEmpty(), 60000);
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from graphile_worker.jobs"), u"0"_s,
                                  60000);
        QVERIFY(worker.stop());
        QCOMPARE(troubles.unexpected(), QStringList());
    }

    void theResetOfStaleLocksRecovers()
    {
        EventBus events;
        const JobQueue queue(u"graphile_worker"_s, u"w"_s);
        StaleLockReset reset(m_database->settings(), queue, &events, nullptr);
        QSignalSpy finished(&reset, &StaleLockReset::finished);
        const auto run = [&] {
            reset.runOnce();
            return finished.wait(kPatience);
        };
        Troubles troubles(&events);
        sql("alter table graphile_worker._private_job_queues rename to elsewhere_queues");
        QVERIFY(run());
        QVERIFY(run());
        QCOMPARE(troubles.current(), QSet<QString>{u"resetting stale locks"_s});
        sql("alter table graphile_worker.elsewhere_queues rename to _private_job_queues");
        QVERIFY(run());
        QCOMPARE(troubles.current(), QSet<QString>());
        QVERIFY(run());
        QCOMPARE(troubles.unexpected(), QStringList()); // reported once
    }

    /// The reset reads the whole table, which may take seconds. Here it waits for a row.
    void jobsRunWhileStaleLocksAreReset()
    {
        sql("select graphile_worker.add_job('t') from generate_series(1, 20)");
        sql("update graphile_worker._private_jobs set locked_by = 'dead', "
            "locked_at = now() - interval '5 hours' where id = 1");
        const auto holder = m_database->session();
        QVERIFY(holder->script("begin; select from graphile_worker._private_jobs where id = 1 "
                               "for update"));
        TestWorker worker(*m_database);
        worker.options.once = true;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QTRY_COMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"1"_s);
        QVERIFY(!worker.outcome); // the reset may bring more
        QVERIFY(holder->script("commit"));
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(worker.outcome->succeeded, qint64{20});
    }

    void metadataIsWrittenOncePerRegistration()
    {
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        worker.options.heartbeatInterval = 20ms;
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const auto waitForBeats = [&] {
            // The second one began after now.
            for (int i = 0; i < 2; ++i) {
                const QByteArray now = scalar("select clock_timestamp()").toUtf8();
                QTRY_COMPARE_WITH_TIMEOUT(
                    scalar("select count(*) from graphile_worker._private_workers "
                           "where last_heartbeat_at > '"
                           + now + '\''),
                    u"1"_s, 60000);
            }
        };
        sql("update graphile_worker._private_workers set metadata = '{\"program\": \"kept\"}'");
        waitForBeats();
        QCOMPARE(scalar("select metadata->>'program' from graphile_worker._private_workers"),
                 u"kept"_s);
        // Swept by mistake: it registers again with its metadata.
        sql("delete from graphile_worker._private_workers");
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar("select metadata->>'program' from graphile_worker._private_workers"),
            u"yardmaster"_s, 60000);
        QVERIFY(worker.stop());
    }
};

YARDMASTER_TEST(TestDatabaseActivity)
#include "tst_databaseactivity.moc"
