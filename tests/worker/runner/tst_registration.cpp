#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSemaphore>
#include <QSignalSpy>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The registry row of a worker, and its lifetime.
class TestRegistration : public WorkerTest
{
    Q_OBJECT

private:
    [[nodiscard]] QString heartbeatOf(const QString &worker) const
    {
        return scalar("select last_heartbeat_at from graphile_worker._private_workers where id = '"
                      + worker.toUtf8() + '\'');
    }

private slots:
    void aWorkerPublishesItsVersionAndWhenItIsStale()
    {
        TestWorker worker(*m_database);
        worker.options.heartbeatInterval = 700ms;
        worker.options.sweepThreshold = 7s;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const QJsonObject said
            = QJsonDocument::fromJson(
                  scalar("select metadata from graphile_worker._private_workers").toUtf8())
                  .object();
        QVERIFY(said["version"_L1].toString().contains(u'.'));
        QCOMPARE(said["heartbeat_interval_ms"_L1].toInt(), 700);
        QCOMPARE(said["sweep_threshold_ms"_L1].toInt(), 7000);
        QVERIFY(worker.stop());
    }

    void aWorkerPublishesWhenItFetchedAndWroteResults()
    {
        TestWorker worker(*m_database);
        worker.options.heartbeatInterval = 20ms;
        worker.options.pollInterval = 20ms;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const auto published = [this](const QByteArray &what) {
            return scalar("select metadata ->> '" + what
                          + "_at' from graphile_worker._private_workers");
        };
        QTRY_VERIFY_WITH_TIMEOUT(!published("fetched").isEmpty(), 60000);
        QCOMPARE(published("released"), QString());
        sql("select graphile_worker.add_job('t')");
        QTRY_VERIFY_WITH_TIMEOUT(!published("released").isEmpty(), 60000);
        const QString fetched = published("fetched");
        QTRY_VERIFY_WITH_TIMEOUT(published("fetched") > fetched, 60000);
        QVERIFY(worker.stop());
    }

    /// The dispatcher's thread waits in the fetch.
    void heartbeatsContinueWhileAFetchIsBlocked()
    {
        TestWorker worker(*m_database);
        worker.options.heartbeatInterval = 20ms;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const auto blocker = m_database->session();
        QVERIFY(blocker->script("begin; lock table graphile_worker._private_job_queues"));
        QVERIFY(blocker->script("notify \"jobs:insert\", '{\"r\":1,\"count\":1}'"));
        const auto other = m_database->session();
        QVERIFY(other->script("notify \"jobs:insert\", '{\"r\":2,\"count\":1}'"));
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from pg_stat_activity "
                                         "where application_name = 'yardmaster fetch' "
                                         "and datname = current_database() "
                                         "and wait_event_type = 'Lock'"),
                                  u"1"_s, 60000);
        const QString before = heartbeatOf(worker.runner->workerId());
        QTRY_VERIFY_WITH_TIMEOUT(heartbeatOf(worker.runner->workerId()) != before, 60000);
        QVERIFY(blocker->script("rollback"));
        QVERIFY(worker.stop());
    }

    void aWorkerThatHoldsLocksStaysRegistered_data()
    {
        QTest::addColumn<QByteArray>("locks");
        QTest::newRow("job") << QByteArray("update graphile_worker._private_jobs set attempts = 1, "
                                           "locked_at = now(), locked_by = '%1' where id = 1");
        QTest::newRow("queue") << QByteArray("update graphile_worker._private_job_queues set "
                                             "locked_at = now(), locked_by = '%1'");
    }
    void aWorkerThatHoldsLocksStaysRegistered()
    {
        QFETCH(const QByteArray, locks);
        sql("select graphile_worker.add_job('unknown', '{}', 'q')");
        TestWorker worker(*m_database);
        worker.options.heartbeatInterval = 100ms;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const QString id = worker.runner->workerId();
        sql(QByteArray(locks).replace("%1", id.toUtf8()));
        QVERIFY(worker.stop());
        QVERIFY(!heartbeatOf(id).isEmpty());
        const QString last = heartbeatOf(id);
        // So another worker finds it stale.
        TestWorker sweeper(*m_database);
        sweepSoon(&sweeper);
        sql("update graphile_worker._private_workers set metadata = "
            "'{\"sweep_threshold_ms\": 1000}'");
        sweeper.handle(u"t"_s, succeed);
        sweeper.start();
        QTRY_COMPARE_WITH_TIMEOUT(heartbeatOf(id), QString(), 60000);
        QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs "
                        "where locked_by is not null"),
                 u"0"_s);
        QVERIFY(sweeper.stop());
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"0"_s);
    }

    void formerNamesAreDeregisteredWhenTheyHoldNothing()
    {
        TestWorker worker(*m_database);
        worker.options.heartbeatInterval = 50ms;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const QString first = worker.runner->workerId();
        // Swept; and a fetch that was under way has locked a job under the name afterwards.
        sql("select graphile_worker.add_job('unknown')");
        sql("delete from graphile_worker._private_workers; update graphile_worker._private_jobs "
            "set attempts = 1, locked_at = now(), locked_by = '"
            + first.toUtf8() + '\'');
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select string_agg(locked_by, ',') from "
                                         "graphile_worker.jobs where locked_by is not null"),
                                  QString(), 60000);
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar("select count(*) filter (where id = '" + first.toUtf8()
                   + "') || ' ' || count(*) from graphile_worker._private_workers"),
            u"0 1"_s, 60000);
        QCOMPARE(scalar("select attempts from graphile_worker.jobs"), u"0"_s);
        // And the worker continues.
        sql("select graphile_worker.add_job('t')");
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from graphile_worker.jobs"), u"1"_s,
                                  60000);
        QVERIFY(worker.stop());
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"0"_s);
    }
};

YARDMASTER_TEST(TestRegistration)
#include "tst_registration.moc"
