#include "models/maintenance/loggedremoval.h"
#include "models/maintenance/schemafactsheet.h"
#include "models/maintenance/schemaremoval.h"
#include "models/maintenance/schemasizes.h"
#include "models/operations/operatorlog.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "worker/db/sqltext.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace yardmaster;
using namespace yardmaster::test;

class TestMaintenance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void factSheetHasRevisionAndAdditions();
    void missingSchemaIsReported();
    void deadRowsAreFoundAndVacuumed();
    void bloatedIndexIsReported();
    void leftoverIndexIsFoundAndDropped();
    void missingIndexIsCreatedAsMigrationsDo();
    void onlyTheOwnerIsAllowed();
    void oldTransactionIsNamed();
    void cleanupDeletesWhatWasCounted();
    void removalListsEverything();
    void removalDropsTheSchemaAndNothingElse();
    void removalFindsDependents();
    void removalStopsWhenThingsChanged();
    void removalDoesNotWaitForever();

private:
    [[nodiscard]] RelationSize relation(const QString &name) const;
    [[nodiscard]] MaintenanceLog log() const { return {kSchema, m_folder->path(), u"here"_s}; }

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestMaintenance::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_session = m_database->session();
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestMaintenance::cleanup()
{
    m_session.reset();
    m_database.reset();
}

RelationSize TestMaintenance::relation(const QString &name) const
{
    m_database->updateStatistics();
    const SchemaSizes sizes = valueOf(readSchemaSizes(*m_session, kSchema));
    const auto found = std::ranges::find(sizes.relations, name, &RelationSize::name);
    return found == sizes.relations.cend() ? RelationSize() : *found;
}

void TestMaintenance::factSheetHasRevisionAndAdditions()
{
    m_database->script("create table graphile_worker.theirs (id int)");
    const SchemaFactSheet sheet = valueOf(readSchemaFactSheet(*m_session, kSchema));
    QCOMPARE(sheet.probe.state.revision, kSchemaRevision);
    QVERIFY(!sheet.isUpgradable());
    QCOMPARE(sheet.probe.additions, QStringList{u"theirs"_s});
    QCOMPARE(sheet.ledger.size(), kSchemaRevision);
    QCOMPARE(sheet.ledger.first().id, kSchemaRevision);
    QCOMPARE(sheet.indexes.indexes.size(), 4);
    QVERIFY(sheet.sizes.obstacle.isEmpty());
    m_database->script("delete from graphile_worker.migrations where id > 18");
    QVERIFY(valueOf(readSchemaFactSheet(*m_session, kSchema)).isUpgradable());
}

void TestMaintenance::missingSchemaIsReported()
{
    const auto sheet = readSchemaFactSheet(*m_session, u"nowhere"_s);
    QVERIFY(!sheet);
    QCOMPARE(sheet.error().kind, DbError::Kind::SchemaMissing);
}

void TestMaintenance::deadRowsAreFoundAndVacuumed()
{
    m_database->script("alter table graphile_worker._private_jobs set (autovacuum_enabled = off)");
    m_database->script("select count(graphile_worker.add_job('t')) from generate_series(1, 1);"
                       "insert into graphile_worker._private_jobs (task_id) select t.id from "
                       "graphile_worker._private_tasks t, generate_series(1, 30000)");
    m_database->script("delete from graphile_worker._private_jobs where id % 3 <> 0");
    QTRY_VERIFY_WITH_TIMEOUT(relation(u"_private_jobs"_s).dead.value_or(0) >= 15000
                                 && relation(u"_private_jobs"_s).live.value_or(0) >= 5000,
                             60000);
    const RelationSize jobs = relation(u"_private_jobs"_s);
    QCOMPARE(adviceOn(jobs), SizeAdvice::Vacuum);
    QVERIFY(adviceReason(jobs, {}).contains(u"never vacuumed"_s));
    const QByteArray sql = adviceSql(SizeAdvice::Vacuum, kSchema, jobs.name);
    QVERIFY(runStatementLogged(*m_session, log(), u"vacuum"_s, sql));
    QTRY_VERIFY_WITH_TIMEOUT(adviceOn(relation(u"_private_jobs"_s)) == SizeAdvice::Fine, 60000);
    QTRY_VERIFY_WITH_TIMEOUT(relation(u"_private_jobs"_s).vacuumedAt, 60000);
    QFile file(OperatorLog(m_folder->path()).files().value(0));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readLine().contains("vacuum (analyze)"));
}

