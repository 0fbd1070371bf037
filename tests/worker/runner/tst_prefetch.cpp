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

    WorkerOptions m_options;
    std::unique_ptr<LocalQueue> m_local;
    std::unique_ptr<Prefetch> m_prefetch;
    qint64 m_lastId = 0;

    void push(int count)
    {
        std::vector<Job> jobs(static_cast<size_t>(count));
        for (Job &job : jobs)
            job.info.id = ++m_lastId;
        (void)m_local->push(std::move(jobs));
    }
    [[nodiscard]] int jobs(int arriving = 0) { return m_prefetch->next(arriving, 0).jobs; }
    void fullRound(bool wasDry)
    {
        m_prefetch->onRoundBegins();
        m_prefetch->onRoundEnds({.isFull = true, .wasDry = wasDry});
    }

private slots:
    void init()
    {
        m_options.localQueueSize = kSize;
        m_local = std::make_unique<LocalQueue>(kConcurrency);
        m_prefetch = std::make_unique<Prefetch>(m_options, m_local.get(), nullptr);
    }

    void theLocalQueueIsFilledWhenItIsHalfEmpty()
    {
        QCOMPARE(jobs(), kSize);
        push(kSize / 2 + 1);
        QCOMPARE(jobs(), 0);
        QVERIFY(m_local->take(Place::Thread));
        QCOMPARE(jobs(), kSize / 2);
        QCOMPARE(jobs(1), 0);
        QVERIFY(m_prefetch->isDry() == false);
    }

    void handlersThatAreDoneFirstGetMoreAtOnceAndAhead()
    {
        fullRound(false);
        QVERIFY(m_prefetch->isBacklog());
        QCOMPARE(jobs(), kSize);
        // Again where it took so long that the round says nothing any more.
        const auto sizes = [this] {
            fullRound(true);
            return QList<int>{jobs(), jobs(4 * kSize), jobs(4 * kSize + 1)};
        };
        const QList<int> outrun{4 * kSize, 4 * kSize, 0};
        QVERIFY(QTest::qWaitFor([&] { return sizes() == outrun; }));
        QTRY_COMPARE(jobs(), kSize);
    }

    void resultsThatCannotBeWrittenStopIt()
    {
        constexpr int kMost = 10 * Releaser::kBatch;
        QCOMPARE(m_prefetch->next(0, kMost).jobs, kSize);
        QCOMPARE(m_prefetch->next(0, kMost + 1).jobs, 0);
        push(kSize);
        m_prefetch->onAnnounced();
        QVERIFY(m_prefetch->next(0, kMost).isExpress);
        QCOMPARE(m_prefetch->next(0, kMost + 1).jobs, 0);
    }

    void whatIsAnnouncedWhileThereIsNoRoomIsLookedForABit()
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

    void afterAnExpiryOnlyFreePlacesAreFilled()
    {
        push(kConcurrency);
        m_prefetch->onExpired();
        QVERIFY(m_prefetch->isHoarding());
        QCOMPARE(jobs(), 0);
        m_prefetch->onAnnounced();
        QCOMPARE(jobs(), 0);
        while (m_local->take(Place::Thread)) { } // the place is given up with the last
        QVERIFY(jobs() > 0);
        QVERIFY(!m_prefetch->isHoarding());
    }

    void theFirstRoundSaysNothingAboutHandlers()
    {
        fullRound(true);
        QVERIFY(m_prefetch->isBacklog());
        QCOMPARE(jobs(), kSize);
    }

    void aSmallRoundPutsNoExpressFetchOff()
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

    void tooManyAreNoticedWhenHandlersHaveBecomeSlow()
    {
        QSignalSpy tooMany(m_prefetch.get(), &Prefetch::tooManyWait);
        push(4 * kSize);
        m_prefetch->onPushed();
        QTRY_COMPARE(tooMany.count(), 1);
        QCOMPARE(tooMany.first().first().toInt(), kSize);
    }

    void tooManyDoNotKeepUrgentOnesOut()
    {
        QSignalSpy tooMany(m_prefetch.get(), &Prefetch::tooManyWait);
        push(4 * kSize);
        m_prefetch->onPushed();
        QCOMPARE(jobs(), 0);
        m_prefetch->onAnnounced();
        QCOMPARE(tooMany.count(), 1);
        (void)m_local->takeBeyond(kSize);
        const Prefetch::Size size = m_prefetch->next(0, 0);
        QVERIFY(size.isExpress);
        QVERIFY(size.jobs > 0);
        QVERIFY2(tooMany.count() == 1, "nor are they looked for again");
    }

    void withoutALocalQueueFreePlacesCount()
    {
        m_options.localQueueSize = 0;
        m_prefetch = std::make_unique<Prefetch>(m_options, m_local.get(), nullptr);
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
