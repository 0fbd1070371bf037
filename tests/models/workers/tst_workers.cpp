#include "models/workers/workerspoller.h"

#include "models/operations/operatorlog.h"
#include "models/query/filter.h"
#include "models/workers/loggedunlock.h"
#include "models/workers/workersmodel.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"
#include "tests/support/yardmasterprocess.h"
#include "worker/queue/workerregistry.h"

#include <QAbstractItemModelTester>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>
#include <QTimeZone>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace yardmaster;
using namespace yardmaster::test;

namespace {

/// `count` new jobs, each locked by `owner` for `age`.
void lockJobs(const TestDatabase &database, const QByteArray &owner, int count,
              const QByteArray &age, const QByteArray &more = {})
{
    database.script("with added as (select (graphile_worker.add_job('t'" + more
                    + ")).id from generate_series(1, " + QByteArray::number(count)
                    + ")) select from added");
    database.script(
        "update graphile_worker._private_jobs set attempts = attempts + 1, locked_by = '" + owner
        + "', locked_at = now() - interval '" + age + "' where locked_at is null");
}

} // namespace

/// Long because each kind and state of a worker needs one that is in it.
class TestWorkers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void everyKindIsRecognised();
    void withoutRegistryOwnersAreUnknown();
    void locksShowWhoHoldsWhat();
    void liveWorkerHereIsSeen();
    void killedWorkerGoesStaleAndIsSwept();
    void goneWorkersStayVisible();
    void nothingIsReadWhilePaused();
    void unlockTakesExactlyWhatWasShown();
    void unlockSparesLocksTakenSince();
    void unlockOfAStaleWorkerStopsAtAHeartbeat();
    void unlockIsLoggedFirst();
    void sweepIsLogged();
    void modelKeepsIndexes();

private:
    [[nodiscard]] QList<WorkerRow> compose() const;
    [[nodiscard]] WorkerRow worker(const QString &id) const;

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<Session> m_session;
};

void TestWorkers::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_session = m_database->session();
}

void TestWorkers::cleanup()
{
    m_session.reset();
    m_database.reset();
}

QList<WorkerRow> TestWorkers::compose() const
{
    const Fleet fleet = valueOf(readFleet(*m_session, kSchema));
    const JobLocks locks = valueOf(readJobLocks(*m_session, kSchema, 30s));
    return composeWorkers(fleet, locks, {}, thisProcess());
}

WorkerRow TestWorkers::worker(const QString &id) const
{
    const QList<WorkerRow> all = compose();
    const auto found = std::ranges::find(all, id, &WorkerRow::id);
    return found == all.cend() ? WorkerRow() : *found;
}

void TestWorkers::everyKindIsRecognised()
{
    m_database->script(
        "insert into graphile_worker._private_workers (id, last_heartbeat_at, started_at, "
        "metadata) "
        "values ('yardmaster-web-1-4711-abc123', now(), now() - interval '1 h', "
        "'{\"program\": \"yardmaster\", \"host\": \"web-1\", \"pid\": 4711, \"version\": \"1.2\", "
        "\"tasks\": [\"mail\", \"bill\"], \"fetched_at\": \"2026-03-01T10:00:00.5+00:00\"}'), "
        "('rusty', now() - interval '6 min', now() - interval '2 h', '{\"pid\": 12}')");
    lockJobs(*m_database, "pool-0123456789abcdef01", 3, "5 min");
    m_database->script("select graphile_worker.add_job('t', queue_name => 'mails');"
                       "update graphile_worker._private_job_queues set locked_by = 'somebody', "
                       "locked_at = now() - interval '9 min'");

    const QList<WorkerRow> all = compose();
    QCOMPARE(all.size(), 4);
    QCOMPARE(all.first().id, u"rusty"_s); // in trouble, so on top
    const WorkerRow ours = worker(u"yardmaster-web-1-4711-abc123"_s);
    QCOMPARE(ours.kind, WorkerKind::Yardmaster);
    QCOMPARE(ours.life, WorkerLife::Alive);
    QCOMPARE(workerTitle(ours), u"web-1, process 4711"_s);
    QCOMPARE(ours.version, u"1.2"_s);
    QCOMPARE(ours.tasks, (QStringList{u"mail"_s, u"bill"_s}));
    QVERIFY(ours.fetched);
    QCOMPARE(dateTime(*ours.fetched),
             QDateTime(QDate(2026, 3, 1), QTime(10, 0, 0, 500), QTimeZone::utc()));
    QVERIFY(!ours.released);
    QVERIFY(!ours.isOurs);
    const WorkerRow rust = worker(u"rusty"_s);
    QCOMPARE(rust.kind, WorkerKind::Rust);
    QCOMPARE(rust.life, WorkerLife::Stale);
    QVERIFY(rust.silentFor >= 60s);
    const WorkerRow node = worker(u"pool-0123456789abcdef01"_s);
    QCOMPARE(node.kind, WorkerKind::Node);
    QCOMPARE(node.life, WorkerLife::Unknown);
    QCOMPARE(node.jobs, 3);
    QVERIFY(!node.heartbeat);
    const WorkerRow other = worker(u"somebody"_s);
    QCOMPARE(other.life, WorkerLife::Unknown);
    QCOMPARE(other.jobs, 0);
    QCOMPARE(other.queues.size(), 1);
    QCOMPARE(other.queues.first().queue, u"mails"_s);
}

