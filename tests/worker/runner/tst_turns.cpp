#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"
#include "worker/queue/jobqueue.h"
#include "worker/runner/turns.h"
#include <yardmaster/session.h>

#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// How long a worker leaves named queues to others, and whether there are other workers.
class TestTurns : public WorkerTest
{
    Q_OBJECT

private:
    Turns::Clock::time_point m_now{1h}; ///< advanced by the tests

    static std::vector<Job> jobsOf(std::initializer_list<qint64> queues)
    {
        std::vector<Job> jobs;
        for (const qint64 queue : queues)
            jobs.emplace_back().queueId = queue;
        return jobs;
    }
    /// Of these queues, which were taken `time` ago.
    void endTurn(Turns *turns, const QList<qint64> &queues, Turns::Clock::duration time)
    {
        m_now += time;
        turns->onFreed(queues, m_now);
    }
    /// A turn of queue 7 that took `time`.
    void takeTurn(Turns *turns, std::chrono::milliseconds time, bool isAll = false)
    {
        turns->onFetched(jobsOf({7}), isAll, m_now);
        endTurn(turns, {7}, time);
    }
    [[nodiscard]] static QSet<qint64> left(Turns *turns, Turns::Clock::time_point now)
    {
        const std::vector<qint64> queues = turns->left(now);
        return {queues.begin(), queues.end()};
    }
    [[nodiscard]] bool seesOthers(const std::unique_ptr<Session> &session, int listeners) const
    {
        const auto sees = JobQueue::seesOthers(*session, listeners);
        return sees && *sees;
    }

private slots:
    void aQueueIsLeftToOthersForAsLongAsItWasHeld_data()
    {
        QTest::addColumn<std::chrono::microseconds>("held");
        QTest::addColumn<std::chrono::microseconds>("left");
        QTest::newRow("usual") << 20000us << 20000us;
        QTest::newRow("hardly at all") << 10us << 1000us;
        QTest::newRow("long") << 5000000us << 100000us;
    }
    void aQueueIsLeftToOthersForAsLongAsItWasHeld()
    {
        QFETCH(const std::chrono::microseconds, held);
        QFETCH(const std::chrono::microseconds, left);
        Turns turns;
        turns.onLooked(true, m_now);
        turns.onFetched(jobsOf({7, 7, 0}), true, m_now);
        QVERIFY2(turns.left(m_now).empty(), "it is ours");
        QVERIFY(!turns.untilNext(m_now));
        endTurn(&turns, {7}, held);
        QCOMPARE(TestTurns::left(&turns, m_now), QSet<qint64>{7});
        QCOMPARE(turns.untilNext(m_now), std::chrono::ceil<std::chrono::milliseconds>(left));
        QCOMPARE(TestTurns::left(&turns, m_now + left - 1us), QSet<qint64>{7});
        QVERIFY(turns.left(m_now + left).empty());
        QVERIFY(!turns.untilNext(m_now + left));
    }

    void aTurnBeginsWithTheFirstFetch()
    {
        Turns turns;
        turns.onLooked(true, m_now);
        turns.onFetched(jobsOf({7}), true, m_now);
        m_now += 20ms;
        turns.onFetched(jobsOf({7}), true, m_now); // continues, as the lock was kept
        endTurn(&turns, {7}, 30ms);
        QCOMPARE(turns.untilNext(m_now), 50ms);
        // The next one is a turn of its own.
        m_now += 50ms;
        turns.onFetched(jobsOf({7}), true, m_now);
        endTurn(&turns, {7}, 3ms);
        QCOMPARE(turns.untilNext(m_now), 3ms);
    }

    void eachQueueHasItsOwnTurn()
    {
        Turns turns;
        turns.onLooked(true, m_now);
        turns.onFetched(jobsOf({1}), true, m_now);
        m_now += 30ms;
        turns.onFetched(jobsOf({2, 3}), true, m_now);
        endTurn(&turns, {1, 2, 9}, 10ms); // 9 was another's
        QCOMPARE(left(&turns, m_now), (QSet<qint64>{1, 2}));
        QCOMPARE(turns.untilNext(m_now), 10ms);
        QCOMPARE(left(&turns, m_now + 10ms), QSet<qint64>{1});
        QCOMPARE(turns.untilNext(m_now + 10ms), 30ms);
    }

    void withoutOtherWorkersNothingIsLeftOrAnnounced()
    {
        Turns turns;
        turns.onLooked(false, m_now);
        takeTurn(&turns, 20ms);
        QVERIFY(turns.left(m_now).empty());
        QCOMPARE(turns.takeUnannounced(m_now), 0);
        QVERIFY(!turns.untilNext(m_now));
    }

