#include "models/live/livelistener.h"

#include "tests/models/live/livefixture.h"
#include "tests/support/testprogram.h"

#include <QMetaMethod>
#include <QTest>

#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// From the engine's signals to the lines of the live view.
class TestLiveFeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_listener.reset();
        m_bus = std::make_unique<EventBus>();
        m_feed = std::make_shared<LiveFeed>();
        m_listener = std::make_unique<LiveListener>(m_bus.get(), m_feed);
    }
    void everySignalIsConnected();
    void everyEventHasAMessage();
    void runIsOneLineOrMany();
    void failureIsShownOnce();
    void longRunIsNotForgotten();
    void noticesInARowAreOneLine();
    void noticeOfOldRevisionsCountsAsOne();
    void threadsMayReportAtTheSameTime();
    void listenerCanBeDeletedWhileThreadsReport();

private:
    [[nodiscard]] std::deque<LiveLine> lines(LiveDetail detail)
    {
        return m_feed->take(detail, 1000000).lines;
    }

    std::unique_ptr<EventBus> m_bus;
    std::shared_ptr<LiveFeed> m_feed;
    std::unique_ptr<LiveListener> m_listener;
};

/// A signal that is added to the bus is not left out here.
void TestLiveFeed::everySignalIsConnected()
{
    class Bus : public QObject
    {
    public:
        static int receiversOf(const QObject *bus, const QByteArray &signal)
        {
            return (bus->*(&Bus::receivers))(signal.constData());
        }
    };
    const QMetaObject &meta = EventBus::staticMetaObject;
    int signalCount = 0;
    for (int i = meta.methodOffset(); i < meta.methodCount(); ++i) {
        const QMetaMethod method = meta.method(i);
        if (method.methodType() != QMetaMethod::Signal
            || (method.attributes() & QMetaMethod::Cloned) != 0) // leaves out default arguments
            continue;
        ++signalCount;
        const QByteArray signal = '2' + method.methodSignature();
        QVERIFY2(Bus::receiversOf(m_bus.get(), signal) > 0, signal.constData());
    }
    QVERIFY(signalCount > 40);
}

void TestLiveFeed::everyEventHasAMessage()
{
    const QString worker = u"yardmaster-1"_s;
    const auto now = QDateTime::currentDateTimeUtc();
    CronEvent cron{worker, now, false, {{u"nightly"_s, u"clean"_s, CronRun::Outcome::Added, 7}}};
    CronEvent refused{
        worker, now, false, {{u"nightly"_s, u"clean"_s, CronRun::Outcome::Failed, 0, u"no"_s}}};
    Q_EMIT m_bus->poolCreated(worker, u"graphile_worker"_s, 4);
    Q_EMIT m_bus->workerStarted(worker, {u"hello"_s});
    Q_EMIT m_bus->listenConnecting(worker, 1);
    Q_EMIT m_bus->listenSucceeded(worker);
    Q_EMIT m_bus->listenNotified(worker, u"jobs:insert"_s, u"{}"_s);
    Q_EMIT m_bus->listenFailed(worker, dbError(u"gone"_s));
    Q_EMIT m_bus->listenReleased(worker);
    Q_EMIT m_bus->localQueueCreated(worker, 500);
    Q_EMIT m_bus->localQueueModeChanged(worker, LocalQueueMode::Starting, LocalQueueMode::Polling);
    Q_EMIT m_bus->refetchDelayStarted(worker, {1, 2, 30ms, 4});
    Q_EMIT m_bus->refetchDelayAborted(worker, 5, 4);
    Q_EMIT m_bus->refetchDelayExpired(worker);
    Q_EMIT m_bus->fetchStarted(worker);
    Q_EMIT m_bus->fetchFailed(worker, dbError(u"broken"_s));
    Q_EMIT m_bus->fetchFoundNothing(worker);
    Q_EMIT m_bus->jobsFetched(worker, {jobEvent(1).job});
    Q_EMIT m_bus->jobsReturned(worker, {jobEvent(1).job, jobEvent(2).job});
    Q_EMIT m_bus->cronStarting(worker, now);
    Q_EMIT m_bus->cronStarted(worker, now);
    Q_EMIT m_bus->cronBackfill(cron);
    Q_EMIT m_bus->cronPrematureTimer(worker, now, now);
    Q_EMIT m_bus->cronOverdueTimer(worker, now, now);
    Q_EMIT m_bus->cronSchedule(cron);
    Q_EMIT m_bus->cronScheduled(cron);
    Q_EMIT m_bus->cronScheduled(refused);
    Q_EMIT m_bus->cronReloaded(worker, {u"a"_s, u"b"_s}, {u"b"_s}, {u"c"_s});
    Q_EMIT m_bus->cronReloadFailed(worker, {u"line 1: what"_s});
    Q_EMIT m_bus->staleLockResetStarted(worker);
    Q_EMIT m_bus->staleLockResetSucceeded(worker, 3, 1s);
    Q_EMIT m_bus->staleLockResetFailed(worker, dbError(u"denied"_s), 1s);
    Q_EMIT m_bus->workerRecovered({worker, {u"dead-1"_s}, 9});
    Q_EMIT m_bus->databaseTrouble(u"fetching jobs"_s, dbError(u"away"_s));
    Q_EMIT m_bus->databaseRecovered(u"fetching jobs"_s);
    Q_EMIT m_bus->stopRequested(worker);
    Q_EMIT m_bus->signalReceived(Shutdown::Graceful, u"SIGTERM"_s);
    Q_EMIT m_bus->shutdownStarted(worker, Shutdown::Graceful, u"SIGTERM"_s);
    Q_EMIT m_bus->shutdownFailed(worker, Shutdown::Forceful, dbError(u"unwritten"_s));
    Q_EMIT m_bus->shutdownCompleted(worker, Shutdown::Graceful);
    Q_EMIT m_bus->poolFailed(worker, dbError(u"fatal"_s), u"starting"_s);
    Q_EMIT m_bus->workerReleased(worker);
    Q_EMIT m_bus->workerStopped(worker, u"fatal"_s);
    Q_EMIT m_bus->poolReleased(worker);
    const auto all = lines(LiveDetail::Events);
    QCOMPARE(all.size(), std::size_t{42});
    for (const LiveLine &line : all) {
        QVERIFY2(!line.message.isEmpty(), line.event.data());
        QVERIFY2(!line.message.contains(u'%'), qPrintable(line.message));
        QVERIFY(line.time > 0);
        QVERIFY(!line.isRun());
    }
    const auto runs = lines(LiveDetail::Runs);
    QVERIFY(runs.size() < all.size());
    const auto said = [&runs](LiveKind kind, const QString &text) {
        return std::any_of(runs.begin(), runs.end(), [&](const LiveLine &line) {
            return line.kind == kind && line.message.contains(text);
        });
    };
    QVERIFY(said(LiveKind::Worker, u"started as yardmaster-1, tasks: hello"_s));
    QVERIFY(said(LiveKind::Cron, u"nightly added as job 7"_s));
    QVERIFY(said(LiveKind::CronTrouble, u"nightly refused: no"_s));
    QVERIFY(said(LiveKind::Cron, u"entries: 2 · new: b · removed: c"_s));
    QVERIFY(said(LiveKind::CronTrouble, u"keeps the old crontab: line 1: what"_s));
    QVERIFY(said(LiveKind::Recovery, u"stale: dead-1"_s));
    QVERIFY(said(LiveKind::Trouble, u"fetching jobs: away"_s));
    QVERIFY(said(LiveKind::Recovered, u"fetching jobs"_s));
    QVERIFY(said(LiveKind::Fetching, u"before they started: 2"_s));
    QVERIFY(said(LiveKind::Trouble, u"stopped: fatal"_s));
    QVERIFY(!said(LiveKind::Fetching, u"fetching jobs"_s));
}

