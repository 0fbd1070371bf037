#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"
#include "tests/worker/cron/simulatedtime.h"
#include "tests/worker/events/eventlog.h"

#include <yardmaster/eventlines.h>
#include <yardmaster/timestamp.h>

#include <QJsonArray>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Each event, caused by the engine itself, written as a line and validated against the schema.
/// Long because there are many events.
class TestEvents : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TestDatabase> m_database;
    QTemporaryDir m_folder;
    EventLog m_log;
    std::unique_ptr<TestWorker> m_worker;
    std::unique_ptr<EventLines> m_lines;

    void sql(const QByteArray &text) const { m_database->script(text); }
    [[nodiscard]] QString path() const { return m_folder.filePath(u"events.jsonl"_s); }
    /// Ends the runner, and so the file.
    [[nodiscard]] Lines lines()
    {
        m_worker->runner.reset();
        m_lines.reset();
        return m_log.readFile(path());
    }
    /// Makes deleting jobs impossible, so that successes cannot be written.
    void refuseDeletes() const
    {
        sql("create function graphile_worker.refuse() returns trigger language plpgsql as "
            "$$ begin raise exception 'refused'; end $$;"
            "create trigger refuse before delete on graphile_worker._private_jobs "
            "for each row execute function graphile_worker.refuse()");
    }