void TestWorkers::withoutRegistryOwnersAreUnknown()
{
    m_database->script("drop table graphile_worker._private_workers cascade");
    lockJobs(*m_database, "yardmaster-web-1-4711-abc123", 1, "5 min");
    QVERIFY(!valueOf(readFleet(*m_session, kSchema)).hasRegistry);
    const WorkerRow row = worker(u"yardmaster-web-1-4711-abc123"_s);
    QCOMPARE(row.life, WorkerLife::Unknown);
    QCOMPARE(row.jobs, 1);
}

void TestWorkers::locksShowWhoHoldsWhat()
{
    lockJobs(*m_database, "a", kHeldJobs + 5, "10 min", ", queue_name => 'q', max_attempts => 7");
    lockJobs(*m_database, "b", 2, "1 min");
    const JobLocks locks = valueOf(readJobLocks(*m_session, kSchema, 30s));
    QCOMPARE(locks.owners.size(), 2);
    const JobLocks::Owner a = locks.owners.value(u"a"_s);
    QCOMPARE(a.jobs, kHeldJobs + 5);
    QCOMPARE(a.shown.size(), kHeldJobs);
    QCOMPARE(a.shown.first().task, u"t"_s);
    QCOMPARE(a.shown.first().queue, u"q"_s);
    QCOMPARE(a.shown.first().attempts, 1);
    QCOMPARE(a.shown.first().maxAttempts, 7);
    QVERIFY(a.oldest < locks.owners.value(u"b"_s).oldest);
    QVERIFY(!locks.usedIndex);
    m_database->script("create index _yardmaster_locked_jobs on graphile_worker._private_jobs (id) "
                       "where locked_at is not null");
    const JobLocks again = valueOf(readJobLocks(*m_session, kSchema, 30s));
    QVERIFY(again.usedIndex);
    QCOMPARE(again.owners, locks.owners);
}

