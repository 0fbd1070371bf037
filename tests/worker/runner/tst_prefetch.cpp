#include "tests/support/testprogram.h"
#include "worker/runner/localqueue.h"
#include "worker/runner/prefetch.h"
#include "worker/runner/releaser.h"

#include <QSignalSpy>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestPrefetch : public QObject
{
    Q_OBJECT

private:
    static constexpr int kSize = 100; ///< of the local queue
    static constexpr int kConcurrency = 10;

    Prefetch::Config m_config;
    std::unique_ptr<LocalQueue> m_local;
    std::unique_ptr<Prefetch> m_prefetch;
    qint64 m_lastId = 0;

    int push(int count, int payload = 0, const QString &task = {})
    {
        std::vector<Job> jobs(static_cast<size_t>(count));
        for (Job &job : jobs) {
            job.info.id = ++m_lastId;
            job.info.task = task;
            job.payload = QByteArray(payload, ' ');
        }
        return m_local->push(std::move(jobs)).threads;
    }
    /// Takes the waiting jobs, which run from now on; their slots stay in use.
    [[nodiscard]] std::vector<Job> takeAll(int most = 1000)
    {
        std::vector<Job> jobs;
        while (m_local->waiting() > 0 && int(jobs.size()) < most)
            jobs.push_back(m_local->take(Slot::Thread)->job);
        return jobs;
    }
    /// Jobs are pushed, run, and free all slots.
    void run(int count, std::chrono::microseconds took, int payload = 0)
    {
        const int starts = push(count, payload);
        for (const Job &job : takeAll())
            (void)m_local->end(
                job, [](const ReturningJob &) {}, {}, took);
        for (int i = 0; i < starts; ++i)
            QVERIFY(!m_local->take(Slot::Thread));
    }
    void useHorizon(LoopTasks loop = {})
    {
        m_config.horizon = 200ms;
        m_local = std::make_unique<LocalQueue>(kConcurrency, JobQuotas(), std::move(loop),
                                               LocalQueue::Times{200ms, 200ms});
        m_prefetch = std::make_unique<Prefetch>(m_config, m_local.get(), nullptr);
    }
    [[nodiscard]] int jobs(int arriving = 0) { return m_prefetch->next(arriving, 0).jobs; }
    void fullRound(bool wasDry, int size = 0)
    {
        m_prefetch->onRoundBegins();
        m_prefetch->onRoundEnds({.size = {.jobs = size}, .isFull = true, .wasDry = wasDry});
    }

private slots:
    void init()
    {
        m_config = {};
        m_config.localQueueSize = kSize;
        m_config.concurrency = kConcurrency;
        m_config.horizon = 0ms; // by number only, except in the last tests
        m_local = std::make_unique<LocalQueue>(kConcurrency);
        m_prefetch = std::make_unique<Prefetch>(m_config, m_local.get(), nullptr);
    }

    void theLocalQueueIsFilledWhenItIsHalfEmpty()
    {
        QCOMPARE(jobs(), kSize);
        push(kSize / 2 + 1);
        QCOMPARE(jobs(), 0);
        QVERIFY(m_local->take(Slot::Thread));
        QCOMPARE(jobs(), kSize / 2);
        QCOMPARE(jobs(1), 0);
        QVERIFY(m_prefetch->isDry() == false);
    }

    void handlersFasterThanFetchesGetLargerFetches()
    {
        fullRound(false);
        QVERIFY(m_prefetch->isBacklog());
        QCOMPARE(jobs(), kSize);
        // Repeated if it took so long that the round measured nothing.
        const auto sizes = [this] {
            fullRound(true);
            return QList<int>{jobs(), jobs(4 * kSize), jobs(4 * kSize + 1)};
        };
        const QList<int> outrun{4 * kSize, 4 * kSize, 0};
        QVERIFY(QTest::qWaitFor([&] { return sizes() == outrun; }));
        QTRY_COMPARE(jobs(), kSize);
    }

    void unwrittenResultsStopPrefetching()
    {
        constexpr int kMost = 10 * Releaser::kBatch;
        QCOMPARE(m_prefetch->next(0, kMost).jobs, kSize);
        QCOMPARE(m_prefetch->next(0, kMost + 1).jobs, 0);
        push(kSize);
        m_prefetch->onAnnounced();
        QVERIFY(m_prefetch->next(0, kMost).isExpress);
        QCOMPARE(m_prefetch->next(0, kMost + 1).jobs, 0);
    }

    void aFullLocalQueueStillFetchesAFewAnnouncedJobs()
    {
        push(kSize);
        QCOMPARE(jobs(), 0);
        m_prefetch->onAnnounced();
        const Prefetch::Size express = m_prefetch->next(0, 0);
        QVERIFY(express.isExpress);
        QVERIFY(express.jobs > 0 && express.jobs < kSize / 5);
        // Once, and not again until some time has passed.
        QSignalSpy again(m_prefetch.get(), &Prefetch::expressAgain);
        m_prefetch->onRoundBegins();
        QCOMPARE(jobs(), 0);
        m_prefetch->onRoundEnds({.size = {.isExpress = true}, .took = 10ms});
        m_prefetch->onAnnounced();
        QCOMPARE(jobs(), 0);
        QTRY_COMPARE(again.count(), 1);
        QVERIFY(m_prefetch->next(0, 0).isExpress);
    }

    void expressFetchesEndToo()
    {
        push(2 * kSize);
        m_prefetch->onAnnounced();
        QCOMPARE(jobs(), 0);
    }

    void fetchesOfABacklogAreSmallWhileJobsAreAnnounced()
    {
        const auto sizeAtOnce = [this] {
            fullRound(true);
            m_prefetch->onAnnounced();
            return jobs();
        };
        QVERIFY(QTest::qWaitFor([&] { return sizeAtOnce() == kSize / 5; }));
        QTRY_VERIFY(!m_prefetch->isAnnouncing());
        QCOMPARE(jobs(), kSize);
    }

    void afterAnExpiryOnlyFreeSlotsAreFilled()
    {
        push(kConcurrency);
        m_prefetch->onExpired();
        QVERIFY(m_prefetch->hasOverPrefetched());
        QCOMPARE(jobs(), 0);
        m_prefetch->onAnnounced();
        QCOMPARE(jobs(), 0);
        while (m_local->take(Slot::Thread)) { } // the slot is freed with the last
        QVERIFY(jobs() > 0);
        QVERIFY(!m_prefetch->hasOverPrefetched());
    }

    void theFirstRoundDoesNotMeasureHandlers()
    {
        fullRound(true);
        QVERIFY(m_prefetch->isBacklog());
        QCOMPARE(jobs(), kSize);
    }

    void aSmallRoundDoesNotDelayAnExpressFetch()
    {
        fullRound(false);
        m_prefetch->onAnnounced();
        const Prefetch::Size capped = m_prefetch->next(0, 0);
        QVERIFY(capped.isCapped);
        QVERIFY(capped.jobs < kSize);
        m_prefetch->onRoundBegins();
        m_prefetch->onRoundEnds({.size = capped, .isFull = true, .took = 1h});
        push(kSize);
        m_prefetch->onAnnounced();
        QVERIFY(m_prefetch->next(0, 0).isExpress);
    }

    void surplusIsFoundWhenHandlersBecomeSlow()
    {
        QSignalSpy tooMany(m_prefetch.get(), &Prefetch::tooManyWait);
        push(4 * kSize);
        m_prefetch->onPushed();
        QTRY_COMPARE(tooMany.count(), 1);
        QCOMPARE(tooMany.first().first().toInt(), kSize);
    }

    void surplusDoesNotBlockUrgentJobs()
    {
        QSignalSpy tooMany(m_prefetch.get(), &Prefetch::tooManyWait);
        push(4 * kSize);
        m_prefetch->onPushed();
        QCOMPARE(jobs(), 0);
        m_prefetch->onAnnounced();
        QCOMPARE(tooMany.count(), 1);
        m_local->takeBeyond(kSize, [](const auto &) {});
        const Prefetch::Size size = m_prefetch->next(0, 0);
        QVERIFY(size.isExpress);
        QVERIFY(size.jobs > 0);
        QVERIFY2(tooMany.count() == 1, "nor are they looked for again");
    }

    void fetchesGrowAsTheTaskProvesQuick()
    {
        useHorizon();
        QCOMPARE(jobs(), kConcurrency); // not measured yet
        QCOMPARE(jobs(kConcurrency), 0);
        run(kConcurrency, 1ms);
        QList<int> sizes;
        for (int i = 0; i < 6; ++i) {
            sizes << jobs();
            fullRound(false, sizes.last());
        }
        QCOMPARE(sizes, (QList<int>{10, 20, 40, 80, kSize, kSize}));
        QCOMPARE(m_prefetch->lane(), 195); // a millisecond counts as 1.023
    }

    void slowJobsAreFetchedForFreeSlotsOnly()
    {
        useHorizon();
        run(2 * kConcurrency, 1s);
        QCOMPARE(jobs(), kConcurrency);
        QCOMPARE(m_prefetch->lane(), 1);
        push(kConcurrency - 1);
        QCOMPARE(takeAll().size(), size_t(kConcurrency - 1));
        QCOMPARE(jobs(), 1);
        push(1);
        QCOMPARE(takeAll().size(), 1U);
        QCOMPARE(jobs(), 0);
    }

    void fullSlotsOfOneKindLeaveTheOthersTheirRoom()
    {
        constexpr int kLoop = 5;
        useHorizon({{u"loop"_s}, kLoop});
        QVERIFY(!m_local->full());
        push(kLoop, 0, u"loop"_s);
        QCOMPARE(m_local->full(), Slot::Loop);
        QCOMPARE(jobs(), kConcurrency);
        for (int i = 0; i < kLoop; ++i)
            QVERIFY(m_local->take(Slot::Loop));
        QCOMPARE(m_local->full(), Slot::Loop);
        push(kConcurrency);
        QVERIFY2(!m_local->full(), "there is room for neither");
        QCOMPARE(jobs(), 0);
    }

    void waitingJobsAreEnoughWhileTheOtherSlotsHaveNone()
    {
        constexpr int kLoop = 20;
        useHorizon({{u"loop"_s}, kLoop});
        push(kLoop, 0, u"loop"_s);
        for (int i = 0; i < kLoop; ++i) {
            (void)m_local->end(
                m_local->take(Slot::Loop)->job, [](const ReturningJob &) {}, {}, 1ms);
        }
        push(kSize / 2 + 1, 0, u"loop"_s);
        QVERIFY(!m_local->full());
        QCOMPARE(jobs(), 0);
    }

    void noMoreJobsWaitThanAreDoneWithinTheHorizon()
    {
        useHorizon();
        run(1000, 50ms); // counts as 57.3 ms
        for (int i = 0; i < 10; ++i)
            fullRound(false, 1000);
        QCOMPARE(jobs(), 34);
        push(34);
        std::vector<Job> running;
        for (int i = 0; i < kConcurrency; ++i)
            running.push_back(m_local->take(Slot::Thread)->job);
        QCOMPARE(jobs(), 0);
        const auto goOn = [&](int count) {
            for (int i = 0; i < count; ++i) {
                (void)m_local->end(
                    running.front(), [](const ReturningJob &) {}, {}, 50ms);
                running.erase(running.begin());
                running.push_back(m_local->take(Slot::Thread)->job);
            }
        };
        goOn(16); // more than half of the time is still needed
        QCOMPARE(jobs(), 0);
        goOn(1);
        QCOMPARE(jobs(), 17);
    }

    void fewSlowJobsAmongManyQuickOnesDoNotCount()
    {
        useHorizon();
        for (int i = 0; i < 10; ++i) {
            run(97, 1ms);
            run(3, 30s);
            fullRound(false, 1000);
        }
        QCOMPARE(jobs(), kSize);
        for (int i = 0; i < 10; ++i)
            run(10, 30s);
        QCOMPARE(jobs(), kConcurrency);
    }

    void payloadBytesAreBounded()
    {
        useHorizon();
        run(1000, 1ms, 1 << 20);
        for (int i = 0; i < 10; ++i)
            fullRound(false, 1000);
        QCOMPARE(jobs(), 32);
        push(20, 1 << 20); // slots are free for ten of them
        QCOMPARE(takeAll(kConcurrency).size(), size_t(kConcurrency));
        QCOMPARE(jobs(), 22);
        push(40, 1 << 20);
        QCOMPARE(jobs(), 0);
    }

    void overdueJobsReduceThePrefetch()
    {
        useHorizon();
        run(1000, 1ms);
        for (int i = 0; i < 10; ++i)
            fullRound(false, 1000);
        QCOMPARE(jobs(), kSize);
        QCOMPARE(m_prefetch->patience(), 1000ms);
        push(kConcurrency);
        QCOMPARE(takeAll().size(), size_t(kConcurrency));
        m_prefetch->onOverdue();
        QVERIFY(m_prefetch->hasOverPrefetched());
        QCOMPARE(jobs(), 0);
        QVERIFY(!m_local->take(Slot::Thread)); // frees a slot
        QCOMPARE(jobs(), 1);
    }

    void aPollLooksForMoreUrgentJobs()
    {
        useHorizon();
        m_prefetch->onPolled();
        push(kConcurrency);
        QCOMPARE(takeAll().size(), size_t(kConcurrency));
        QCOMPARE(jobs(), 0); // nothing waits
        push(1);
        m_prefetch->onExpired();
        QVERIFY(m_prefetch->next(0, 0).isExpress);
        m_prefetch->onRoundBegins();
        QCOMPARE(jobs(), 0);
    }

    void withoutALocalQueueFreePlacesCount()
    {
        m_config.localQueueSize = 0;
        m_prefetch = std::make_unique<Prefetch>(m_config, m_local.get(), nullptr);
        QCOMPARE(jobs(), kConcurrency);
        fullRound(true);
        QCOMPARE(jobs(), kConcurrency);
        push(kConcurrency);
        m_prefetch->onAnnounced();
        QCOMPARE(jobs(), 0);
    }
};

YARDMASTER_TEST(TestPrefetch)
#include "tst_prefetch.moc"
