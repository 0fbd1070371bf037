#include "models/console/queuemonitor.h"

#include "models/console/jobcountspoller.h"
#include "models/session/reachability.h"

#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include <yardmaster/migrator.h>

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using yardmaster::test::TestDatabase;

namespace {

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
    void aMissingTableIsSaid();
    void destructionDoesNotWaitForASlowServer();
    void slowCountsNeitherDelayNorHideTheOthers();
    void numbersBeyondTheCapAreCountedInTheBackground();
    void itFollowsWhetherTheServerCanBeWritten();
    void aLateServerIsAnnounced();
};

void TestQueueMonitor::countsFollowTheQueue()
{
    const TestDatabase database = TestDatabase::createMigrated();
    QueueMonitor monitor;
    monitor.setInterval(20ms);
    QCOMPARE(monitor.state(), QueueMonitor::State::Idle);
    monitor.watch(SessionPool(database.settings()), kSchema);
    QCOMPARE(monitor.state(), QueueMonitor::State::Connecting);
    QCOMPARE(ready(monitor), std::nullopt);
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Live, 60000);
    QCOMPARE(ready(monitor), 0);
    QCOMPARE(monitor.server()->database, database.name());
    database.script("select graphile_worker.add_job('a');");
    QTRY_COMPARE_WITH_TIMEOUT(ready(monitor), 1, 60000);
    monitor.stop();
    QCOMPARE(monitor.state(), QueueMonitor::State::Idle);
}

void TestQueueMonitor::burstOfChangesIsFewReads()
{
    const TestDatabase database = TestDatabase::createMigrated();
    QueueMonitor monitor;
    monitor.setInterval(1h);
    monitor.watch(SessionPool(database.settings()), kSchema);
    QTRY_VERIFY_WITH_TIMEOUT(monitor.takenReadAt().isValid(), 60000);
    QCOMPARE(monitor.state(), QueueMonitor::State::Live);
    database.script("select graphile_worker.add_job('a');");
    const QSignalSpy reads(&monitor, &QueueMonitor::countsRead);
    for (int i = 0; i < 1000; ++i)
        monitor.refreshSoon();
    QTRY_COMPARE_WITH_TIMEOUT(ready(monitor), 1, 60000);
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
    monitor.watch(SessionPool(first.settings()), kSchema);
    monitor.watch(SessionPool(second.settings()), kSchema); // the first answer is on its way
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Live, 60000);
    QCOMPARE(monitor.server()->database, second.name());
    const auto known = seen.size();
    monitor.refreshSoon();
    QTRY_VERIFY_WITH_TIMEOUT(seen.size() > known, 60000);
    QCOMPARE(seen.count(0), seen.size());
}

void TestQueueMonitor::pausedMonitorDoesNotAsk()
{
    const TestDatabase database = TestDatabase::createMigrated();
    QueueMonitor monitor;
    monitor.setInterval(1h);
    monitor.watch(SessionPool(database.settings()), kSchema);
    QTRY_VERIFY_WITH_TIMEOUT(monitor.takenReadAt().isValid(), 60000);
    QCOMPARE(monitor.state(), QueueMonitor::State::Live);
    monitor.setPaused(true);
    const QSignalSpy reads(&monitor, &QueueMonitor::countsRead);
    database.script("select graphile_worker.add_job('a');");
    monitor.refreshSoon();
    monitor.setPaused(false); // reads at once
    QTRY_COMPARE_WITH_TIMEOUT(ready(monitor), 1, 60000);
    QCOMPARE(reads.count(), 1);
}

void TestQueueMonitor::lostServerKeepsCountsAndRecovers()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 3);");
    QueueMonitor monitor;
    monitor.setInterval(10ms);
    monitor.watch(SessionPool(database.settings()), kSchema);
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
    database.refuse("yardmaster console");
    // At first it may say that the session was lost, as whoever notices that says so at once.
    QTRY_VERIFY(troubles.contains(DbError::Kind::CannotConnect));
    database.admit();
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Live, 60000);
    database.script("select graphile_worker.add_job('a');");
    QTRY_COMPARE(ready(monitor), 4);
}