void TestLiveFeed::runIsOneLineOrMany()
{
    const JobEvent job = jobEvent(7);
    Q_EMIT m_bus->jobStarted(job);
    Q_EMIT m_bus->jobOutput(job.job, u"working"_s, false);
    Q_EMIT m_bus->jobOutput(job.job, u"oops"_s, true);
    Q_EMIT m_bus->jobProgressed({job.job, 0.5, u"half"_s, {}});
    Q_EMIT m_bus->jobSucceeded(job);
    Q_EMIT m_bus->jobCompleted(job);
    const auto runs = lines(LiveDetail::Runs);
    QCOMPARE(runs.size(), std::size_t{1});
    QCOMPARE(runs.front().kind, LiveKind::Completed);
    QCOMPARE(runs.front().duration, 1500us);
    QCOMPARE(runs.front().message, u"50 % · half"_s);
    QList<LiveKind> kinds;
    for (const LiveLine &line : lines(LiveDetail::Events))
        kinds << line.kind;
    QCOMPARE(kinds,
             (QList{LiveKind::Started, LiveKind::Output, LiveKind::ErrorOutput, LiveKind::Progress,
                    LiveKind::Succeeded, LiveKind::Completed}));
    // Output of a child that outlives the run makes no new run.
    Q_EMIT m_bus->jobOutput(job.job, u"late"_s, false);
    QVERIFY(lines(LiveDetail::Runs).empty());
}

void TestLiveFeed::failureIsShownOnce()
{
    JobEvent job = jobEvent(7);
    job.error = u"no such host"_s;
    job.retryAt = QDateTime::currentDateTimeUtc().addSecs(3);
    Q_EMIT m_bus->jobStarted(jobEvent(7));
    Q_EMIT m_bus->jobErrored(job);
    Q_EMIT m_bus->jobFailed(job);
    Q_EMIT m_bus->jobCompleted(job);
    auto runs = lines(LiveDetail::Runs);
    QCOMPARE(runs.size(), std::size_t{1});
    QCOMPARE(runs.front().kind, LiveKind::Retrying);
    QCOMPARE(runs.front().message, u"no such host"_s);
    Q_EMIT m_bus->jobInterrupted(jobEvent(8));
    Q_EMIT m_bus->jobSnoozed(jobEvent(9));
    Q_EMIT m_bus->jobLostLease(jobEvent(10));
    job.final = true;
    Q_EMIT m_bus->jobFailed(job);
    runs = lines(LiveDetail::Runs);
    QCOMPARE(runs.size(), std::size_t{4});
    QCOMPARE(runs[0].kind, LiveKind::GivenBack);
    QCOMPARE(runs[1].kind, LiveKind::GivenBack);
    QCOMPARE(runs[2].kind, LiveKind::LostLease);
    QCOMPARE(runs[3].kind, LiveKind::FailedForGood);
}

