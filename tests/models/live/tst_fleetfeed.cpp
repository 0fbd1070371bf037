#include "models/live/fleetfeed.h"
#include "models/live/livefeed.h"
#include "tests/models/history/historyfixture.h"
#include "tests/models/live/livefixture.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// What the history tells of all workers, as lines of the live view.
class TestFleetFeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachRunIsToldOnce();
    void lateCommitsAreSeen();
    void runsBecomeLines();
    void ownRunsAreLeftOut();
};

void TestFleetFeed::eachRunIsToldOnce()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto session = database.session();
    RecentRuns recent(kSchema);
    const auto look = [&] {
        const auto news = recent.look(*session);
        if (!news)
            qFatal("%s", qUtf8Printable(news.error().message));
        return *news;
    };
    QVERIFY(!look().presence.isThere);
    installHistoryIn(database);
    recordRuns(database);
    const RecentRuns::News first = look();
    QVERIFY(first.presence.isReadable());
    QCOMPARE(first.runs.size(), 29);
    QCOMPARE(first.runs.first().id, 1); // the oldest first
    QCOMPARE(first.runs.last().id, 26);
    QVERIFY(look().runs.isEmpty());
    fetchJobs(database, "id = 27", "web-3");
    deleteJobs(database, "id = 27");
    const RecentRuns::News third = look();
    QCOMPARE(third.runs.size(), 1);
    QCOMPARE(third.runs.first().worker, u"web-3"_s);
    QVERIFY(look().runs.isEmpty());
}

void TestFleetFeed::lateCommitsAreSeen()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    database.script("select graphile_worker.add_job('t') from generate_series(1, 2)");
    fetchJobs(database, "true", "w");
    RecentRuns recent(kSchema);
    const auto session = database.session();
    const auto slow = database.session();
    QVERIFY(slow->script("begin"));
    QVERIFY(slow->script("delete from graphile_worker._private_jobs where id = 1"));
    deleteJobs(database, "id = 2"); // later, and committed earlier
    QCOMPARE(recent.look(*session)->runs.size(), 1);
    QVERIFY(slow->script("commit"));
    const auto late = recent.look(*session);
    QCOMPARE(late->runs.size(), 1);
    QCOMPARE(late->runs.first().id, 1);
}

void TestFleetFeed::runsBecomeLines()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    recordRuns(database);
    const auto feed = std::make_shared<LiveFeed>();
    FleetFeed fleet(SessionPool(database.settings()), kSchema, feed);
    QVERIFY(!fleet.isFollowing());
    fleet.setPaused(false);
    QTRY_VERIFY(fleet.isFollowing());
    const auto lines = feed->take(LiveDetail::Runs, 1000).lines;
    QCOMPARE(lines.size(), 29U);
    QCOMPARE(lines.front().kind, LiveKind::Retrying);
    QCOMPARE(lines.front().worker, u"web-1"_s);
    QCOMPARE(lines.front().message, u"connect ETIMEDOUT 10.0.0.1:5432"_s);
    QCOMPARE(lines.front().source, LiveSource::Fleet);
    QVERIFY(lines.front().duration >= std::chrono::seconds(2));
    QCOMPARE(lines[1].kind, LiveKind::Completed);
    QCOMPARE(lines[2].kind, LiveKind::Removed);
    QCOMPARE(lines[2].message, u"Removed by hand"_s);
    // Those that come while it looks.
    fetchJobs(database, "id = 27", "web-3");
    deleteJobs(database, "id = 27");
    QTRY_COMPARE(feed->waiting(LiveDetail::Runs).count(), 1U);
}

void TestFleetFeed::ownRunsAreLeftOut()
{
    LiveFeed feed;
    feed.onStarted(jobEvent(1));
    PastRun run;
    run.id = 1;
    run.attempt = 1;
    run.outcome = PastOutcome::Succeeded;
    feed.onFleet(run);
    QCOMPARE(feed.take(LiveDetail::Runs, 10).lines.size(), 1U);
    run.attempt = 2; // another worker's
    feed.onFleet(run);
    QCOMPARE(feed.take(LiveDetail::Runs, 10).lines.size(), 1U);
}

YARDMASTER_TEST(TestFleetFeed)
#include "tst_fleetfeed.moc"
