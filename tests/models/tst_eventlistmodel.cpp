#include "models/eventlistmodel.h"

#include "worker/events/eventbus.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <thread>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Column = EventListModel::Column;

JobEvent job(qint64 id, int attempt = 1)
{
    JobEvent event;
    event.job.id = id;
    event.job.task = u"hello"_s;
    event.job.attempts = attempt;
    event.job.maxAttempts = 25;
    event.duration = 1500us;
    return event;
}

} // namespace

/// The path from the engine's signals to the rows of the table.
class TestEventListModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void startAndOutcomeAreOneRow();
    void outcomeChangesTheRowInPlace();
    void everyOutcomeHasItsWord();
    void lastLineOfOutputIsTheMessage();
    void newestIsOnTop();
    void oldRowsAreDroppedAndCounted();
    void floodBetweenTwoTakesReplacesEverything();
    void outcomeOfADroppedRowComesAsANewOne();
    void threadsMayReportAtTheSameTime();
    void hundredThousandEventsAreCheap();

private:
    [[nodiscard]] QString text(int row, Column column) const
    {
        return m_model->index(row, int(column)).data().toString();
    }
    void takeOver() { m_model->apply(m_feed->take()); }

    std::unique_ptr<EventFeed> m_feed;
    std::unique_ptr<EventBus> m_bus;
    std::unique_ptr<EventListModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestEventListModel::init()
{
    m_tester.reset();
    m_bus.reset(); // before the feed it reports to
    m_feed = std::make_unique<EventFeed>();
    m_bus = std::make_unique<EventBus>();
    m_feed->listenTo(m_bus.get());
    m_model = std::make_unique<EventListModel>();
    m_tester = std::make_unique<QAbstractItemModelTester>(
        m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestEventListModel::startAndOutcomeAreOneRow()
{
    Q_EMIT m_bus->jobStarted(job(7));
    Q_EMIT m_bus->jobSucceeded(job(7));
    takeOver();
    QCOMPARE(m_model->rowCount(), 1);
    QCOMPARE(text(0, Column::State), u"Completed"_s);
    QCOMPARE(text(0, Column::JobId), u"7"_s);
    QCOMPARE(text(0, Column::Attempt), u"1 of 25"_s);
    QCOMPARE(text(0, Column::Duration), u"1.50 ms"_s);
}

void TestEventListModel::outcomeChangesTheRowInPlace()
{
    Q_EMIT m_bus->jobStarted(job(7));
    Q_EMIT m_bus->jobStarted(job(8));
    takeOver();
    QCOMPARE(text(1, Column::State), u"Running"_s);
    QCOMPARE(text(1, Column::Duration), QString());
    const QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    const QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    Q_EMIT m_bus->jobSucceeded(job(7));
    takeOver();
    QCOMPARE(inserted.count(), 0);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(text(1, Column::State), u"Completed"_s);
    QCOMPARE(text(0, Column::State), u"Running"_s);
}

void TestEventListModel::everyOutcomeHasItsWord()
{
    JobEvent failed = job(1);
    failed.error = u"no such host\nat line 2"_s;
    Q_EMIT m_bus->jobFailed(failed);
    failed = job(2);
    failed.final = true;
    Q_EMIT m_bus->jobFailed(failed);
    Q_EMIT m_bus->jobInterrupted(job(3));
    Q_EMIT m_bus->jobLostLease(job(4));
    Q_EMIT m_bus->databaseTrouble(u"fetching jobs"_s,
                                  {DbError::Kind::ConnectionLost, {}, u"gone"_s});
    Q_EMIT m_bus->workerStarted(u"yardmaster-1"_s, {});
    takeOver();
    QCOMPARE(text(5, Column::State), u"Retrying"_s);
    QCOMPARE(text(5, Column::Message), u"no such host: at line 2"_s);
    QVERIFY(m_model->index(5, int(Column::Message))
                .data(Qt::ToolTipRole)
                .toString()
                .contains(u"at line 2"_s));
    QCOMPARE(text(4, Column::State), u"Failed for good"_s);
    QCOMPARE(text(3, Column::State), u"Given back"_s);
    QCOMPARE(text(2, Column::State), u"Lost its lock"_s);
    QCOMPARE(text(1, Column::Message), u"fetching jobs: gone"_s);
    QCOMPARE(text(1, Column::JobId), QString());
    QCOMPARE(text(0, Column::Message), u"started as yardmaster-1"_s);
    QVERIFY(m_model->hasRuns());
}

void TestEventListModel::lastLineOfOutputIsTheMessage()
{
    Q_EMIT m_bus->jobStarted(job(7));
    takeOver();
    Q_EMIT m_bus->jobOutput(job(7).job, u"one"_s, false);
    Q_EMIT m_bus->jobOutput(job(7).job, u"two"_s, true);
    takeOver();
    QCOMPARE(m_model->rowCount(), 1);
    QCOMPARE(text(0, Column::State), u"Running"_s);
    QCOMPARE(text(0, Column::Message), u"two"_s);
    Q_EMIT m_bus->jobSucceeded(job(7));
    takeOver();
    QCOMPARE(text(0, Column::Message), u"two"_s);
    Q_EMIT m_bus->jobOutput(job(7).job, u"too late"_s, false);
    takeOver();
    QCOMPARE(m_model->rowCount(), 1);
    QCOMPARE(text(0, Column::Message), u"two"_s);
}

void TestEventListModel::newestIsOnTop()
{
    for (const qint64 id : {1, 2, 3})
        Q_EMIT m_bus->jobSucceeded(job(id));
    takeOver();
    Q_EMIT m_bus->jobSucceeded(job(4));
    takeOver();
    QCOMPARE(text(0, Column::JobId), u"4"_s);
    QCOMPARE(text(3, Column::JobId), u"1"_s);
}

void TestEventListModel::oldRowsAreDroppedAndCounted()
{
    constexpr int kRows = int(EventFeed::kCapacity);
    for (qint64 id = 1; id <= kRows + 10; ++id) {
        Q_EMIT m_bus->jobSucceeded(job(id));
        if (id % 1000 == 0)
            takeOver();
    }
    takeOver();
    QCOMPARE(m_model->rowCount(), kRows);
    QCOMPARE(m_model->dropped(), 10);
    QCOMPARE(text(0, Column::JobId), QString::number(kRows + 10));
    QCOMPARE(text(kRows - 1, Column::JobId), u"11"_s);
}

void TestEventListModel::floodBetweenTwoTakesReplacesEverything()
{
    Q_EMIT m_bus->jobStarted(job(1)); // its outcome is lost in the flood
    takeOver();
    Q_EMIT m_bus->jobSucceeded(job(1));
    for (qint64 id = 2; id <= 5000; ++id)
        Q_EMIT m_bus->jobSucceeded(job(id));
    takeOver();
    QCOMPARE(m_model->rowCount(), int(EventFeed::kCapacity));
    QCOMPARE(m_model->dropped(), 1 + 5000 - qint64(EventFeed::kCapacity));
    for (int row = 0; row < m_model->rowCount(); ++row)
        QCOMPARE(text(row, Column::State), u"Completed"_s);
}

void TestEventListModel::outcomeOfADroppedRowComesAsANewOne()
{
    Q_EMIT m_bus->jobStarted(job(1));
    takeOver();
    for (qint64 id = 2; id <= qint64(EventFeed::kCapacity) + 1; ++id)
        Q_EMIT m_bus->jobSucceeded(job(id));
    takeOver();
    QCOMPARE(m_feed->take().running, 1);
    Q_EMIT m_bus->jobSucceeded(job(1));
    takeOver();
    QCOMPARE(text(0, Column::JobId), u"1"_s);
    QCOMPARE(m_model->rowCount(), int(EventFeed::kCapacity));
}

void TestEventListModel::threadsMayReportAtTheSameTime()
{
    constexpr int kThreads = 4;
    constexpr int kJobs = 2000;
    std::vector<std::jthread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([this, t] {
            for (int i = 0; i < kJobs; ++i) {
                const JobEvent event = job(1 + t * kJobs + i);
                Q_EMIT m_bus->jobStarted(event);
                Q_EMIT m_bus->jobSucceeded(event);
            }
        });
    }
    for (int i = 0; i < 20; ++i)
        takeOver();
    threads.clear(); // joins
    const EventFeed::Batch rest = m_feed->take();
    QCOMPARE(rest.totals.completed, kThreads * kJobs);
    QCOMPARE(rest.running, 0);
}

void TestEventListModel::hundredThousandEventsAreCheap()
{
    m_tester.reset(); // it looks at every row again after every change
    QElapsedTimer clock;
    clock.start();
    qint64 applied = 0;
    for (qint64 id = 1; id <= 50000; ++id) {
        Q_EMIT m_bus->jobStarted(job(id));
        Q_EMIT m_bus->jobSucceeded(job(id));
        if (id % 1000 == 0) {
            QElapsedTimer apply;
            apply.start();
            takeOver();
            applied = std::max(applied, apply.nsecsElapsed());
        }
    }
    qInfo("100,000 events in %lld ms; the GUI thread's longest pause %.2f ms",
          static_cast<long long>(clock.elapsed()), double(applied) / 1e6);
    QCOMPARE(m_model->rowCount(), int(EventFeed::kCapacity));
    QVERIFY(applied < 100'000'000); // generous, for loaded and instrumented machines
}

QTEST_GUILESS_MAIN(TestEventListModel)
#include "tst_eventlistmodel.moc"
