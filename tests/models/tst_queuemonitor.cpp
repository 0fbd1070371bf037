#include "models/queuemonitor.h"

#include "tests/support/testdatabase.h"
#include "worker/db/migrator.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using yardmaster::test::TestDatabase;

namespace {

const QString kSchema = u"graphile_worker"_s;

std::optional<qint64> ready(const QueueMonitor &monitor)
{
    return monitor.counts().of(JobState::Ready).value;
}

} // namespace

class TestQueueMonitor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsFollowTheQueue();
    void burstOfChangesIsFewReads();
    void staleAnswerIsDropped();
    void pausedMonitorDoesNotAsk();
    void lostServerKeepsCountsAndRecovers();
    void unreachableServerIsTrouble();
    void schemaAppearsWhileWatching();
    void destructionDoesNotWaitForASlowServer();
};

void TestQueueMonitor::countsFollowTheQueue()
{
    const TestDatabase database = TestDatabase::createMigrated();
    QueueMonitor monitor;
    monitor.setInterval(20ms);
    QCOMPARE(monitor.state(), QueueMonitor::State::Idle);
    monitor.watch(database.settings(), kSchema);
    QCOMPARE(monitor.state(), QueueMonitor::State::Connecting);
    QCOMPARE(ready(monitor), std::nullopt);
    QTRY_COMPARE(monitor.state(), QueueMonitor::State::Live);
    QCOMPARE(ready(monitor), 0);
    QCOMPARE(monitor.server()->database, database.name());
    database.script("select graphile_worker.add_job('a');");
    QTRY_COMPARE(ready(monitor), 1);
    monitor.stop();
    QCOMPARE(monitor.state(), QueueMonitor::State::Idle);
}

void TestQueueMonitor::burstOfChangesIsFewReads()
{
    const TestDatabase database = TestDatabase::createMigrated();
    QueueMonitor monitor;
    monitor.setInterval(1h);
    monitor.watch(database.settings(), kSchema);
    QTRY_COMPARE(monitor.state(), QueueMonitor::State::Live);
    database.script("select graphile_worker.add_job('a');");
    const QSignalSpy reads(&monitor, &QueueMonitor::countsRead);
    for (int i = 0; i < 1000; ++i)
        monitor.refreshSoon();
    QTRY_COMPARE(ready(monitor), 1);
    QCOMPARE(reads.count(), 1);
}

void TestQueueMonitor::staleAnswerIsDropped()
{
    const TestDatabase first = TestDatabase::createMigrated();
    first.script("select graphile_worker.add_job('a') from generate_series(1, 5);");
    const TestDatabase second = TestDatabase::createMigrated();
    QueueMonitor monitor;
    QList<std::optional<qint64>> seen;
    connect(&monitor, &QueueMonitor::countsRead, this, [&] { seen << ready(monitor); });
    monitor.watch(first.settings(), kSchema);
    monitor.watch(second.settings(), kSchema); // the first answer is on its way
    QTRY_COMPARE(monitor.state(), QueueMonitor::State::Live);
    QCOMPARE(monitor.server()->database, second.name());
    monitor.refreshSoon();
    QTRY_COMPARE(seen.size(), 2);
    QCOMPARE(seen, (QList<std::optional<qint64>>{0, 0}));
}

void TestQueueMonitor::pausedMonitorDoesNotAsk()
{
    const TestDatabase database = TestDatabase::createMigrated();
    QueueMonitor monitor;
    monitor.setInterval(1h);
    monitor.watch(database.settings(), kSchema);
    QTRY_COMPARE(monitor.state(), QueueMonitor::State::Live);
    monitor.setPaused(true);
    const QSignalSpy reads(&monitor, &QueueMonitor::countsRead);
    database.script("select graphile_worker.add_job('a');");
    monitor.refreshSoon();
    monitor.setPaused(false); // reads at once
    QTRY_COMPARE(ready(monitor), 1);
    QCOMPARE(reads.count(), 1);
}

void TestQueueMonitor::lostServerKeepsCountsAndRecovers()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 3);");
    QueueMonitor monitor;
    monitor.setInterval(10ms);
    monitor.watch(database.settings(), kSchema);
    QTRY_COMPARE(ready(monitor), 3);

    QList<DbError::Kind> troubles;
    connect(&monitor, &QueueMonitor::stateChanged, this, [&] {
        if (monitor.state() != QueueMonitor::State::Trouble)
            return;
        troubles << monitor.error().kind;
        QCOMPARE(ready(monitor), 3);
        QVERIFY(monitor.readAt().isValid());
        QVERIFY(monitor.retryAt().isValid());
    });
    database.script("select pg_terminate_backend(pid) from pg_stat_activity "
                    "where datname = current_database() and application_name like '%console';");
    QTRY_VERIFY(!troubles.isEmpty());
    QCOMPARE(troubles.first(), DbError::Kind::ConnectionLost);
    QTRY_COMPARE(monitor.state(), QueueMonitor::State::Live);
    database.script("select graphile_worker.add_job('a');");
    QTRY_COMPARE(ready(monitor), 4);
}

void TestQueueMonitor::unreachableServerIsTrouble()
{
    ConnectionSettings nowhere;
    nowhere.set(u"host"_s, u"/nonexistent"_s);
    QueueMonitor monitor;
    QSignalSpy changes(&monitor, &QueueMonitor::stateChanged);
    monitor.watch(nowhere, kSchema);
    QTRY_COMPARE(monitor.state(), QueueMonitor::State::Trouble);
    QCOMPARE(monitor.error().kind, DbError::Kind::CannotConnect);
    QCOMPARE(ready(monitor), std::nullopt);
    QTRY_VERIFY(changes.count() >= 4); // and tries again, saying so
}

void TestQueueMonitor::schemaAppearsWhileWatching()
{
    const TestDatabase database = TestDatabase::createEmpty();
    QueueMonitor monitor;
    monitor.setInterval(20ms);
    monitor.watch(database.settings(), kSchema);
    QTRY_COMPARE(monitor.state(), QueueMonitor::State::Trouble);
    QCOMPARE(monitor.error().kind, DbError::Kind::SchemaMissing);
    QVERIFY(migrate(*database.session(), kSchema));
    QTRY_COMPARE(monitor.state(), QueueMonitor::State::Live);
    QCOMPARE(ready(monitor), 0);
}

void TestQueueMonitor::destructionDoesNotWaitForASlowServer()
{
    const TestDatabase database = TestDatabase::createMigrated();
    QElapsedTimer clock;
    {
        QueueMonitor monitor;
        monitor.setInterval(1ms);
        monitor.watch(database.settings(), kSchema);
        QTRY_COMPARE(monitor.state(), QueueMonitor::State::Live);
        // From now on every read waits for this lock, until its statement times out.
        const auto holder = database.session();
        QVERIFY(holder->script("begin; lock table graphile_worker._private_jobs"));
        monitor.setPaused(true);
        monitor.setPaused(false); // a read is under way
        QTRY_COMPARE(database.scalar("select count(*) from pg_stat_activity where "
                                     "datname = current_database() and wait_event_type = 'Lock'"),
                     u"1"_s);
        clock.start();
        monitor.stop();
        QVERIFY(clock.elapsed() < 2000); // the statement would take three seconds
    }
}

QTEST_GUILESS_MAIN(TestQueueMonitor)
#include "tst_queuemonitor.moc"