void TestLiveFeed::longRunIsNotForgotten()
{
    Q_EMIT m_bus->jobStarted(jobEvent(1));
    QCOMPARE(lines(LiveDetail::Runs).size(), std::size_t{1});
    for (quint64 i = 0; i < LiveBuffer::kCapacity; ++i)
        Q_EMIT m_bus->jobCompleted(jobEvent(2));
    Q_EMIT m_bus->jobCompleted(jobEvent(1)); // its line is gone
    const LiveFeed::Waiting waiting = m_feed->waiting(LiveDetail::Runs);
    QCOMPARE(waiting.next, LiveBuffer::kCapacity + 2);
    QCOMPARE(waiting.first, quint64{2});
    const auto runs = lines(LiveDetail::Runs);
    QCOMPARE(runs.back().jobId, 1);
    QCOMPARE(runs.back().kind, LiveKind::Completed);
}

void TestLiveFeed::noticesInARowAreOneLine()
{
    m_feed->onNotice(u"jobs:insert"_s, u"{\"r\":0.1,\"count\":3}"_s);
    m_feed->onNotice(u"jobs:insert"_s, u"{\"r\":0.2,\"count\":4}"_s);
    m_feed->onNotice(u"jobs:insert"_s, u"{\"r\":0.3,\"count\":-1}"_s);
    m_feed->onNotice(u"jobs:insert"_s, u"{\"r\":0.3,\"count\":2,\"turn\":\"w\"}"_s);
    m_feed->onNotice(u"worker:migrate"_s, u"{\"migrationNumber\":19,\"breaking\":true}"_s);
    m_feed->onNotice(u"jobs:insert"_s, u"{\"r\":0.4,\"count\":1}"_s);
    const auto runs = lines(LiveDetail::Runs);
    QCOMPARE(runs.size(), std::size_t{3});
    QCOMPARE(runs[0].message, u"jobs added: 7 · jobs removed: 1 · announcements: 3"_s);
    QCOMPARE(runs[0].source, LiveSource::Database);
    QCOMPARE(runs[1].kind, LiveKind::Migrated);
    QVERIFY(runs[1].message.contains(u"revision 19"_s));
    QCOMPARE(runs[2].message, u"jobs added: 1"_s);
    QCOMPARE(lines(LiveDetail::Events).size(), std::size_t{5});
    // A line that was shown already does not change under the reader.
    m_feed->onNotice(u"jobs:insert"_s, u"{\"r\":0.5,\"count\":1}"_s);
    QCOMPARE(lines(LiveDetail::Runs).size(), std::size_t{1});
}

void TestLiveFeed::noticeOfOldRevisionsCountsAsOne()
{
    m_feed->onNotice(u"jobs:insert"_s, {});
    m_feed->onNotice(u"worker:migrate"_s, u"garbage"_s);
    const auto runs = lines(LiveDetail::Runs);
    QCOMPARE(runs[0].message, u"jobs added: 1"_s);
    QVERIFY(!runs[1].message.isEmpty());
}

void TestLiveFeed::threadsMayReportAtTheSameTime()
{
    constexpr int kThreads = 4;
    constexpr int kJobs = 2000;
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([this, thread] {
            for (int i = 1; i <= kJobs; ++i) {
                const JobEvent job = jobEvent(thread * kJobs + i);
                Q_EMIT m_bus->jobStarted(job);
                Q_EMIT m_bus->jobCompleted(job);
            }
        });
    }
    threads.clear();
    const auto runs = lines(LiveDetail::Runs);
    QCOMPARE(runs.size(), std::size_t(kThreads * kJobs));
    for (const LiveLine &line : runs)
        QCOMPARE(line.kind, LiveKind::Completed);
    QCOMPARE(m_feed->waiting(LiveDetail::Events).next, quint64(2 * kThreads * kJobs));
}

void TestLiveFeed::listenerCanBeDeletedWhileThreadsReport()
{
    std::jthread thread([this](const std::stop_token &stop) {
        while (!stop.stop_requested())
            Q_EMIT m_bus->jobCompleted(jobEvent(1));
    });
    QTRY_VERIFY_WITH_TIMEOUT(m_feed->waiting(LiveDetail::Runs).next > 0, 60000);
    for (int i = 0; i < 200; ++i) {
        auto feed = std::make_shared<LiveFeed>();
        const LiveListener listener(m_bus.get(), std::move(feed));
    }
    thread.request_stop();
    thread.join();
}

YARDMASTER_TEST(TestLiveFeed)
#include "tst_livefeed.moc"