void TestMaintenance::bloatedIndexIsReported()
{
    RelationSize index;
    index.isIndex = true;
    index.bytes = 100 * 1024 * 1024;
    index.packed = 90 * 1024 * 1024;
    QCOMPARE(adviceOn(index), SizeAdvice::Fine);
    index.packed = 20 * 1024 * 1024;
    QCOMPARE(adviceOn(index), SizeAdvice::Reindex);
    QVERIFY(adviceReason(index, {}).contains(u"estimate"_s));

    // The estimate is near the truth for an index that was just built, and REINDEX reaches it.
    m_database->script("select count(graphile_worker.add_job('t')) from generate_series(1, 1);"
                       "insert into graphile_worker._private_jobs (task_id) select t.id from "
                       "graphile_worker._private_tasks t, generate_series(1, 60000);"
                       "delete from graphile_worker._private_jobs where id % 10 <> 0");
    m_database->script("vacuum analyze graphile_worker._private_jobs");
    const RelationSize before = relation(u"jobs_pkey1"_s);
    QVERIFY(before.packed);
    QVERIFY2(before.bytes > 4 * *before.packed, qPrintable(QString::number(*before.packed)));
    QVERIFY(runStatementLogged(*m_session, log(), u"reindex"_s,
                               adviceSql(SizeAdvice::Reindex, kSchema, before.name)));
    const RelationSize after = relation(u"jobs_pkey1"_s);
    QVERIFY(after.bytes < before.bytes / 4);
    QVERIFY2(after.bytes < 2 * *before.packed, qPrintable(QString::number(after.bytes)));
}

void TestMaintenance::leftoverIndexIsFoundAndDropped()
{
    m_database->script("create index \"odd name_ccnew\" on graphile_worker._private_jobs (id)");
    m_database->script("update pg_index set indisvalid = false where indexrelid = "
                       "'graphile_worker.\"odd name_ccnew\"'::regclass");
    const RelationSize leftover = relation(u"odd name_ccnew"_s);
    QCOMPARE(adviceOn(leftover), SizeAdvice::Leftover);
    QVERIFY(runStatementLogged(*m_session, log(), u"drop-index"_s,
                               adviceSql(SizeAdvice::Leftover, kSchema, leftover.name)));
    QVERIFY(relation(u"odd name_ccnew"_s).name.isEmpty());
}

void TestMaintenance::missingIndexIsCreatedAsMigrationsDo()
{
    for (const QString &name : {u"jobs_main_index"_s, u"jobs_no_queue_index"_s}) {
        const QByteArray definition
            = "select pg_get_indexdef(to_regclass('graphile_worker." + name.toUtf8() + "'))";
        const QString before = m_database->scalar(definition);
        m_database->script("drop index graphile_worker." + name.toUtf8());
        const RelationSize missing = relation(name);
        QVERIFY(missing.isMissing);
        QCOMPARE(adviceOn(missing), SizeAdvice::Create);
        QVERIFY(runStatementLogged(*m_session, log(), u"create-index"_s,
                                   adviceSql(SizeAdvice::Create, kSchema, missing.name)));
        QCOMPARE(m_database->scalar(definition), before);
        QCOMPARE(adviceOn(relation(name)), SizeAdvice::Fine);

        m_database->script("update pg_index set indisvalid = false where indexrelid = "
                           "'graphile_worker."
                           + name.toUtf8() + "'::regclass");
        const RelationSize unfinished = relation(name);
        QCOMPARE(adviceOn(unfinished), SizeAdvice::Reindex);
        QVERIFY(adviceReason(unfinished, {}).startsWith(u"Unfinished"_s));
        QVERIFY(runStatementLogged(*m_session, log(), u"reindex"_s,
                                   adviceSql(SizeAdvice::Reindex, kSchema, unfinished.name)));
        QVERIFY(relation(name).isValid);
    }
    // Those of graphile_worker_rs are its own.
    m_database->script("drop index graphile_worker.jobs_main_index;"
                       "create table graphile_worker._private_job_retirements (id int)");
    QVERIFY(relation(u"jobs_main_index"_s).name.isEmpty());
}

void TestMaintenance::onlyTheOwnerIsAllowed()
{
    m_database->script("create role guest_" + m_database->name().toLatin1()
                       + "; grant usage on schema graphile_worker to guest_"
                       + m_database->name().toLatin1());
    QVERIFY(m_session->script("set role guest_" + m_database->name().toLatin1()));
    const SchemaSizes sizes = valueOf(readSchemaSizes(*m_session, kSchema));
    const SchemaRemoval removal = valueOf(planSchemaRemoval(*m_session, kSchema));
    QVERIFY(m_session->script("reset role"));
    m_database->script("drop owned by guest_" + m_database->name().toLatin1() + "; drop role guest_"
                       + m_database->name().toLatin1());
    QVERIFY2(sizes.obstacle.contains(u"owner"_s), qPrintable(sizes.obstacle));
    QVERIFY2(removal.obstacle.contains(u"owner"_s), qPrintable(removal.obstacle));
}