void TestWorkers::liveWorkerHereIsSeen()
{
    QSemaphore gate;
    TestWorker live(*m_database);
    live.handle(u"wait"_s, [&gate](const TaskContext &) {
        gate.acquire();
        return TaskOutcome::success();
    });
    live.start();
    QVERIFY(live.waitUntilRunning());
    m_database->script("select graphile_worker.add_job('wait', queue_name => 'q')");

    WorkersPoller poller(SessionPool(m_database->settings()), kSchema);
    poller.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(poller.workers().size() == 1 && poller.workers().first().jobs == 1
                                 && poller.workers().first().queues.size() == 1,
                             kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(poller.workers().first().life, WorkerLife::Alive, kPatience);
    const WorkerRow row = poller.workers().first();
    QVERIFY(row.isOurs);
    QCOMPARE(row.life, WorkerLife::Alive);
    QCOMPARE(row.kind, WorkerKind::Yardmaster);
    QCOMPARE(row.pid, QCoreApplication::applicationPid());
    QCOMPARE(row.isProcessRunning, std::optional(true));
    QCOMPARE(row.shownJobs.first().task, u"wait"_s);
    // Its heartbeats are gathered as they come.
    QTRY_VERIFY_WITH_TIMEOUT(poller.heartbeats(row.id).size() >= 2, kPatience);
    gate.release(10);
    QVERIFY(live.stop());
}

void TestWorkers::killedWorkerGoesStaleAndIsSwept()
{
    QTemporaryDir folder;
    QFile task(folder.filePath(u"slow"_s));
    QVERIFY(task.open(QIODevice::WriteOnly));
    task.write("#!/bin/sh\nexec sleep 300\n");
    task.close();
    QVERIFY(task.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                                | QFileDevice::ExeOwner));
    m_database->script("select graphile_worker.add_job('slow')");
    YardmasterProcess outside(
        {u"--no-gui"_s, u"-c"_s, m_database->url(), u"--tasks"_s, folder.path()});
    WorkersPoller poller(SessionPool(m_database->settings()), kSchema);
    poller.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(poller.workers().size() == 1 && poller.workers().first().jobs == 1,
                             kPatience);
    const QString id = poller.workers().first().id;
    QTRY_COMPARE_WITH_TIMEOUT(poller.find(id)->life, WorkerLife::Alive, kPatience);
    QVERIFY(!poller.find(id)->isOurs);
    QCOMPARE(poller.find(id)->pid, outside.pid());

    outside.sendSignal(SIGKILL);
    QCOMPARE(outside.waitForExit(), 128 + SIGKILL);
    // Twenty seconds are too long for a test, so its last heartbeat is backdated.
    m_database->script("update graphile_worker._private_workers set last_heartbeat_at = now() - "
                       "interval '1 min'");
    QTRY_VERIFY_WITH_TIMEOUT(poller.find(id)->life == WorkerLife::Stale, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(poller.find(id)->isProcessRunning, std::optional(false), kPatience);

    SweepOptions options;
    options.dryRun = true;
    const SweepReport dry = valueOf(WorkerRegistry(kSchema).sweepStaleWorkers(*m_session, options));
    QCOMPARE(dry.jobsRecovered(), 1);
    options.dryRun = false;
    QTemporaryDir log;
    const SweepReport swept
        = valueOf(sweepLogged(*m_session, kSchema, log.path(), u"here"_s, options, dry));
    QCOMPARE(swept.jobsRecovered(), 1);
    QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs where "
                                "locked_at is null and attempts = 0"),
             u"1"_s);
    QTRY_VERIFY_WITH_TIMEOUT(poller.find(id) && poller.find(id)->life == WorkerLife::Gone,
                             kPatience);
}

void TestWorkers::goneWorkersStayVisible()
{
    m_database->script("select graphile_worker.worker_heartbeat('w')");
    WorkersPoller poller(SessionPool(m_database->settings()), kSchema);
    poller.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(poller.find(u"w"_s), kPatience);
    m_database->script("select graphile_worker.worker_deregister('w')");
    QTRY_COMPARE_WITH_TIMEOUT(poller.find(u"w"_s)->life, WorkerLife::Gone, kPatience);
    QVERIFY(poller.find(u"w"_s)->heartbeat);
}

void TestWorkers::nothingIsReadWhilePaused()
{
    const SessionPool sessions(m_database->settings());
    WorkersPoller poller(sessions, kSchema);
    poller.refresh();
    poller.refreshSoon();
    // One that is not paused, and was asked later, has read by then.
    WorkersPoller other(sessions, kSchema);
    other.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(other.fleet() && other.locks(), kPatience);
    QVERIFY(!poller.fleet() && !poller.locks());
    poller.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(poller.fleet() && poller.locks(), kPatience);
}

void TestWorkers::unlockTakesExactlyWhatWasShown()
{
    lockJobs(*m_database, "dead", 2, "5 min", ", queue_name => 'q'");
    lockJobs(*m_database, "dead", 1, "5 min", ", max_attempts => 1");
    lockJobs(*m_database, "other", 1, "5 min");
    m_database->script("update graphile_worker._private_job_queues set locked_by = 'dead', "
                       "locked_at = now() - interval '5 min'");
    const WorkerUnlock unlocker(kSchema);
    const WorkerLocks locks = valueOf(unlocker.look(*m_session, u"dead"_s));
    QCOMPARE(locks.jobs.size(), 3);
    QCOMPARE(locks.queues, QStringList{u"q"_s});
    QCOMPARE(locks.lastAttempts(), 1);
    QVERIFY(!locks.heartbeat);
    const WorkerUnlock::Report report = valueOf(unlocker.unlock(*m_session, locks, true));
    QCOMPARE(report.jobs.size(), 3);
    QCOMPARE(report.queues, QStringList{u"q"_s});
    QCOMPARE(m_database->scalar("select string_agg(distinct locked_by, ',') from "
                                "graphile_worker._private_jobs"),
             u"other"_s);
    QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_job_queues where "
                                "locked_by is not null"),
             u"0"_s);
    QCOMPARE(m_database->scalar("select min(attempts) from graphile_worker._private_jobs"), u"1"_s);
}