private slots:
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_worker = std::make_unique<TestWorker>(*m_database);
        m_worker->handle(u"t"_s, succeed);
        m_lines = *EventLines::open(&m_worker->events, path());
    }
    void cleanup()
    {
        m_worker->runner.reset();
        m_lines.reset();
        m_worker.reset();
        m_database.reset();
        QFile::remove(path());
    }

    void aRunHasEventsFromBeginToEnd()
    {
        sql("select graphile_worker.add_job('t', '{}', 'q', null, 3, 'k', -5)");
        QVERIFY(m_worker->drain());
        const QString id = m_worker->runner->workerId();
        const Lines all = lines();
        QVERIFY(areInOrder(namesOf(all),
                           {u"pool:create"_s, u"localQueue:init"_s, u"worker:create"_s,
                            u"localQueue:setMode"_s, u"worker:getJob:start"_s,
                            u"localQueue:getJobs:complete"_s, u"job:start"_s, u"job:success"_s,
                            u"job:complete"_s, u"worker:release"_s, u"worker:stop"_s,
                            u"pool:release"_s}));
        // Meanwhile.
        QVERIFY(areInOrder(namesOf(all),
                           {u"worker:create"_s, u"resetLocked:started"_s, u"resetLocked:success"_s,
                            u"worker:release"_s}));
        QVERIFY(namesOf(all).contains("worker:getJob:empty"_L1));
        QCOMPARE(namesOf(all).constFirst(), u"pool:create"_s);
        QCOMPARE(namesOf(all).constLast(), u"pool:release"_s);
        for (const QJsonObject &line : all)
            QCOMPARE(line["worker"_L1].toString(), id);
        const QJsonObject job = first(all, u"job:complete"_s)["job"_L1].toObject();
        QCOMPARE(job["task_identifier"_L1].toString(), u"t"_s);
        QCOMPARE(job["queue_name"_L1].toString(), u"q"_s);
        QCOMPARE(job["key"_L1].toString(), u"k"_s);
        QCOMPARE(job["max_attempts"_L1].toInt(), 3);
        QCOMPARE(job["priority"_L1].toInt(), -5);
        for (const auto &name : {u"job:start"_s, u"job:success"_s})
            QCOMPARE(first(all, name)["job"_L1].toObject(), job);
        QCOMPARE(first(all, u"localQueue:getJobs:complete"_s)["jobs"_L1].toArray(),
                 QJsonArray{job});
        QCOMPARE(first(all, u"worker:create"_s)["tasks"_L1].toArray(), QJsonArray{u"t"_s});
        QCOMPARE(first(all, u"pool:create"_s)["schema"_L1].toString(), u"graphile_worker"_s);
    }

    void jobCompleteComesAfterTheCommit()
    {
        sql("select graphile_worker.add_job('t')");
        QStringList left;
        connect(
            &m_worker->events, &EventBus::jobCompleted, this,
            [&](const JobEvent &) {
                const auto session = m_database->session();
                left << session->query("select count(*) from graphile_worker._private_jobs")
                            ->text(0, 0);
            },
            Qt::DirectConnection); // during the emission
        QVERIFY(m_worker->drain());
        QCOMPARE(left, QStringList{u"0"_s});
    }

    void aFailureHasItsNextAttempt()
    {
        sql("select graphile_worker.add_job('bad')");
        sql("select graphile_worker.add_job('bad', max_attempts => 1)");
        m_worker->handle(u"bad"_s,
                         [](const TaskContext &) { return TaskOutcome::failure(u"no"_s); });
        QVERIFY(m_worker->drain());
        const Lines all = lines();
        const QStringList names = namesOf(all).filter(u"job:"_s);
        QCOMPARE(names.count(u"job:error"_s), 2);
        QCOMPARE(names.count(u"job:failed"_s), 1);
        QCOMPARE(names.count(u"job:complete"_s), 2);
        QVERIFY(areInOrder(names, {u"job:error"_s, u"job:failed"_s, u"job:complete"_s}));
        for (const QJsonObject &line : all) {
            if (line["event"_L1] == "job:complete"_L1) {
                QCOMPARE(line["error"_L1].toString(), u"no"_s);
                const bool wasLast = line["job"_L1]["max_attempts"_L1] == 1;
                QCOMPARE(line["retryAt"_L1].isNull(), wasLast);
            }
        }
    }

    void snoozesAreEvents()
    {
        sql("select graphile_worker.add_job('later')");
        m_worker->handle(u"later"_s, [](const TaskContext &) { return TaskOutcome::snooze(1h); });
        QVERIFY(m_worker->drain());
        QVERIFY(areInOrder(namesOf(lines()), {u"job:start"_s, u"job:snoozed"_s}));
    }

    void progressIsAnEvent()
    {
        sql("select graphile_worker.add_job('far')");
        m_worker->handle(u"far"_s, [](const TaskContext &context) {
            context.progress(0.25, u"first quarter"_s);
            context.progress(1.0);
            return TaskOutcome::success();
        });
        QVERIFY(m_worker->drain());
        const Lines all = lines();
        QVERIFY(
            areInOrder(namesOf(all),
                       {u"job:start"_s, u"job:progress"_s, u"job:progress"_s, u"job:success"_s}));
        const QJsonObject progress = first(all, u"job:progress"_s);
        QCOMPARE(progress["fraction"_L1].toDouble(), 0.25);
        QCOMPARE(progress["text"_L1].toString(), u"first quarter"_s);
        QCOMPARE(progress["job"_L1]["task_identifier"_L1].toString(), u"far"_s);
    }

    void listeningAndAGracefulStopAreEvents()
    {
        m_worker->start();
        QVERIFY(m_worker->waitUntilRunning());
        EventSpy completed(&m_worker->events, &EventBus::jobCompleted);
        sql("select graphile_worker.add_job('t')");
        QVERIFY(completed.count() > 0 || completed.wait(60000));
        QVERIFY(m_worker->stop());
        const Lines all = lines();
        QVERIFY(
            areInOrder(namesOf(all),
                       {u"pool:create"_s, u"worker:create"_s, u"pool:listen:connecting"_s,
                        u"pool:listen:success"_s, u"pool:listen:notification"_s,
                        u"worker:getJob:start"_s, u"job:start"_s, u"job:complete"_s, u"stop"_s,
                        u"pool:gracefulShutdown"_s, u"worker:release"_s, u"pool:listen:release"_s,
                        u"worker:stop"_s, u"pool:gracefulShutdown:complete"_s, u"pool:release"_s}));
        const QJsonObject notice = first(all, u"pool:listen:notification"_s);
        QCOMPARE(notice["channel"_L1].toString(), u"jobs:insert"_s);
        QVERIFY(notice["payload"_L1].toString().contains("count"_L1));
        QCOMPARE(namesOf(all).count(u"pool:listen:release"_s), 1);
    }

    void cutConnectionsAreEvents()
    {
        m_worker->start();
        QVERIFY(m_worker->waitUntilRunning());
        EventSpy recovered(&m_worker->events, &EventBus::databaseRecovered);
        const QByteArray cut = "select pg_terminate_backend(pid) from pg_stat_activity "
                               "where datname = current_database() and application_name = ";
        sql(cut + "'yardmaster listen'");
        QTRY_COMPARE_WITH_TIMEOUT(recovered.count(), 1, 60000);
        sql(cut + "'yardmaster fetch'");
        sql("select graphile_worker.add_job('t')"); // so that the loss is noticed
        QTRY_COMPARE_WITH_TIMEOUT(recovered.count(), 2, 60000);
        QVERIFY(m_worker->stop());
        const Lines all = lines();
        const QStringList names = namesOf(all);
        QVERIFY(areInOrder(names,
                           {u"pool:listen:success"_s, u"pool:listen:error"_s,
                            u"pool:listen:connecting"_s, u"pool:listen:success"_s}));
        QVERIFY(areInOrder(names,
                           {u"worker:getJob:error"_s, u"database:trouble"_s,
                            u"worker:getJob:start"_s, u"database:recovered"_s}));
    }

    void aLossFoundWhileCheckingTheSchemaIsAnEvent()
    {
        m_worker->start();
        QVERIFY(m_worker->waitUntilRunning());
        EventSpy recovered(&m_worker->events, &EventBus::databaseRecovered);
        EventSpy listening(&m_worker->events, &EventBus::listenNotified);
        sql("notify \"jobs:insert\""); // heard when the worker listens, and fetches once more
        QTRY_COMPARE_WITH_TIMEOUT(listening.count(), 1, 60000);
        m_database->endSessions("application_name = 'yardmaster fetch'");
        sql("notify \"worker:migrate\"");
        QTRY_COMPARE_WITH_TIMEOUT(recovered.count(), 1, 60000);
        QVERIFY(m_worker->stop());
        QVERIFY(
            areInOrder(namesOf(lines()),
                       {u"worker:getJob:error"_s, u"database:trouble"_s, u"database:recovered"_s}));
    }

    void returnedJobsAreEvents()
    {
        sql("select graphile_worker.add_job('slow') from generate_series(1, 3)");
        m_worker->options.prefetchHorizon = 0ms; // so that all are fetched
        QSemaphore started;
        m_worker->handle(u"slow"_s, [&](const TaskContext &context) {
            started.release();
            QSemaphore stopped;
            const std::stop_callback wake(context.stop, [&] { stopped.release(); });
            stopped.acquire();
            return TaskOutcome::interrupted();
        });
        m_worker->start();
        QVERIFY(started.tryAcquire(1, 60000));
        m_worker->runner->stop();
        m_worker->runner->kill();
        QVERIFY(m_worker->waitUntilEnded());
        const Lines all = lines();
        QVERIFY(areInOrder(namesOf(all),
                           {u"pool:gracefulShutdown"_s, u"localQueue:returnJobs"_s,
                            u"pool:forcefulShutdown"_s, u"job:interrupted"_s, u"worker:stop"_s,
                            u"pool:forcefulShutdown:complete"_s, u"pool:release"_s}));
        QCOMPARE(first(all, u"localQueue:returnJobs"_s)["jobs"_L1].toArray().size(), 2);
    }

    void aLostLeaseIsAnEvent()
    {
        sql("select graphile_worker.add_job('slow')");
        QSemaphore started;
        QSemaphore mayEnd;
        m_worker->handle(u"slow"_s, [&](const TaskContext &) {
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        m_worker->start();
        QVERIFY(started.tryAcquire(1, 60000));
        sql("update graphile_worker._private_jobs set locked_by = 'other', attempts = 2");
        mayEnd.release();
        EventSpy lost(&m_worker->events, &EventBus::jobLostLease);
        QVERIFY(lost.count() > 0 || lost.wait(60000) || lost.count() > 0);
        QVERIFY(m_worker->stop());
        const QStringList names = namesOf(lines());
        QVERIFY(areInOrder(names, {u"job:success"_s, u"job:lostLease"_s}));
        QVERIFY(!names.contains("job:complete"_L1));
    }

    void expiredJobsAreEvents()
    {
        sql("select graphile_worker.add_job('slow') from generate_series(1, 5)");
        m_worker->options.localQueueTtl = 50ms;
        m_worker->options.prefetchHorizon = 0ms; // so that all are fetched
        QSemaphore started;
        QSemaphore mayEnd;
        m_worker->handle(u"slow"_s, [&](const TaskContext &) {
            started.release();
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        EventSpy modes(&m_worker->events, &EventBus::localQueueModeChanged);
        m_worker->start();
        QVERIFY(started.tryAcquire(1, 60000));
        const auto hasExpired = [&] {
            return std::ranges::any_of(modes.all(), [](const QList<QVariant> &change) {
                return change.at(2).value<LocalQueueMode>() == LocalQueueMode::TtlExpired;
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasExpired(), 60000);
        mayEnd.release(100);
        QVERIFY(m_worker->stop());
        QVERIFY(namesOf(lines()).contains("localQueue:returnJobs"_L1));
    }

    void refetchDelaysAreEvents()
    {
        m_worker->options.refetchDelay = 20ms;
        m_worker->options.refetchDelayThreshold = 10;
        EventSpy expired(&m_worker->events, &EventBus::refetchDelayExpired);
        m_worker->start();
        QVERIFY(expired.count() > 0 || expired.wait(60000));
        QVERIFY(m_worker->stop());
        m_worker->options.refetchDelay = 1h;
        m_worker->options.refetchDelayMaxAbortThreshold = 0;
        m_worker->outcome.reset();
        EventSpy aborted(&m_worker->events, &EventBus::refetchDelayAborted);
        m_worker->start();
        QVERIFY(m_worker->waitUntilRunning());
        sql("select graphile_worker.add_job('t')");
        QVERIFY(aborted.count() > 0 || aborted.wait(60000));
        QVERIFY(m_worker->stop());
        const Lines all = lines();
        QVERIFY(
            areInOrder(namesOf(all),
                       {u"localQueue:refetchDelay:start"_s, u"localQueue:refetchDelay:expired"_s,
                        u"localQueue:refetchDelay:start"_s, u"localQueue:refetchDelay:abort"_s}));
        QCOMPARE(first(all, u"localQueue:refetchDelay:start"_s)["threshold"_L1].toInt(), 10);
    }

    void resetsOfStaleLocksAreEvents()
    {
        sql("select graphile_worker.add_job('other')");
        sql("update graphile_worker._private_jobs set locked_by = 'dead', attempts = 1, "
            "locked_at = now() - interval '5 hours'");
        QVERIFY(m_worker->drain());
        QCOMPARE(first(lines(), u"resetLocked:success"_s)["jobs"_L1].toInt(), 1);
    }

    void aFailedResetIsAnEvent()
    {
        sql("select graphile_worker.add_job('other')");
        sql("update graphile_worker._private_jobs set locked_by = 'dead', attempts = 1, "
            "locked_at = now() - interval '5 hours'");
        sql("create function graphile_worker.refuse() returns trigger language plpgsql as "
            "$$ begin raise exception 'refused'; end $$;"
            "create trigger refuse before update on graphile_worker._private_jobs "
            "for each row execute function graphile_worker.refuse()");
        QVERIFY(m_worker->drain());
        const QJsonObject failure = first(lines(), u"resetLocked:failure"_s);
        QCOMPARE(failure["error"_L1]["message"_L1].toString(), u"refused"_s);
        QCOMPARE(failure["error"_L1]["sqlState"_L1].toString(), u"P0001"_s);
        QVERIFY(failure["delayMs"_L1].isNull()); // once
    }

    void aRunThatCannotStartIsAnEvent()
    {
        m_worker->options.connection.set(u"dbname"_s, u"no such database"_s);
        m_worker->start();
        QVERIFY(m_worker->waitUntilEnded());
        const Lines all = lines();
        QCOMPARE(namesOf(all),
                 (QStringList{u"pool:create"_s, u"localQueue:init"_s, u"pool:fatalError"_s,
                              u"pool:release"_s}));
        const QJsonObject failure = first(all, u"pool:fatalError"_s);
        QCOMPARE(failure["action"_L1].toString(), u"starting"_s);
        QVERIFY(failure["error"_L1]["message"_L1].toString().contains("no such database"_L1));
    }

    void cronRunsAreEvents()
    {
        const auto minute
            = [](int number) { return QDateTime(QDate(2026, 1, 1), QTime(0, number), kUtc); };
        const auto writeCrontab = [this](const QByteArray &text) {
            QFile crontab(m_folder.filePath(u"crontab"_s));
            QVERIFY(crontab.open(QIODevice::WriteOnly));
            crontab.write(text);
        };
        const auto waitFor = [](const auto &spy) {
            return QTest::qWaitFor([&spy] { return spy.count() > 0; }, 30000);
        };
        sql("insert into graphile_worker._private_known_crontabs values "
            "('t', '2026-01-01T00:00:30Z', null)");
        writeCrontab("* * * * * t ?fill=1m\n2 * * * * u\n");
        SimulatedTime time(minute(1).addSecs(30)); // outlives the runner
        m_worker->options.cron.file = m_folder.filePath(u"crontab"_s);
        m_worker->options.cronClock = time.clocks();
        EventSpy completed(&m_worker->events, &EventBus::jobCompleted);
        EventSpy reloaded(&m_worker->events, &EventBus::cronReloaded);
        EventSpy refused(&m_worker->events, &EventBus::cronReloadFailed);
        m_worker->start();
        QVERIFY(m_worker->waitUntilRunning());
        QVERIFY(time.waitUntilIdle());
        time.wakeAll();
        QVERIFY(time.waitUntilIdle());
        QVERIFY(time.advanceTo(minute(5)));
        QVERIFY(waitFor(completed));
        writeCrontab("broken\n");
        m_worker->runner->reloadCrontab();
        QVERIFY(waitFor(refused));
        writeCrontab("* * * * * v\n");
        m_worker->runner->reloadCrontab();
        QVERIFY(waitFor(reloaded));
        QVERIFY(m_worker->stop());
        const QString id = m_worker->runner->workerId();
        const Lines all = lines();
        QVERIFY(areInOrder(namesOf(all),
                           {u"worker:create"_s, u"cron:starting"_s, u"cron:backfill"_s,
                            u"cron:scheduled"_s, u"cron:started"_s, u"cron:prematureTimer"_s,
                            u"cron:overdueTimer"_s, u"cron:schedule"_s, u"cron:scheduled"_s,
                            u"cron:reloadFailed"_s, u"cron:reloaded"_s}));
        const QJsonObject madeUpFor = first(all, u"cron:scheduled"_s);
        QCOMPARE(madeUpFor["timestamp"_L1].toString(), u"2026-01-01T00:01:00.000Z"_s);
        QCOMPARE(madeUpFor["backfilled"_L1].toBool(), true);
        QCOMPARE(madeUpFor["items"_L1][0]["outcome"_L1].toString(), u"added"_s);
        QCOMPARE(madeUpFor["items"_L1][0]["job_id"_L1].toString(), u"1"_s);
        QCOMPARE(first(all, u"cron:schedule"_s)["items"_L1].toArray().size(), 2);
        QCOMPARE(first(all, u"cron:overdueTimer"_s)["expectedTimestamp"_L1].toString(),
                 u"2026-01-01T00:02:00.000Z"_s);
        for (const QJsonObject &line : all)
            QCOMPARE(line["worker"_L1].toString(), id);
    }

    void aBreakingMigrationIsAnEvent()
    {
        m_worker->start();
        QVERIFY(m_worker->waitUntilRunning());
        sql("insert into graphile_worker.migrations (id, breaking) values (99, true)");
        sql("notify \"worker:migrate\", '{\"migrationNumber\":99,\"breaking\":true}'");
        QVERIFY(m_worker->waitUntilEnded());
        const Lines all = lines();
        QVERIFY(areInOrder(namesOf(all),
                           {u"pool:listen:notification"_s, u"pool:gracefulShutdown"_s,
                            u"pool:fatalError"_s, u"worker:stop"_s,
                            u"pool:gracefulShutdown:complete"_s}));
        QCOMPARE(first(all, u"pool:fatalError"_s)["action"_L1].toString(),
                 u"checking the schema"_s);
        QVERIFY(!first(all, u"worker:stop"_s)["error"_L1].toString().isEmpty());
    }

    void resultsThatCannotBeWrittenAreEvents_data()
    {
        QTest::addColumn<bool>("kills");
        QTest::newRow("graceful") << false;
        QTest::newRow("forceful") << true;
    }
    void resultsThatCannotBeWrittenAreEvents()
    {
        QFETCH(const bool, kills);
        sql("select graphile_worker.add_job('t')");
        refuseDeletes();
        m_worker->options.gracePeriod = 10ms;
        EventSpy trouble(&m_worker->events, &EventBus::databaseTrouble);
        m_worker->start();
        QVERIFY(trouble.count() > 0 || trouble.wait(60000));
        m_worker->runner->stop();
        if (kills)
            m_worker->runner->kill();
        QVERIFY(m_worker->waitUntilEnded());
        const Lines all = lines();
        QVERIFY(
            areInOrder(namesOf(all),
                       {u"job:success"_s, u"database:trouble"_s, u"pool:fatalError"_s,
                        kills ? u"pool:forcefulShutdown:error"_s : u"pool:gracefulShutdown:error"_s,
                        u"pool:release"_s}));
        QVERIFY(!namesOf(all).contains("job:complete"_L1));
        QCOMPARE(first(all, u"pool:fatalError"_s)["action"_L1].toString(), u"writing results"_s);
    }

    void recoveredWorkersAreEvents()
    {
        sql("select graphile_worker.add_job('other')");
        sql("update graphile_worker._private_jobs set locked_by = 'dead', attempts = 1, "
            "locked_at = now()");
        sql("insert into graphile_worker._private_workers (id, last_heartbeat_at, metadata) values "
            "('dead', now() - interval '1 minute', '{\"sweep_threshold_ms\": 1500}')");
        m_worker->options.heartbeatInterval = 300ms;
        m_worker->options.sweepThreshold = 1500ms;
        m_worker->options.sweepInterval = 20ms;
        EventSpy recovered(&m_worker->events, &EventBus::workerRecovered);
        m_worker->start();
        QVERIFY(recovered.count() > 0 || recovered.wait(60000));
        QVERIFY(m_worker->stop());
        const QJsonObject line = first(lines(), u"worker:recovered"_s);
        QCOMPARE(line["staleWorkers"_L1].toArray(), QJsonArray{u"dead"_s});
        QCOMPARE(line["jobs"_L1].toInt(), 1);
    }

    void everyDescribedEventHasHappened()
    {
        // Those of a process, and the one of a full disk: tst_eventsoption, tst_linewriter.
        const QSet<QString> elsewhere{u"job:output"_s, u"gracefulShutdown"_s, u"forcefulShutdown"_s,
                                      u"events:leftOut"_s};
        const QSet<QString> missing = m_log.described() - m_log.seen() - elsewhere;
        QCOMPARE(missing, QSet<QString>());
    }
};

YARDMASTER_TEST(TestEvents)
#include "tst_events.moc"
