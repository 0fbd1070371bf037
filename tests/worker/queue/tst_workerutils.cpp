#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include <yardmaster/timestamp.h>
#include <yardmaster/workerutils.h>

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace yardmaster;

/// Changes of jobs and of workers by programs, and their transactions.
class WorkerUtilsTest final : public test::QueueTest
{
    Q_OBJECT

private slots:
    void jobsAreCompletedAndFailed();
    void rescheduledJobsWakeWorkers();
    void removedJobsAreReturned();
    void unlockingWakesWorkers();
    void workersAreListedAndSwept();

    void borrowedConnectionsShareTheTransaction();
    void everythingRollsBack();
    void failedTransactionsAreLeftToTheCaller();
    void migratingIsNotForTransactions();

private:
    [[nodiscard]] WorkerUtils utils() const { return WorkerUtils(session(), schema()); }
};

void WorkerUtilsTest::jobsAreCompletedAndFailed()
{
    m_schema->script("select @.add_job('t', queue_name => 'q') from generate_series(1, 4);"
                     "update @._private_jobs set locked_at = now(), locked_by = 'w' where id = 4");
    VALUE_OF(completed, utils().completeJobs(std::array<qint64, 3>{2, 4, 9}));
    QCOMPARE(completed.size(), size_t(1));
    QCOMPARE(completed[0].id, 2);
    QCOMPARE(completed[0].identifier, u"t"_s);
    QCOMPARE(completed[0].queueName, u"q"_s);
    VALUE_OF(failed, utils().permanentlyFailJobs(std::array<qint64, 2>{1, 4}, u"because"_s));
    QCOMPARE(failed.size(), size_t(1));
    QCOMPARE(failed[0].lastError, u"because"_s);
    QCOMPARE(failed[0].attempts, 25);
    VALUE_OF(unexplained, utils().permanentlyFailJobs(std::array<qint64, 1>{3}));
    QCOMPARE(unexplained[0].lastError, u"Manually marked as failed"_s);
    VALUE_OF(none, utils().completeJobs({}));
    QVERIFY(none.empty());
    QCOMPARE(m_schema->value("select string_agg(id::text, ' ' order by id) from @._private_jobs"),
             u"1 3 4"_s);
}

void WorkerUtilsTest::rescheduledJobsWakeWorkers()
{
    m_schema->script("select @.add_job('t', run_at => now() + interval '1 day', priority => 5) "
                     "from generate_series(1, 3);"
                     "update @._private_jobs set attempts = 25 where id = 2");
    (void)m_schema->notices();
    const std::array<qint64, 3> ids{1, 2, 3};
    const Timestamp precise{std::chrono::microseconds(1893553445123456)};
    VALUE_OF(jobs, utils().rescheduleJobs(ids, {.runAt = precise, .priority = 0, .attempts = 0}));
    QCOMPARE(jobs.size(), size_t(3));
    for (const JobRecord &job : jobs) {
        QCOMPARE(job.runAt, precise);
        QCOMPARE(job.priority, 0);
        QCOMPARE(job.attempts, 0);
        QCOMPARE(job.maxAttempts, 25);
    }
    QCOMPARE(m_schema->notices(), QStringList{u"jobs:insert {\"r\":0,\"count\":3}"_s});

    VALUE_OF(now,
             utils().rescheduleJobs(std::array<qint64, 1>{2}, {.atOnce = true, .maxAttempts = 1}));
    QCOMPARE(now[0].runAt, now[0].updatedAt);
    QCOMPARE(now[0].maxAttempts, 1);
    (void)m_schema->notices();
    VALUE_OF(spent, utils().rescheduleJobs(std::array<qint64, 1>{3}, {.attempts = 25}));
    QCOMPARE(spent[0].attempts, 25);
    QCOMPARE(spent[0].runAt, precise);
    QCOMPARE(m_schema->notices(), QStringList()); // no runnable jobs
    QCOMPARE(utils().rescheduleJobs(ids, {.maxAttempts = 0}).error().message,
             u"max_attempts is 0; it must be from 1 to 32767"_s);
}

