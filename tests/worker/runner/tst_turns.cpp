#include "worker/runner/turns.h"

#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace std::chrono_literals;

/// Whose turn it is with named queues, by a clock that the test advances.
class TestTurns : public QObject
{
    Q_OBJECT

    Turns::Clock::time_point m_now{1h};

    static std::vector<Job> jobsOf(qint64 queue)
    {
        std::vector<Job> jobs(1);
        jobs[0].queueId = queue;
        return jobs;
    }
    /// A turn of queue 7 that took `time`.
    void takeTurn(Turns *turns, std::chrono::milliseconds time, bool isAll = false)
    {
        turns->onFetched(jobsOf(7), isAll, m_now);
        m_now += time;
        turns->onFreed({7}, m_now);
    }

private slots:
    void aQueueIsLeftForAsLongAsItsTurnTook()
    {
        Turns turns;
        turns.onLooked(true, m_now);
        takeTurn(&turns, 20ms);
        QCOMPARE(turns.left(m_now), std::vector<qint64>{7});
        QCOMPARE(turns.left(m_now + 19ms), std::vector<qint64>{7});
        QVERIFY(turns.left(m_now + 20ms).empty());
    }

    void nothingIsLeftOrAnnouncedWhereNobodyElseIs()
    {
        Turns turns;
        turns.onLooked(false, m_now);
        takeTurn(&turns, 20ms);
        QVERIFY(turns.left(m_now).empty());
        QCOMPARE(turns.takeUnannounced(m_now), 0);
        QVERIFY(!turns.untilNext(m_now));
    }

    void eachOtherThatHadATurnLatelyGetsOne()
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

    void othersAreToldOfQueuesThatHaveJobsLeft()
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

    void announcementsKeepADistance()
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
};

YARDMASTER_TEST(TestTurns)
#include "tst_turns.moc"
