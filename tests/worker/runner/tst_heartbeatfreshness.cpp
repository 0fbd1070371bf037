#include "tests/support/testprogram.h"
#include "worker/queue/staleness.h"
#include "worker/runner/heartbeatfreshness.h"
#include "worker/runner/localqueue.h"

#include <QTest>

#include <random>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// The row of worker `i`, with a published threshold.
SeenWorker seen(int i, qint64 heartbeat, std::chrono::milliseconds threshold = 20s)
{
    return {QString::number(i), heartbeat, threshold};
}

} // namespace

/// When a worker may rely on its locks, and when others consider it stale.
class TestHeartbeatFreshness : public QObject
{
    Q_OBJECT

private slots:
    void jobsStartWhileTheHeartbeatIsYoungerThanTheThreshold_data()
    {
        QTest::addColumn<qint64>("threshold");
        QTest::addColumn<qint64>("limit");
        QTest::newRow("usual") << qint64{20000} << qint64{19000};
        QTest::newRow("four seconds") << qint64{4000} << qint64{3000};
        QTest::newRow("short") << qint64{2000} << qint64{1500};
    }
    void jobsStartWhileTheHeartbeatIsYoungerThanTheThreshold()
    {
        QFETCH(const qint64, threshold);
        QFETCH(const qint64, limit);
        HeartbeatFreshness::Time now = 100s;
        HeartbeatFreshness watch(500ms, std::chrono::milliseconds(threshold), [&] { return now; });
        now += 1h;
        QVERIFY2(watch.isFresh(), "no registry");
        watch.begin(now);
        now += std::chrono::milliseconds(limit) - 1ms;
        QVERIFY(watch.isFresh());
        now += 1ms;
        QVERIFY(!watch.isFresh());
        // It counts from when it was sent, whenever it was confirmed.
        watch.onConfirmed(now - std::chrono::milliseconds(limit));
        QVERIFY(!watch.isFresh());
        watch.onConfirmed(now);
        QVERIFY(watch.isFresh());
    }

    void heartbeatsAreSentWellBeforeTheThreshold()
    {
        QCOMPARE(HeartbeatFreshness(5s, 20s).interval(), std::chrono::milliseconds(5s));
        QCOMPARE(HeartbeatFreshness(5s, 7s).interval(), std::chrono::milliseconds(4s));
        QCOMPARE(HeartbeatFreshness(30s, 20s).interval(), std::chrono::milliseconds(12666));
    }

    void lateHeartbeatsAreMissedOnes()
    {
        HeartbeatFreshness::Time now = 100s;
        HeartbeatFreshness watch(5s, 20s, [&] { return now; });
        watch.begin(now);
        for (int i = 0; i < 3; ++i) {
            now += 5s;
            watch.onConfirmed(now);
        }
        QCOMPARE(watch.misses(), quint64{0});
        now += 10s + 1ms;
        QCOMPARE(watch.misses(), quint64{1}); // whenever it will be confirmed
        watch.onConfirmed(now);
        QCOMPARE(watch.misses(), quint64{1});
        watch.onMissed();
        QCOMPARE(watch.misses(), quint64{2});
    }

    void nothingStartsWhileTheGateIsShut()
    {
        HeartbeatFreshness::Time now = 100s;
        const auto watch = std::make_shared<HeartbeatFreshness>(5s, 20s, [&] { return now; });
        watch->begin(now);
        LocalQueue queue(2);
        queue.setGate(watch);
        std::vector<Job> jobs(3);
        for (size_t i = 0; i < jobs.size(); ++i)
            jobs[i].info.id = qint64(i) + 1;
        QCOMPARE(queue.push(std::move(jobs)).threads, 2);
        QVERIFY(queue.take(Slot::Thread));
        now += 19s;
        QVERIFY(!queue.take(Slot::Thread));
        QCOMPARE(queue.waiting(), 2);
        QCOMPARE(queue.placesInUse(), 1);
        watch->onConfirmed(now);
        QCOMPARE(queue.reopen().threads, 1);
        QVERIFY(queue.take(Slot::Thread));
        QCOMPARE(queue.reopen().threads, 0);
    }

    void aSweptWorkerDropsWaitingAndLateJobs()
    {
        LocalQueue queue(1);
        std::vector<Job> jobs(4);
        for (size_t i = 0; i < jobs.size(); ++i) {
            jobs[i].info.id = qint64(i) + 1;
            jobs[i].queueId = i < 2 ? 7 : 0;
        }
        (void)queue.push(jobs);
        const auto running = queue.take(Slot::Thread);
        QVERIFY(running);
        QCOMPARE(queue.disown(1).size(), size_t(3));
        QCOMPARE(queue.waiting(), 0);
        QVERIFY(queue.holdsName(0)); // it runs
        size_t back = 0;
        const auto count
            = [&back](const std::vector<ReturningJob> &given) { back += given.size(); };
        (void)queue.push({jobs[3]}, false, {}, count);
        QCOMPARE(back, size_t(1));
        jobs[3].name = 1;
        (void)queue.push({jobs[3]}, false, {}, count);
        QCOMPARE(back, size_t(1));
        QCOMPARE(queue.waiting(), 1);
    }

