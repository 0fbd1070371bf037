#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"
#include "worker/runner/heartbeats.h"

#include <QThread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Heartbeats that are being sent while the worker deregisters.
class TestHeartbeats : public WorkerTest
{
    Q_OBJECT

private slots:
    void anAbandonedNameIsNotRegisteredAgain();
    void aWorkerThatDeregistersIsNotRegisteredAgain();

private:
    /// From here on, every registration waits until the lock is released.
    [[nodiscard]] std::unique_ptr<Session> delayRegistrations() const
    {
        sql("create function wait_for_test() returns trigger language plpgsql as"
            " 'begin perform pg_advisory_xact_lock_shared(1); return new; end';"
            "create trigger wait_for_test before insert on graphile_worker._private_workers"
            " for each row execute function wait_for_test()");
        auto session = m_database->session();
        if (!session->query("select pg_advisory_lock(1)"))
            qFatal("cannot lock");
        return session;
    }
    [[nodiscard]] QString registered() const
    {
        return scalar("select count(*) from graphile_worker._private_workers");
    }
    [[nodiscard]] QString waiting() const
    {
        return scalar("select count(*) from pg_stat_activity where datname = current_database()"
                      " and application_name = 'yardmaster heartbeat' and wait_event = 'advisory'");
    }
    void removeAll() const { sql("delete from graphile_worker._private_workers"); }

    /// Heartbeats on a thread of their own, sent only when asked to.
    struct Beating
    {
        explicit Beating(const TestDatabase &database)
        {
            heartbeats = new Heartbeats({database.settings(), u"graphile_worker"_s, "{}", 1h},
                                        names, std::make_shared<HeartbeatFreshness>(1h, 3h),
                                        std::make_shared<LastActivity>(), &events, [](int) {});
            heartbeats->moveToThread(&thread);
            QObject::connect(&thread, &QThread::finished, heartbeats, &QObject::deleteLater);
            thread.start();
            QMetaObject::invokeMethod(heartbeats, &Heartbeats::start, Qt::BlockingQueuedConnection);
        }
        ~Beating() { join(); }
        void join()
        {
            thread.quit();
            thread.wait();
        }
        void beat() const
        {
            QMetaObject::invokeMethod(heartbeats, &Heartbeats::beat, Qt::QueuedConnection);
        }
        void beatAndWait() const
        {
            QMetaObject::invokeMethod(heartbeats, &Heartbeats::beat, Qt::BlockingQueuedConnection);
        }

        EventBus events;
        std::shared_ptr<WorkerNames> names = std::make_shared<WorkerNames>(u"first"_s);
        Heartbeats *heartbeats = nullptr;
        QThread thread;
    };
};

void TestHeartbeats::anAbandonedNameIsNotRegisteredAgain()
{
    Beating beating(*m_database);
    beating.beatAndWait(); // not registered: it was swept, and continues under another name
    QCOMPARE(beating.names->current(), 1);
    QCOMPARE(registered(), u"2"_s);

    sql("delete from graphile_worker._private_workers where id = 'first'");
    {
        const auto delay = delayRegistrations();
        beating.beat();
        QTRY_COMPARE_WITH_TIMEOUT(waiting(), u"1"_s, 60000);
        beating.heartbeats->forget(0);
    }
    beating.join();
    QCOMPARE(scalar("select string_agg(id, ' ') from graphile_worker._private_workers"),
             beating.names->at(1));
}

void TestHeartbeats::aWorkerThatDeregistersIsNotRegisteredAgain()
{
    for (const bool isFormer : {false, true}) {
        removeAll();
        Beating beating(*m_database);
        if (isFormer) {
            beating.beatAndWait();
            sql("delete from graphile_worker._private_workers where id = 'first'");
        }
        {
            const auto delay = delayRegistrations();
            beating.beat();
            QTRY_COMPARE_WITH_TIMEOUT(waiting(), u"1"_s, 60000);
            beating.heartbeats->end();
            removeAll();
        }
        beating.join();
        QCOMPARE(registered(), u"0"_s);
        sql("drop function wait_for_test cascade");
    }
}

YARDMASTER_TEST(TestHeartbeats)
#include "tst_heartbeats.moc"