void TestQueueMonitor::unreachableServerIsTrouble()
{
    ConnectionSettings nowhere;
    nowhere.set(u"host"_s, u"/nonexistent"_s);
    QueueMonitor monitor;
    QSignalSpy changes(&monitor, &QueueMonitor::stateChanged);
    monitor.watch(SessionPool(nowhere), kSchema);
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
    monitor.watch(SessionPool(database.settings()), kSchema);
    QTRY_COMPARE(monitor.state(), QueueMonitor::State::Trouble);
    QCOMPARE(monitor.error().kind, DbError::Kind::SchemaMissing);
    QVERIFY(migrate(*database.session(), kSchema));
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Live, 60000);
    QCOMPARE(ready(monitor), 0);
}

/// From the first reading on that finds it missing.
void TestQueueMonitor::aMissingTableIsSaid()
{
    const TestDatabase database = TestDatabase::createMigrated();
    QueueMonitor monitor;
    monitor.setInterval(10ms);
    monitor.watch(SessionPool(database.settings()), kSchema);
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Live, 60000);
    QList<DbError> troubles;
    connect(&monitor, &QueueMonitor::stateChanged, this, [&] {
        if (monitor.state() == QueueMonitor::State::Trouble)
            troubles << monitor.error();
    });
    database.script("alter table graphile_worker._private_jobs rename to gone");
    QTRY_VERIFY_WITH_TIMEOUT(troubles.size() >= 2, 60000);
    for (const DbError &error : std::as_const(troubles)) {
        QCOMPARE(error.kind, DbError::Kind::Statement); // nothing to be installed
        QVERIFY2(error.message.contains(u"_private_jobs is missing"_s),
                 qUtf8Printable(error.message));
    }
    database.script("alter table graphile_worker.gone rename to _private_jobs");
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Live, 60000);
}

void TestQueueMonitor::destructionDoesNotWaitForASlowServer()
{
    const TestDatabase database = TestDatabase::createMigrated();
    QElapsedTimer clock;
    {
        QueueMonitor monitor;
        monitor.setInterval(1ms);
        monitor.watch(SessionPool(database.settings()), kSchema);
        QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Live, 60000);
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

/// Counting the taken jobs fails by its time limit as on a table that is too big; the others go on.
void TestQueueMonitor::slowCountsNeitherDelayNorHideTheOthers()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a');"
                    "select graphile_worker.add_job('b', run_at := now() + interval '1 hour');"
                    "select graphile_worker.add_job('c', max_attempts := 1);"
                    "update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1");
    // Who reads a row that cannot run waits; the index of those that can does not lead to it.
    const QByteArray role = "reader_" + database.name().toUtf8();
    database.script(
        "create function crawl() returns boolean language plpgsql volatile cost 1000000 "
        "as 'begin perform pg_sleep(20); return true; end'");
    database.script("create role " + role + " login; grant usage on schema graphile_worker to "
                    + role + "; grant select on all tables in schema graphile_worker to " + role
                    + "; create policy crawling on graphile_worker._private_jobs for select to "
                    + role + " using (is_available or crawl())");
    ConnectionSettings settings = database.settings();
    settings.set(u"user"_s, QString::fromUtf8(role));
    QueueMonitor monitor;
    monitor.setInterval(20ms);
    QList<bool> isTooSlow;
    connect(&monitor, &QueueMonitor::countsRead, this,
            [&] { isTooSlow << monitor.isTakenTooSlow(); });
    monitor.watch(SessionPool(settings), kSchema);
    QTRY_COMPARE_WITH_TIMEOUT(ready(monitor), 1, 60000);
    QTRY_COMPARE_WITH_TIMEOUT(monitor.counts().of(JobState::Scheduled), Count{1}, 60000);
    QCOMPARE(monitor.counts().of(JobState::Running), Count{});
    QVERIFY(monitor.readAt(JobState::Scheduled).isValid());
    QVERIFY(!monitor.readAt(JobState::Running).isValid());
    QCOMPARE(isTooSlow.first(), false); // it had not been waited for
    QTRY_VERIFY_WITH_TIMEOUT(monitor.isTakenTooSlow(), 60000);
    QCOMPARE(monitor.state(), QueueMonitor::State::Live);
    database.script("insert into graphile_worker._private_jobs (task_id) "
                    "select min(id) from graphile_worker._private_tasks");
    QTRY_COMPARE_WITH_TIMEOUT(ready(monitor), 2, 60000);
    QVERIFY(!monitor.takenReadAt().isValid());
}