void TestMaintenance::oldTransactionIsNamed()
{
    QVERIFY(!valueOf(readSchemaSizes(*m_session, kSchema)).oldest);
    // That it takes a minute to be worth a word is in the statement; here it is looked at alone.
    QByteArray sql = sqlText("models/maintenance/oldest_transaction.sql", kSchema);
    QVERIFY(sql.contains("interval '1 minute'"));
    sql.replace("interval '1 minute'", "interval '0'");
    const auto other = m_database->session();
    QVERIFY(other->script("begin isolation level repeatable read; select 1"));
    const auto rows = valueOf(m_session->query(sql));
    QCOMPARE(rows.count(), 1);
    QCOMPARE(rows.int64(0, 0), other->backendPid());
}

void TestMaintenance::cleanupDeletesWhatWasCounted()
{
    m_database->script(
        "select graphile_worker.add_job('dead', max_attempts => 1) from generate_series(1, 7);"
        "select graphile_worker.add_job('alive', queue_name => 'used');"
        "select graphile_worker.add_job('kept');"
        "select graphile_worker.add_job('unused', queue_name => 'empty')");
    m_database->script(
        "update graphile_worker._private_jobs j set attempts = 1 from "
        "graphile_worker._private_tasks "
        "t where t.id = j.task_id and t.identifier = 'dead';"
        "delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t where "
        "t.id = j.task_id and t.identifier in ('kept', 'unused')");
    CleanupOptions options;
    options.tasks = CleanupTask::DeletePermafailedJobs | CleanupTask::GcTaskIdentifiers
        | CleanupTask::GcJobQueues;
    options.keptTasks = {u"kept"_s};
    options.dryRun = true;
    const CleanupReport counted = valueOf(Cleanup(kSchema).run(*m_session, options));
    QCOMPARE(counted.jobs, 7);
    QCOMPARE(counted.taskIdentifiers, 2); // dead, unused
    QCOMPARE(counted.queues, 1);
    const auto names = [this] {
        return m_database->scalar("select string_agg(identifier, ',' order by identifier) from "
                                  "graphile_worker._private_tasks");
    };
    QCOMPARE(names(), u"alive,dead,kept,unused"_s); // counting changed nothing
    options.dryRun = false;
    const CleanupReport done = valueOf(cleanUpLogged(*m_session, log(), options, counted));
    QCOMPARE(done.jobs, counted.jobs);
    QCOMPARE(done.taskIdentifiers, counted.taskIdentifiers);
    QCOMPARE(done.queues, counted.queues);
    QCOMPARE(names(), u"alive,kept"_s);
    QCOMPARE(m_database->scalar("select string_agg(queue_name, ',') from "
                                "graphile_worker._private_job_queues"),
             u"used"_s);
    QFile file(OperatorLog(m_folder->path()).files().value(0));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray line = file.readLine();
    QVERIFY(line.contains("GC_TASK_IDENTIFIERS"));
    QVERIFY(line.contains("\"jobs\":7"));
}

void TestMaintenance::removalListsEverything()
{
    m_database->script("select graphile_worker.add_job('t') from generate_series(1, 12)");
    const SchemaRemoval plan = valueOf(planSchemaRemoval(*m_session, kSchema));
    QCOMPARE(plan.jobs, 12);
    QCOMPARE(plan.database, m_database->name());
    QVERIFY(plan.obstacle.isEmpty());
    QVERIFY(plan.dependents.isEmpty());
    const auto count = [&plan](const QString &kind) {
        return QString::number(
            std::ranges::count(plan.objects, kind, &SchemaRemoval::Object::kind));
    };
    const QByteArray in = " where relnamespace = 'graphile_worker'::regnamespace and relkind = ";
    QCOMPARE(count(u"table"_s), m_database->scalar("select count(*) from pg_class" + in + "'r'"));
    QCOMPARE(count(u"view"_s), m_database->scalar("select count(*) from pg_class" + in + "'v'"));
    QCOMPARE(count(u"function"_s),
             m_database->scalar("select count(*) from pg_proc where pronamespace = "
                                "'graphile_worker'::regnamespace"));
    const auto jobs
        = std::ranges::find(plan.objects, u"_private_jobs"_s, &SchemaRemoval::Object::name);
    QVERIFY(jobs != plan.objects.cend());
    QCOMPARE(jobs->rows, std::optional<qint64>(12));
    QVERIFY(!jobs->isEstimate);
}