void TestWorkers::unlockSparesLocksTakenSince()
{
    lockJobs(*m_database, "w", 2, "5 min", ", queue_name => 'q'");
    m_database->script("update graphile_worker._private_job_queues set locked_by = 'w', locked_at "
                       "= now() - interval '5 min'");
    const WorkerUnlock unlocker(kSchema);
    const WorkerLocks locks = valueOf(unlocker.look(*m_session, u"w"_s));
    QCOMPARE(locks.jobs.size(), 2);
    // It renews one lock (what it runs is alive), and takes another job.
    m_database->script("update graphile_worker._private_jobs set locked_at = clock_timestamp() "
                       "where id = "
                       + QByteArray::number(locks.jobs.first().id));
    lockJobs(*m_database, "w", 1, "0");
    const WorkerUnlock::Report report = valueOf(unlocker.unlock(*m_session, locks, false));
    QCOMPARE(report.jobs, QList<qint64>{locks.jobs.last().id});
    QVERIFY(report.queues.isEmpty()); // a job of it still runs
    QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs where "
                                "locked_by = 'w'"),
             u"2"_s);
}

void TestWorkers::unlockOfAStaleWorkerStopsAtAHeartbeat()
{
    m_database->script("select graphile_worker.worker_heartbeat('w');"
                       "update graphile_worker._private_workers set last_heartbeat_at = now() - "
                       "interval '1 min'");
    lockJobs(*m_database, "w", 1, "5 min");
    const WorkerUnlock unlocker(kSchema);
    const WorkerLocks locks = valueOf(unlocker.look(*m_session, u"w"_s));
    QVERIFY(locks.heartbeat);
    m_database->script("select graphile_worker.worker_heartbeat('w')");
    const auto refused = unlocker.unlock(*m_session, locks, true);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, DbError::Kind::Contention);
    QVERIFY(refused.error().message.contains(u"heartbeat"_s));
    QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs where "
                                "locked_by = 'w'"),
             u"1"_s);
    QCOMPARE(valueOf(unlocker.unlock(*m_session, locks, false)).jobs.size(), 1);
}

void TestWorkers::unlockIsLoggedFirst()
{
    lockJobs(*m_database, "w", 2, "5 min");
    const WorkerLocks locks = valueOf(WorkerUnlock(kSchema).look(*m_session, u"w"_s));
    // A log that cannot be written: nothing is done.
    const auto refused
        = unlockLogged(*m_session, kSchema, u"/proc/nothing"_s, u"here"_s, locks, false);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.contains(u"operator log"_s));
    QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs where "
                                "locked_by = 'w'"),
             u"2"_s);
    QTemporaryDir folder;
    QVERIFY(unlockLogged(*m_session, kSchema, folder.path(), u"here"_s, locks, false));
    QFile log(OperatorLog(folder.path()).files().value(0));
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = log.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines.first().contains("\"kind\":\"unlock-worker\""));
    QVERIFY(lines.first().contains("\"worker\":\"w\""));
    QVERIFY(lines.last().contains("\"outcome\":\"committed\""));
}

void TestWorkers::sweepIsLogged()
{
    m_database->script("select graphile_worker.worker_heartbeat('w');"
                       "update graphile_worker._private_workers set last_heartbeat_at = now() - "
                       "interval '6 min'");
    lockJobs(*m_database, "w", 2, "5 min");
    SweepOptions options;
    options.dryRun = true;
    const SweepReport dry = valueOf(WorkerRegistry(kSchema).sweepStaleWorkers(*m_session, options));
    options.dryRun = false;
    QTemporaryDir folder;
    QCOMPARE(valueOf(sweepLogged(*m_session, kSchema, folder.path(), u"here"_s, options, dry))
                 .jobsRecovered(),
             2);
    QFile log(OperatorLog(folder.path()).files().value(0));
    QVERIFY(log.open(QIODevice::ReadOnly));
    QVERIFY(log.readLine().contains("\"jobs\":2"));
}

void TestWorkers::modelKeepsIndexes()
{
    WorkersModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto row = [](const QString &id) {
        WorkerRow worker;
        worker.id = id;
        return worker;
    };
    model.setWorkers({row(u"a"_s), row(u"b"_s), row(u"c"_s)}, {});
    const QPersistentModelIndex b(model.index(1, 0));
    const QPersistentModelIndex c(model.index(2, 0));
    model.setWorkers({row(u"b"_s), row(u"d"_s), row(u"a"_s), row(u"e"_s)}, {});
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(b.row(), 0);
    QVERIFY(!c.isValid());
    model.setWorkers({}, {});
    QCOMPARE(model.rowCount(), 0);
}

YARDMASTER_TEST(TestWorkers)
#include "tst_workers.moc"