void WorkerUtilsTest::removedJobsAreReturned()
{
    VALUE_OF(none, utils().removeJob(u"k"_s));
    QVERIFY(!none);
    m_schema->script("select @.add_job('t', queue_name => 'q', job_key => 'waiting');"
                     "select @.add_job('t', job_key => 'running');"
                     "update @._private_jobs set attempts = 1, locked_at = now(), locked_by = 'w' "
                     "where id = 2");
    VALUE_OF(waiting, utils().removeJob(u"waiting"_s));
    QVERIFY(waiting);
    QCOMPARE(waiting->id, 1);
    QCOMPARE(waiting->queueName, u"q"_s);
    QCOMPARE(waiting->key, u"waiting"_s);
    VALUE_OF(running, utils().removeJob(u"running"_s));
    QVERIFY(running);
    QCOMPARE(running->id, 2);
    QCOMPARE(running->lockedBy, u"w"_s);
    QCOMPARE(m_schema->rows("select id, attempts, key, updated_at > locked_at "
                            "from @._private_jobs"),
             (QList<QStringList>{{u"2"_s, u"25"_s, u"null"_s, u"t"_s}}));
}

void WorkerUtilsTest::unlockingWakesWorkers()
{
    m_schema->script("select @.add_job('t', queue_name => 'q' || i) from generate_series(1, 3) i;"
                     "update @._private_jobs set locked_at = now(), locked_by = 'w' || id;"
                     "update @._private_job_queues set locked_at = now(), locked_by = 'w' || id");
    (void)m_schema->notices();
    VALUE_OF(unlocked, utils().forceUnlockWorkers({u"w1"_s, u"w3"_s, u"none"_s}));
    QCOMPARE(unlocked.jobs, 2);
    QCOMPARE(unlocked.queues, 2);
    QCOMPARE(m_schema->value("select string_agg(locked_by, ' ') from @.jobs"), u"w2"_s);
    QCOMPARE(m_schema->notices(), QStringList{u"jobs:insert {\"r\":0,\"count\":4}"_s});
    VALUE_OF(nothing, utils().forceUnlockWorkers({u"w1"_s}));
    QCOMPARE(nothing.jobs, 0);
    QCOMPARE(m_schema->notices(), QStringList());
}

void WorkerUtilsTest::workersAreListedAndSwept()
{
    m_schema->script("select @.worker_heartbeat('w')");
    VALUE_OF(active, utils().listActiveWorkers(1min));
    QCOMPARE(active.size(), size_t(1));
    m_schema->script("update @._private_workers set last_heartbeat_at = now() - interval '1 hour'");
    VALUE_OF(report, utils().sweepStaleWorkers());
    QCOMPARE(report.workers.size(), size_t(1));
}

void WorkerUtilsTest::borrowedConnectionsShareTheTransaction()
{
    const QString name = u"theirs"_s;
    {
        const ConnectionSettings settings = m_database->settings();
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QPSQL"_s, name);
        QVERIFY(!Session::borrow(database));
        database.setHostName(settings.value(u"host"_s));
        database.setPort(settings.value(u"port"_s).toInt());
        database.setDatabaseName(settings.value(u"dbname"_s));
        database.setUserName(settings.value(u"user"_s));
        QVERIFY2(database.open(), qPrintable(database.lastError().text()));
        {
            VALUE_OF(borrowed, Session::borrow(database));
            const WorkerUtils theirs(*borrowed, schema());
            for (const bool commits : {false, true}) {
                QVERIFY(database.transaction());
                QVERIFY(borrowed->isInTransaction());
                QSqlQuery query(database);
                QVERIFY(query.exec(u"create temporary table mine (id int) on commit drop"_s));
                VALUE_OF(plain, theirs.addRawJob({.identifier = u"t"_s}));
                VALUE_OF(keyed, theirs.addRawJob({.identifier = u"t"_s, .jobKey = u"k"_s}));
                VALUE_OF(batch, theirs.addRawJobs(std::vector<JobSpec>(2, {.identifier = u"t"_s})));
                QVERIFY(plain.id < keyed.id && keyed.id < batch[0].id);
                QVERIFY(query.exec(u"select count(*) from mine"_s)); // the same transaction still
                QCOMPARE(m_schema->value("select count(*) from @._private_jobs"), u"0"_s);
                QVERIFY(commits ? database.commit() : database.rollback());
            }
        }
        QVERIFY(database.isOpen());
        QSqlQuery query(database);
        QVERIFY(query.exec(u"select 1"_s));
    }
    QSqlDatabase::removeDatabase(name);
    QCOMPARE(m_schema->value("select count(*) from @._private_jobs"), u"4"_s);
}