void TestQueueMonitor::numbersBeyondTheCapAreCountedInTheBackground()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('a', queue_name := case when n <= 150 then 'q' end)"
        " from generate_series(1, 12000) as n;"
        "update graphile_worker._private_job_queues set locked_by = 'w', locked_at = now();");
    const SessionPool sessions(database.settings());
    JobCountsPoller counts(sessions, kSchema);
    counts.setInterval(10ms);
    QueueMonitor monitor;
    monitor.setInterval(20ms);
    monitor.improveBy(&counts);
    monitor.watch(sessions, kSchema);
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Live, 60000);
    QCOMPARE(monitor.counts().of(JobState::Ready).precision, Count::AtLeast);

    const QSignalSpy reads(&counts, &JobCountsPoller::read);
    counts.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(reads.count() > 0, 60000);
    QCOMPARE(monitor.counts().of(JobState::Ready), Count{11850});
    QCOMPARE(monitor.counts().of(JobState::Blocked), Count{150});
    QCOMPARE(monitor.readAt(JobState::Ready), counts.latest()->countedAt);

    // A number that can be counted live is not the one of before.
    counts.setPaused(true);
    database.script("delete from graphile_worker._private_jobs where id > 200");
    QTRY_COMPARE_WITH_TIMEOUT(ready(monitor), 50, 60000);
    QVERIFY(monitor.readAt(JobState::Ready) > counts.latest()->countedAt);
}

/// Settings of databases do not apply to sessions that have begun.
void TestQueueMonitor::itFollowsWhetherTheServerCanBeWritten()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto alter = [&database](const QByteArray &what) {
        database.script("alter database " + database.name().toUtf8() + ' ' + what);
    };
    const SessionPool sessions(database.settings());
    QueueMonitor monitor;
    monitor.setInterval(20ms);
    int news = 0;
    connect(&monitor, &QueueMonitor::stateChanged, this, [&] { ++news; });
    monitor.watch(sessions, kSchema);
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Live, 60000);
    QVERIFY(!monitor.server()->writing.isReadOnly);
    news = 0;
    alter("set default_transaction_read_only = on");
    QTRY_VERIFY_WITH_TIMEOUT(monitor.server()->writing.isReadOnly, 60000);
    QCOMPARE(monitor.server()->restrictions.first().kind, Restriction::Kind::ReadOnly);
    QVERIFY(news > 0);
    WorkQueue queue(sessions, SessionPool::Use::Foreground);
    const auto refused
        = queue.run([](Session &session) { return session.script("create table t ()"); }).result();
    QVERIFY(!refused);
    QCOMPARE(refused.error().sqlState, u"25006"_s);
    news = 0;
    alter("reset default_transaction_read_only");
    QTRY_VERIFY_WITH_TIMEOUT(!monitor.server()->writing.isReadOnly, 60000);
    QVERIFY(news > 0 && monitor.server()->restrictions.isEmpty());
    QVERIFY(
        queue.run([](Session &session) { return session.script("create table t ()"); }).result());
}

void TestQueueMonitor::aLateServerIsAnnounced()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const SessionPool sessions(database.settings());
    const Reachability *server = sessions.reachability();
    const QSignalSpy lost(server, &Reachability::lost);
    const QSignalSpy recovered(server, &Reachability::recovered);
    QueueMonitor monitor;
    monitor.setInterval(20ms);
    monitor.watch(sessions, kSchema);
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Live, 60000);
    const auto holder = database.session();
    QVERIFY(holder->script("begin; lock table graphile_worker._private_jobs"));
    QTRY_VERIFY_WITH_TIMEOUT(server->isLate(), 60000);
    QVERIFY(monitor.isOverdue());
    QVERIFY(lost.isEmpty());
    // Its statement ends by its time limit: refused, which is not unreachable.
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Trouble, 60000);
    QCOMPARE(monitor.error().kind, DbError::Kind::Cancelled);
    QCOMPARE(lost.count(), 1);
    QVERIFY(!server->error());
    QVERIFY(recovered.isEmpty());
    QVERIFY(holder->script("rollback"));
    QTRY_COMPARE_WITH_TIMEOUT(monitor.state(), QueueMonitor::State::Live, 60000);
    QVERIFY(!server->isLate());
    QCOMPARE(recovered.count(), 1);
    QCOMPARE(lost.count(), 1);
}

YARDMASTER_TEST(TestQueueMonitor)
#include "tst_queuemonitor.moc"
