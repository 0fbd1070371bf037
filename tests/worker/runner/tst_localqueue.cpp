#include "tests/support/testprogram.h"
#include "worker/runner/localqueue.h"

#include <QTest>

using namespace yardmaster;

/// Places that are taken before there is a job for them. All else about the local queue is tested
/// where workers run on it.
class TestLocalQueue : public QObject
{
    Q_OBJECT

private:
    static std::vector<Job> jobs(int count)
    {
        std::vector<Job> jobs(static_cast<size_t>(count));
        for (int i = 0; i < count; ++i)
            jobs[size_t(i)].info.id = i + 1;
        return jobs;
    }

private slots:
    void aThreadThatAwaitsAJobNeedsNoOtherToRunIt()
    {
        LocalQueue queue(3);
        QVERIFY(queue.takeThread());
        QCOMPARE(queue.placesInUse(), 1);
        QCOMPARE(queue.push(jobs(1), true).starts.threads, 0);
        const auto taken = queue.take(Place::Thread);
        QVERIFY(taken);
        QCOMPARE(taken->job.info.id, qint64{1});
        QCOMPARE(queue.placesInUse(), 1);
    }

    void whatComesWithItIsForOthers()
    {
        LocalQueue queue(3);
        QVERIFY(queue.takeThread());
        QCOMPARE(queue.push(jobs(5), true).starts.threads, 2);
        QCOMPARE(queue.placesInUse(), 3);
        QVERIFY(!queue.takeThread());
    }

    void itIsNoneOfThoseWhoRunWhatWaits()
    {
        LocalQueue queue(2);
        QCOMPARE(queue.push(jobs(3)).starts.threads, 2);
        QVERIFY(queue.take(Place::Thread));
        QVERIFY(queue.take(Place::Thread));
        QVERIFY(!queue.takeThread());
        LocalQueue lane(2);
        std::vector<Job> two = jobs(2);
        two[0].queueId = two[1].queueId = 7;
        QCOMPARE(lane.push(std::move(two)).starts.threads, 1);
        QVERIFY2(!lane.takeThread(), "the second of the lane waits");
    }

    void whereJobsMayBeForTheLoopNoThreadAwaitsThem()
    {
        LocalQueue queue(2, {}, {{QStringLiteral("loop")}, 1});
        QVERIFY(!queue.takeThread());
        std::vector<Job> two = jobs(2);
        two[0].info.task = QStringLiteral("loop");
        const Starts starts = queue.push(std::move(two)).starts;
        QCOMPARE(starts.loop, 1);
        QCOMPARE(starts.threads, 1);
    }

    void aPlaceThatWasTakenInVainIsFreeAgain()
    {
        LocalQueue queue(1);
        QVERIFY(queue.takeThread());
        QVERIFY(!queue.takeThread());
        QVERIFY(!queue.take(Place::Thread));
        QCOMPARE(queue.placesInUse(), 0);
        QCOMPARE(queue.push(jobs(1)).starts.threads, 1);
    }
};

YARDMASTER_TEST(TestLocalQueue)
#include "tst_localqueue.moc"