    void eachWorkerWithARecentTurnGetsOne()
    {
        Turns turns;
        turns.onLooked(true, m_now);
        for (const char *worker : {"b", "c", "d", "d"})
            turns.onOthersTurn(worker, m_now);
        takeTurn(&turns, 20ms);
        QCOMPARE(turns.left(m_now + 59ms), std::vector<qint64>{7});
        QVERIFY(turns.left(m_now + 60ms).empty());
        m_now += Turns::kCompetes;
        takeTurn(&turns, 20ms);
        QVERIFY(turns.left(m_now + 20ms).empty());
    }

    void turnsAreShortWhileSeveralWantThem()
    {
        Turns turns;
        QCOMPARE(turns.lane(480, m_now), 480);
        turns.onOthersTurn("b", m_now);
        QCOMPARE(turns.lane(480, m_now), 480);
        turns.onOthersTurn("c", m_now);
        QCOMPARE(turns.lane(480, m_now), Turns::kLane);
        QCOMPARE(turns.lane(3, m_now), 3);
        QCOMPARE(turns.lane(480, m_now + Turns::kCompetes + 1ms), 480);
    }

    void otherWorkersAreNotifiedOfQueuesWithJobsLeft()
    {
        Turns turns;
        turns.onLooked(true, m_now);
        takeTurn(&turns, 20ms, true);
        QCOMPARE(turns.takeUnannounced(m_now), 0);
        takeTurn(&turns, 20ms);
        QCOMPARE(turns.untilNext(m_now), 0ms);
        QCOMPARE(turns.takeUnannounced(m_now), 1);
        QCOMPARE(turns.takeUnannounced(m_now), 0);
    }

    void announcementsAreRateLimited()
    {
        Turns turns;
        turns.onLooked(true, m_now);
        takeTurn(&turns, 20ms);
        QCOMPARE(turns.takeUnannounced(m_now), 1);
        takeTurn(&turns, 1ms);
        QCOMPARE(turns.takeUnannounced(m_now), 0);
        takeTurn(&turns, 1ms);
        // It is not forgotten until then.
        m_now += Turns::kLongest;
        QCOMPARE(turns.untilNext(m_now), 0ms);
        QCOMPARE(turns.takeUnannounced(m_now), 2);
        QVERIFY(!turns.untilNext(m_now));
    }

    void otherWorkersAreLookedForWhileNamedQueuesAreInUse()
    {
        Turns turns;
        QVERIFY(!turns.isLookDue(m_now));
        turns.onFetched(jobsOf({0, 0}), true, m_now);
        QVERIFY(!turns.isLookDue(m_now));
        turns.onFetched(jobsOf({7}), true, m_now);
        QVERIFY(turns.isLookDue(m_now));
        turns.onLooked(true, m_now);
        m_now += Turns::kLook;
        QVERIFY2(!turns.isLookDue(m_now), "no named queue since then");
        turns.onFetched(jobsOf({7}), true, m_now);
        QVERIFY(turns.isLookDue(m_now));
        turns.onLooked(true, m_now);
        turns.onFetched(jobsOf({7}), true, m_now);
        QVERIFY(!turns.isLookDue(m_now + Turns::kLook - 1ms));
        QVERIFY(turns.isLookDue(m_now + Turns::kLook));
    }

    void workersThatListenOrFetchAreSeen()
    {
        const auto own = Session::open(m_database->settings(), u"fetch"_s);
        QVERIFY(own);
        const auto listener = m_database->session();
        QVERIFY(!seesOthers(*own, 0));
        QVERIFY(listener->script("listen \"jobs:insert\""));
        QVERIFY(seesOthers(*own, 0)); // graphile-worker, say
        QVERIFY(!seesOthers(*own, 1));
        {
            const auto other = Session::open(m_database->settings(), u"fetch"_s);
            QVERIFY(other);
            QVERIFY(seesOthers(*own, 1));
        }
        QTRY_VERIFY(!seesOthers(*own, 1));
    }

    /// When the turn of the others is over, not only at the next poll.
    void queuesLeftToOthersRunAllTheSame()
    {
        sql("select graphile_worker.add_job('t', queue_name => 'q') from generate_series(1, 10)");
        const auto listener = m_database->session();
        QVERIFY(listener->script("listen \"jobs:insert\""));
        TestWorker worker(*m_database);
        worker.options.localQueueSize = 0; // a turn for each job
        worker.handle(u"t"_s, [](const TaskContext &) {
            std::this_thread::sleep_for(20ms);
            return TaskOutcome::success();
        });
        worker.start();
        QTRY_COMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"0"_s);
        QVERIFY(worker.stop());
    }
};

YARDMASTER_TEST(TestTurns)
#include "tst_turns.moc"
