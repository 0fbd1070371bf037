#include "tests/support/testprogram.h"
#include "worker/runner/localqueue.h"

#include <QTest>

using namespace yardmaster;
using namespace std::chrono_literals;

/// Slots that are taken before there is a job for them, run times, and returned jobs. The rest of
/// the local queue is tested with whole workers.
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
    void aJobForAnAwaitingThreadNeedsNoOtherThread()
    {
        LocalQueue queue(3);
        QVERIFY(queue.takeThread());
        QCOMPARE(queue.placesInUse(), 1);
        QCOMPARE(queue.push(jobs(1), true).threads, 0);
        const auto taken = queue.take(Slot::Thread);
        QVERIFY(taken);
        QCOMPARE(taken->job.info.id, qint64{1});
        QCOMPARE(queue.placesInUse(), 1);
    }

    void furtherJobsAreForOtherThreads()
    {
        LocalQueue queue(3);
        QVERIFY(queue.takeThread());
        QCOMPARE(queue.push(jobs(5), true).threads, 2);
        QCOMPARE(queue.placesInUse(), 3);
        QVERIFY(!queue.takeThread());
    }

    void busyThreadsAreNotCounted()
    {
        LocalQueue queue(2);
        QCOMPARE(queue.push(jobs(3)).threads, 2);
        QVERIFY(queue.take(Slot::Thread));
        QVERIFY(queue.take(Slot::Thread));
        QVERIFY(!queue.takeThread());
        LocalQueue lane(2);
        std::vector<Job> two = jobs(2);
        two[0].queueId = two[1].queueId = 7;
        QCOMPARE(lane.push(std::move(two)).threads, 1);
        QVERIFY2(!lane.takeThread(), "the second of the lane waits");
    }

    void noThreadAwaitsJobsIfSomeMayBeAsynchronous()
    {
        LocalQueue queue(2, {}, {{QStringLiteral("loop")}, 1});
        QVERIFY(!queue.takeThread());
        std::vector<Job> two = jobs(2);
        two[0].info.task = QStringLiteral("loop");
        const Starts starts = queue.push(std::move(two));
        QCOMPARE(starts.loop, 1);
        QCOMPARE(starts.threads, 1);
    }

    void aSlotTakenInVainIsFreed()
    {
        LocalQueue queue(1);
        QVERIFY(queue.takeThread());
        QVERIFY(!queue.takeThread());
        QVERIFY(!queue.take(Slot::Thread));
        QCOMPARE(queue.placesInUse(), 0);
        QCOMPARE(queue.push(jobs(1)).threads, 1);
    }

    void runTimesAreJudgedByTheSlowerOnes()
    {
        RunTimes times;
        QVERIFY(!times.high());
        times.add(100ms);
        QVERIFY(*times.high() >= 100ms && *times.high() <= 125ms);
        for (int i = 0; i < 100; ++i)
            times.add(1ms);
        QVERIFY(*times.high() >= 1ms && *times.high() <= 1250us);
        for (int i = 0; i < 15; ++i)
            times.add(30s);
        QVERIFY(*times.high() >= 30s);
        for (int i = 0; i < 3 * RunTimes::kRuns; ++i)
            times.add(0us); // older ones have less and less weight
        QCOMPARE(*times.high(), 0us);
        times.forget();
        QVERIFY(!times.high());
    }

    void aLaneIsReturnedFromItsEnd()
    {
        LocalQueue queue(1);
        std::vector<Job> all = jobs(5); // 1, 3 and 5 are of a named queue
        for (size_t i = 0; i < 5; i += 2)
            all[i].queueId = 7;
        all[4].info.priority = 1;
        all[1].info.priority = 2;
        all[3].info.priority = -1;
        (void)queue.push(std::move(all));
        QList<qint64> back;
        QList<bool> frees;
        const auto note = [&](const std::vector<ReturningJob> &leaving) {
            for (const ReturningJob &one : leaving) {
                back << one.job.info.id;
                frees << one.freesQueue;
            }
        };
        QCOMPARE(queue.takeBeyond(4, note), 1);
        QCOMPARE(back, QList<qint64>{2});
        QCOMPARE(queue.takeBeyond(2, note), 2);
        QCOMPARE(back, (QList<qint64>{2, 5, 3}));
        QCOMPARE(queue.takeBeyond(1, note), 1); // and not the urgent one
        QCOMPARE(back.last(), qint64{1});
        QCOMPARE(frees, (QList<bool>{false, false, false, true}));
        QCOMPARE(queue.take(Slot::Thread)->job.info.id, qint64{4});
    }

    void aJobThatCannotStartReturnsItsLane()
    {
        LocalQueue queue(1);
        std::vector<Job> all = jobs(3);
        for (Job &job : all)
            job.queueId = 7;
        (void)queue.push(std::move(all));
        const Job first = queue.take(Slot::Thread)->job;
        QList<qint64> back;
        (void)queue.unstart(first, [&](const std::vector<ReturningJob> &leaving) {
            for (const ReturningJob &one : leaving)
                back << (one.freesQueue ? -1 : 1) * one.job.info.id;
        });
        QCOMPARE(back, (QList<qint64>{2, 3, -1}));
        QVERIFY(!queue.take(Slot::Thread));
    }

    void anEndedJobTellsWhatIsKnownSinceItsStart()
    {
        LocalQueue queue(1);
        std::vector<Job> one = jobs(1);
        one[0].payload = "[]";
        (void)queue.push(std::move(one));
        Job running = queue.take(Slot::Thread)->job;
        QCOMPARE(running.payload, QByteArray("[]"));
        running.info.traceparent = QStringLiteral("trace");
        Job ended;
        const auto note = [&ended](ReturningJob &&leaving) { ended = std::move(leaving.job); };
        (void)queue.end(running, note);
        QCOMPARE(ended.info.id, qint64{1});
        QCOMPARE(ended.info.traceparent, running.info.traceparent);
        QVERIFY(ended.payload.isEmpty());
        ended = {};
        (void)queue.end(running, note);
        QVERIFY2(ended.info.id == 0, "it had ended");
        QCOMPARE(queue.running(), 0);
    }

    void jobsThatArriveLaterStartInOrder()
    {
        LocalQueue queue(9);
        std::vector<Job> all = jobs(6);
        for (size_t i = 0; i < all.size(); ++i)
            all[i].info.priority = i % 2 == 0 ? 2 : 1;
        for (Job &job : all)
            (void)queue.push({std::move(job)});
        QList<qint64> order;
        std::vector<Job> running;
        while (auto taken = queue.take(Slot::Thread)) {
            order << taken->job.info.id;
            running.push_back(std::move(taken->job));
        }
        QCOMPARE(order, (QList<qint64>{2, 4, 6, 1, 3, 5}));
        QCOMPARE(queue.running(), 6);
        int ended = 0;
        for (const Job &job : running)
            (void)queue.end(job, [&ended](ReturningJob &&) { ++ended; });
        QCOMPARE(ended, 6);
    }

    void aTaskThatMovesToTheLoopTakesItsJobsThere()
    {
        const QString task = QStringLiteral("moving");
        LocalQueue queue(1, {}, {{}, 1});
        const auto push = [&] {
            std::vector<Job> one = jobs(1);
            one[0].info.task = task;
            return queue.push(std::move(one));
        };
        QCOMPARE(push().threads, 1);
        qint64 back = 0;
        (void)queue.setTasks({task}, {}, [&back](const std::vector<ReturningJob> &leaving) {
            back += std::ssize(leaving);
        });
        QCOMPARE(back, qint64{1});
        QCOMPARE(push().loop, 1);
        QVERIFY(queue.take(Slot::Loop));
    }

    void theLastWaitingJobIsKnown()
    {
        LocalQueue queue(1);
        QVERIFY(!queue.lastWaiting());
        std::vector<Job> all = jobs(3);
        all[1].info.priority = 5;
        all[1].queueId = all[2].queueId = 7;
        (void)queue.push(std::move(all));
        QCOMPARE(queue.lastWaiting()->id, qint64{2});
    }
};

YARDMASTER_TEST(TestLocalQueue)
#include "tst_localqueue.moc"