    void twoRunsOfOneJobAreDistinct()
    {
        LocalQueue queue(2);
        std::vector<Job> jobs(1);
        jobs[0].info.id = 1;
        jobs[0].info.attempts = 1;
        (void)queue.push(jobs);
        const auto first = queue.take(Slot::Thread);
        jobs[0].lockedAt = 5;
        (void)queue.push(jobs);
        const auto second = queue.take(Slot::Thread);
        QVERIFY(first && second);
        QCOMPARE(queue.running(), 2);
        qint64 lockedAt = -1;
        const auto note = [&](const ReturningJob &leaving) { lockedAt = leaving.job.lockedAt; };
        (void)queue.end(first->job, note);
        QCOMPARE(lockedAt, qint64{0});
        QCOMPARE(queue.running(), 1);
        (void)queue.end(second->job, note);
        QCOMPARE(lockedAt, qint64{5});
    }

    void aJobThatEndsDuringARenewalHasBothTimes()
    {
        LocalQueue queue(2);
        std::vector<Job> jobs(2);
        jobs[0].info.id = 1;
        jobs[1].info.id = 2;
        jobs[0].lockedAt = jobs[1].lockedAt = 10;
        (void)queue.push(jobs);
        const auto first = queue.take(Slot::Thread);
        const auto second = queue.take(Slot::Thread);
        QCOMPARE(queue.beginRenewal(20).size(), size_t(2));
        Lease lease;
        const auto note = [&](const ReturningJob &leaving) { lease = leaseOf(leaving.job, false); };
        (void)queue.end(first->job, note);
        QCOMPARE(lease.lockedAt, qint64{10});
        QCOMPARE(lease.renewedAt, qint64{20});
        queue.endRenewal({{1, 20}, {2, 20}});
        (void)queue.end(second->job, note);
        QCOMPARE(lease.lockedAt, qint64{20});
        QCOMPARE(lease.renewedAt, qint64{0});
    }

    void silenceCountsFromTheFirstObservation()
    {
        StalenessObserver watch(20s, 10s);
        StalenessObserver::Time now = 1000s;
        QVERIFY(watch.look({seen(1, 7)}, now).empty());
        for (int i = 0; i < 3; ++i)
            QVERIFY(watch.look({seen(1, 7)}, now += 5s).empty());
        QVERIFY(watch.look({seen(1, 7)}, now += 4999ms).empty());
        const auto stale = watch.look({seen(1, 7)}, now += 1ms);
        QCOMPARE(stale.size(), size_t(1));
        QCOMPARE(stale[0].heartbeatUs, qint64{7});
        QCOMPARE(stale[0].silentFor, std::chrono::milliseconds(20s));
        QVERIFY(watch.look({seen(1, 8)}, now += 1ms).empty());
    }

    void theLongerThresholdIsUsed()
    {
        StalenessObserver watch(20s, 1h);
        std::vector<SeenWorker> workers{seen(1, 7, 10s), seen(2, 7, 60s), seen(3, 7)};
        workers[2].threshold.reset(); // graphile_worker_rs
        (void)watch.look(workers, 0s);
        QCOMPARE(watch.look(workers, 20s).size(), size_t(1));
        QCOMPARE(watch.look(workers, 60s).size(), size_t(2));
        QCOMPARE(watch.look(workers, 299s).size(), size_t(2));
        QCOMPARE(watch.look(workers, 300s).size(), size_t(3));
    }

    void aGapRestartsTheObservation()
    {
        StalenessObserver watch(20s, 10s);
        (void)watch.look({seen(1, 7)}, 0s);
        QVERIFY(watch.look({seen(1, 7)}, 10s + 1ms).empty()); // frozen, or without the database
        QVERIFY(watch.look({seen(1, 7)}, 20s).empty());
        QVERIFY(watch.look({seen(1, 7)}, 30s).empty());
        QCOMPARE(watch.look({seen(1, 7)}, 30s + 1ms).size(), size_t(1));
        watch.interrupt();
        QVERIFY(watch.look({seen(1, 7)}, 35s).empty());
    }

    /// Outages from half to five times the threshold, the workers back in any order: with
    /// reconnects no later than an interval after it, no live worker is stale.
    void outagesMakeNoWorkerStale()
    {
        constexpr auto kInterval = 5000;
        constexpr int kWorkers = 5;
        std::minstd_rand random(42);
        for (int round = 0; round < 200; ++round) {
            const int outageBegins = 60000 + int(random() % 5000);
            const int outageEnds = outageBegins + 10000 + int(random() % 90000);
            struct Worker
            {
                qint64 heartbeat = 0;
                int due = 0;
                int back = 0; ///< is reconnected from then on
                bool failed = false;
            };
            std::vector<Worker> workers(kWorkers);
            for (Worker &worker : workers) {
                worker.due = int(random() % kInterval);
                worker.back = outageEnds + int(random() % kInterval);
            }
            StalenessObserver watch(20s, 10s);
            int sweep = int(random() % kInterval);
            for (int ms = 0; ms < 240000; ms += 50) {
                for (Worker &worker : workers) {
                    const bool isAway = ms >= outageBegins && ms < worker.back;
                    if (isAway) {
                        worker.failed = true;
                        worker.due = worker.back;
                    } else if (ms >= worker.due) {
                        worker.heartbeat = ms + 1;
                        worker.due += kInterval;
                    }
                }
                if (ms < sweep)
                    continue;
                sweep += kInterval;
                if (ms >= outageBegins && ms < workers[0].back) { // the sweeper is the first one
                    watch.interrupt();
                    continue;
                }
                std::vector<SeenWorker> rows;
                for (int i = 0; i < kWorkers; ++i)
                    rows.push_back(seen(i, workers[size_t(i)].heartbeat));
                QVERIFY(watch.look(rows, std::chrono::milliseconds(ms)).empty());
            }
        }
    }
};

YARDMASTER_TEST(TestHeartbeatFreshness)
#include "tst_heartbeatfreshness.moc"