void WorkerUtilsTest::everythingRollsBack()
{
    m_schema->script("select @.add_job('t', job_key => 'k' || i, queue_name => 'q' || i) "
                     "from generate_series(1, 6) i;"
                     "insert into @._private_tasks (identifier) values ('unused');"
                     "update @._private_jobs set locked_at = now(), locked_by = 'w' where id = 6;"
                     "update @._private_jobs set attempts = 25 where id = 5;"
                     "insert into @._private_workers values ('w', now() - interval '1 day')");
    const QByteArray picture(
        "select (select string_agg(job::text, ';' order by id) from "
        "@._private_jobs job), (select string_agg(task::text, ';' order by id) "
        "from @._private_tasks task), (select string_agg(queue::text, ';' "
        "order by id) from @._private_job_queues queue), (select "
        "string_agg(worker::text, ';') from @._private_workers worker)");
    const auto before = m_schema->rows(picture);
    (void)m_schema->notices();
    m_schema->script("begin");
    const WorkerUtils utils = this->utils();
    QVERIFY(utils.addRawJob({.identifier = u"new"_s}));
    QVERIFY(utils.addRawJob({.identifier = u"new"_s, .jobKey = u"k6"_s}));
    QVERIFY(utils.addRawJobs(std::vector<JobSpec>(3, {.identifier = u"t"_s})));
    QVERIFY(utils.completeJobs(std::array<qint64, 1>{1}));
    QVERIFY(utils.permanentlyFailJobs(std::array<qint64, 1>{2}));
    QVERIFY(utils.rescheduleJobs(std::array<qint64, 1>{3}, {.attempts = 1}));
    QVERIFY(utils.removeJob(u"k4"_s));
    QVERIFY(utils.cleanup({.tasks = CleanupTask::DeletePermafailedJobs
                               | CleanupTask::GcTaskIdentifiers | CleanupTask::GcJobQueues}));
    QVERIFY(utils.sweepStaleWorkers());
    QVERIFY(utils.forceUnlockWorkers({u"w"_s}));
    QVERIFY(session().isInTransaction());
    QVERIFY(m_schema->rows(picture) != before);
    m_schema->script("rollback");
    QCOMPARE(m_schema->rows(picture), before);
    QCOMPARE(m_schema->notices(), QStringList());
}

void WorkerUtilsTest::failedTransactionsAreLeftToTheCaller()
{
    m_schema->script("begin");
    QCOMPARE(utils().addRawJob({.identifier = u"t"_s, .maxAttempts = 0}).error().sqlState,
             u"GWBMA"_s);
    QVERIFY(utils().addRawJob({.identifier = u"t"_s})); // the transaction is not aborted
    QVERIFY(!utils().addRawJob({.identifier = u"t"_s, .payload = "\"\t\"", .jobKey = u"k"_s}));
    const auto after = utils().addRawJob({.identifier = u"t"_s, .jobKey = u"k"_s});
    QCOMPARE(after.error().sqlState, u"25P02"_s);
    QVERIFY(session().isInTransaction());
    m_schema->script("rollback");
    QVERIFY(utils().addRawJob({.identifier = u"t"_s, .jobKey = u"k"_s}));
    QVERIFY(!session().isInTransaction());
}

void WorkerUtilsTest::migratingIsNotForTransactions()
{
    m_schema->script("begin");
    QCOMPARE(utils().migrate().error().kind, DbError::Kind::InvalidInput);
    m_schema->script("rollback");
    VALUE_OF(report, utils().migrate());
    QCOMPARE(report.revision, kSchemaRevision);
}

YARDMASTER_TEST(WorkerUtilsTest)
#include "tst_workerutils.moc"