void TestMaintenance::removalDropsTheSchemaAndNothingElse()
{
    const auto others = [this] {
        return m_database->scalar(
            "select string_agg(n.nspname || '.' || c.relname, ',' order by 1) from pg_class c join "
            "pg_namespace n on n.oid = c.relnamespace where n.nspname not like 'pg\\_%' and "
            "n.nspname not in ('information_schema', 'graphile_worker')");
    };
    m_database->script("create schema app; create table app.orders (id int primary key);"
                       "create table public.graphile_worker (id int)");
    const QString before = others();
    const SchemaRemoval plan = valueOf(planSchemaRemoval(*m_session, kSchema));
    QVERIFY(removeSchemaLogged(*m_session, log(), plan));
    QCOMPARE(m_database->scalar("select to_regnamespace('graphile_worker') is null"), u"t"_s);
    QCOMPARE(others(), before);
    QFile file(OperatorLog(m_folder->path()).files().value(0));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray line = file.readLine();
    QVERIFY(line.contains("remove-schema"));
    QVERIFY(line.contains("table _private_jobs"));
    QVERIFY(file.readLine().contains("committed"));
}

void TestMaintenance::removalFindsDependents()
{
    m_database->script(
        "create schema app;"
        "create view app.waiting as select id from graphile_worker.jobs;"
        "create view app.further as select count(*) from app.waiting;"
        "create function app.enqueue() returns void language plpgsql as "
        "'begin perform graphile_worker.add_job(''x''); end';"
        "create table app.notes (id int, spec graphile_worker.job_spec);"
        "create table app.links (id int, worker text references graphile_worker._private_workers)");
    const SchemaRemoval plan = valueOf(planSchemaRemoval(*m_session, kSchema));
    const QString all = plan.dependents.join(u'\n');
    QVERIFY2(all.contains(u"view app.waiting"_s), qPrintable(all));
    QVERIFY2(all.contains(u"view app.further"_s), qPrintable(all));
    QVERIFY2(all.contains(u"links"_s), qPrintable(all)); // the constraint, not the table
    QVERIFY2(all.contains(u"spec"_s), qPrintable(all));  // the column
    QCOMPARE(plan.callers, QStringList{u"app.enqueue()"_s});

    // The server says the same, in its own words, when the schema goes.
    QVERIFY(removeSchema(*m_session, plan));
    QCOMPARE(m_database->scalar("select count(*) from pg_class where relnamespace = "
                                "'app'::regnamespace and relkind = 'v'"),
             u"0"_s);
    QCOMPARE(m_database->scalar("select count(*) from pg_class where relnamespace = "
                                "'app'::regnamespace and relkind = 'r'"),
             u"2"_s);
}

void TestMaintenance::removalStopsWhenThingsChanged()
{
    const SchemaRemoval plan = valueOf(planSchemaRemoval(*m_session, kSchema));
    m_database->script("create view public.later as select id from graphile_worker.jobs");
    const auto refused = removeSchema(*m_session, plan);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, DbError::Kind::Contention);
    m_database->script("drop view public.later");
    m_database->script("select graphile_worker.worker_heartbeat('new')");
    const auto alive = removeSchema(*m_session, plan);
    QVERIFY(!alive);
    QVERIFY(alive.error().message.contains(u"worker has started"_s));
    QCOMPARE(m_database->scalar("select to_regnamespace('graphile_worker') is null"), u"f"_s);
    const SchemaRemoval now = valueOf(planSchemaRemoval(*m_session, kSchema));
    QCOMPARE(now.liveWorkers, QStringList{u"new"_s});
    QVERIFY(removeSchema(*m_session, now));
}

void TestMaintenance::removalDoesNotWaitForever()
{
    const SchemaRemoval plan = valueOf(planSchemaRemoval(*m_session, kSchema));
    const auto other = m_database->session();
    QVERIFY(other->script("begin; lock table graphile_worker._private_jobs in share mode"));
    const auto refused = removeSchema(*m_session, plan);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, DbError::Kind::Contention);
    QVERIFY(refused.error().message.contains(u"nothing was removed"_s));
    QVERIFY(other->script("rollback"));
    QCOMPARE(m_database->scalar("select to_regclass('graphile_worker._private_jobs') is null"),
             u"f"_s);
}

YARDMASTER_TEST(TestMaintenance)
#include "tst_maintenance.moc"
