#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"

#include "worker/runner/jobsender.h"

#include <QTest>

#include <vector>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The thread that adds jobs for handlers and Runner::addJob().
class TestJobSender : public WorkerTest
{
    Q_OBJECT

private:
    [[nodiscard]] JobSender sender(std::chrono::milliseconds idle = 1h) const
    {
        return JobSender(m_database->settings(), u"graphile_worker"_s, {}, idle);
    }
    [[nodiscard]] static AddedJob resultOf(QFuture<AddedJob> future)
    {
        future.waitForFinished();
        return future.result();
    }
    [[nodiscard]] bool isBlocked() const
    {
        return QTest::qWaitFor(
            [this] {
                return scalar("select count(*) from pg_stat_activity where datname = "
                              "current_database() and application_name = 'yardmaster add' "
                              "and wait_event_type = 'Lock'")
                    == "1"_L1;
            },
            20000);
    }

private slots:
    void anUnusedConnectionIsClosed()
    {
        JobSender adds = sender(10ms);
        for (int i = 1; i <= 2; ++i) {
            QVERIFY(resultOf(adds.add({.identifier = u"t"_s})));
            QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from pg_stat_activity "
                                             "where application_name = 'yardmaster add' "
                                             "and datname = current_database()"),
                                      u"0"_s, 60000);
            QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), QString::number(i));
        }
    }

    void gatheredAddsShareATransaction()
    {
        JobSender adds = sender();
        const auto session = m_database->session();
        auto lock = Transaction::begin(*session);
        QVERIFY(session->query("lock table graphile_worker._private_jobs"));
        std::vector<QFuture<AddedJob>> futures;
        futures.push_back(adds.add({.identifier = u"t"_s}));
        QVERIFY(isBlocked());
        for (int i = 0; i < 50; ++i)
            futures.push_back(adds.add({.identifier = u"t"_s, .priority = i}));
        QVERIFY(lock->commit());
        int priority = 0;
        for (size_t i = 1; i < futures.size(); ++i)
            QCOMPARE((*resultOf(futures[i]))->priority, priority++);
        QCOMPARE(scalar("select count(*) || ' ' || count(distinct xmin::text) "
                        "from graphile_worker._private_jobs"),
                 u"51 2"_s);
    }

    void aRefusedAddDoesNotAffectOthers()
    {
        JobSender adds = sender();
        const auto session = m_database->session();
        auto lock = Transaction::begin(*session);
        QVERIFY(session->query("lock table graphile_worker._private_jobs"));
        std::vector<QFuture<AddedJob>> futures;
        futures.push_back(adds.add({.identifier = u"t"_s}));
        QVERIFY(isBlocked());
        futures.push_back(adds.add({.identifier = u"t"_s}));
        futures.push_back(adds.add({.identifier = u"t"_s, .payload = "{"}));
        futures.push_back(adds.add({.identifier = u"t"_s, .jobKey = u"k"_s}));
        futures.push_back(adds.add({.identifier = u"t"_s}));
        QVERIFY(lock->commit());
        for (size_t i = 0; i < futures.size(); ++i)
            QCOMPARE(resultOf(futures[i]).has_value(), i != 2);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"4"_s);
    }

    void aStopWaitsForWhatIsToBeAdded()
    {
        JobSender adds = sender();
        std::vector<QFuture<AddedJob>> futures;
        for (int i = 0; i < 100; ++i)
            futures.push_back(adds.add({.identifier = u"t"_s}));
        QVERIFY(adds.pending() > 0);
        adds.stop();
        QCOMPARE(adds.pending(), 0);
        for (const auto &future : futures)
            QVERIFY(resultOf(future).has_value());
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"100"_s);
    }

    void aStopCancelsAllAdds()
    {
        JobSender adds = sender();
        const auto session = m_database->session();
        auto lock = Transaction::begin(*session);
        QVERIFY(session->query("lock table graphile_worker._private_jobs"));
        const QFuture<AddedJob> blocked = adds.add({.identifier = u"t"_s});
        QVERIFY(isBlocked());
        const QFuture<AddedJob> waiting = adds.add({.identifier = u"t"_s});
        adds.stop();
        const QFuture<AddedJob> late = adds.add({.identifier = u"t"_s});
        for (const auto &future : {blocked, waiting, late})
            QCOMPARE(resultOf(future).error().kind, DbError::Kind::Cancelled);
        QVERIFY(lock->commit());
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
    }
};

YARDMASTER_TEST(TestJobSender)
#include "tst_jobsender.moc"
