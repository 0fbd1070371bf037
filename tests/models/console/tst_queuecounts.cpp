#include "models/console/queuecounts.h"

#include "models/console/serverinfo.h"
#include "models/query/supportingindexes.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using yardmaster::test::TestDatabase;

namespace {

StateCounts read(Session &session)
{
    StateCounts counts;
    const auto waiting = readWaitingCounts(session, kSchema, &counts);
    if (!waiting)
        qFatal("%s", qUtf8Printable(waiting.error().message));
    const auto taken = readTakenCounts(session, kSchema, &counts);
    if (!taken)
        qFatal("%s", qUtf8Printable(taken.error().message));
    return counts;
}

} // namespace

class TestQueueCounts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyJobIsInOneState_data();
    void everyJobIsInOneState();
    void jobsOfStaleWorkersAreStuck_data() { everyJobIsInOneState_data(); }
    void jobsOfStaleWorkersAreStuck();
    void laterJobsAreReadOnlyWhenAskedFor();
    void jobsOfDeletedQueuesAreBlocked();
    void emptyQueueIsAllZero();
    void manyJobsAreCountedUpToTheCap();
    void laterJobsAreFoundBehindAnyBacklog();
    void serverInfoSaysWhatIsThere();
    void missingSchemaIsAnErrorOfItsOwn();
    void hiddenRowsAreNoticed();
};

void TestQueueCounts::everyJobIsInOneState_data()
{
    QTest::addColumn<QList<SupportingIndex>>("indexes");
    QTest::newRow("no index") << QList<SupportingIndex>();
    QTest::newRow("failed") << QList{SupportingIndex::Failed};
    QTest::newRow("locked") << QList{SupportingIndex::Locked};
    QTest::newRow("both") << QList{SupportingIndex::Failed, SupportingIndex::Locked};
}

void TestQueueCounts::everyJobIsInOneState()
{
    QFETCH(QList<SupportingIndex>, indexes);
    const TestDatabase database = TestDatabase::createMigrated();
    for (const SupportingIndex index : indexes)
        QVERIFY(database.session()->query(createIndexSql(index, kSchema)));
    database.script(R"(
        select graphile_worker.add_job('ready') from generate_series(1, 2);
        select graphile_worker.add_job('later', run_at := now() + interval '1 hour')
            from generate_series(1, 3);
        select graphile_worker.add_job('retrying', run_at := now() + interval '1 minute');
        select graphile_worker.add_job('retried and due');
        select graphile_worker.add_job('failed', max_attempts := 1) from generate_series(1, 4);
        select graphile_worker.add_job('running', queue_name := 'one at a time');
        select graphile_worker.add_job('running its last attempt', max_attempts := 1);
        select graphile_worker.add_job('stuck');
        select graphile_worker.add_job('blocked', queue_name := 'one at a time')
            from generate_series(1, 5);
        select graphile_worker.add_job('free queue', queue_name := 'idle');
        update graphile_worker._private_jobs as jobs
        set attempts = case when identifier like 'retr%' then 2
                            when identifier like 'failed' or identifier like '%last%' then 1
                            else attempts end,
            locked_at = case when identifier like 'running%' then now() - interval '3 hours'
                             when identifier = 'stuck' then now() - interval '5 hours' end,
            locked_by = case when identifier like 'running%' or identifier = 'stuck' then 'w' end
        from graphile_worker._private_tasks as tasks where tasks.id = jobs.task_id;
        update graphile_worker._private_job_queues
        set locked_at = now(), locked_by = 'w' where queue_name = 'one at a time';)");
    const StateCounts counts = read(*database.session());
    QCOMPARE(counts.of(JobState::Ready), Count{4}); // two, the retried one, the free queue's
    QCOMPARE(counts.of(JobState::Scheduled), Count{3});
    QCOMPARE(counts.of(JobState::Retrying), Count{1});
    QCOMPARE(counts.of(JobState::Blocked), Count{5});
    QCOMPARE(counts.of(JobState::Running), Count{2});
    QCOMPARE(counts.of(JobState::Stuck), Count{1});
    QCOMPARE(counts.of(JobState::FailedForGood), Count{4});
    QCOMPARE(counts.of(JobState::Forbidden), Count{});
}

void TestQueueCounts::jobsOfDeletedQueuesAreBlocked()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a', queue_name := 'gone');"
                    "select graphile_worker.add_job('a', queue_name := 'there');"
                    "select graphile_worker.add_job('a');"
                    "delete from graphile_worker._private_job_queues where queue_name = 'gone';");
    const StateCounts counts = read(*database.session());
    QCOMPARE(counts.of(JobState::Ready), Count{2});
    QCOMPARE(counts.of(JobState::Blocked), Count{1});
}

void TestQueueCounts::jobsOfStaleWorkersAreStuck()
{
    QFETCH(QList<SupportingIndex>, indexes);
    const TestDatabase database = TestDatabase::createMigrated();
    for (const SupportingIndex index : indexes)
        QVERIFY(database.session()->query(createIndexSql(index, kSchema)));
    database.script(
        "select graphile_worker.add_job('t') from generate_series(1, 9);"
        "update graphile_worker._private_jobs set locked_at = now() - interval '1 hour', locked_by "
        "= case when id <= 3 then 'silent' when id <= 5 then 'alive' else 'node' end where id <= 6;"
        "update graphile_worker._private_jobs set locked_at = now() - interval '5 hours', "
        "locked_by "
        "= 'node' where id = 7;"
        "insert into graphile_worker._private_workers (id, last_heartbeat_at) values "
        "('silent', now() - interval '1 hour'), ('alive', now())");
    const auto session = database.session();
    StateCounts counts = read(*session);
    QCOMPARE(counts.of(JobState::Stuck).value, 4);
    QCOMPARE(counts.of(JobState::Running).value, 3);
    // As soon as it is heard of again it is not.
    database.script("update graphile_worker._private_workers set last_heartbeat_at = now()");
    counts = read(*session);
    QCOMPARE(counts.of(JobState::Stuck).value, 1);
    QCOMPARE(counts.of(JobState::Running).value, 6);
}

void TestQueueCounts::laterJobsAreReadOnlyWhenAskedFor()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a');"
                    "select graphile_worker.add_job('b', run_at := now() + interval '1 hour')");
    StateCounts counts;
    QVERIFY(readWaitingCounts(*database.session(), kSchema, &counts, false));
    QCOMPARE(counts.of(JobState::Ready), Count{1});
    QCOMPARE(counts.of(JobState::Scheduled), Count{});
    QVERIFY(readWaitingCounts(*database.session(), kSchema, &counts, true));
    QCOMPARE(counts.of(JobState::Scheduled), Count{1});
}

void TestQueueCounts::emptyQueueIsAllZero()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const StateCounts counts = read(*database.session());
    for (const JobState state :
         {JobState::Ready, JobState::Scheduled, JobState::Retrying, JobState::Blocked,
          JobState::Running, JobState::Stuck, JobState::FailedForGood})
        QCOMPARE(counts.of(state), Count{0});
}

void TestQueueCounts::manyJobsAreCountedUpToTheCap()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a', priority := n % 3)"
                    "from generate_series(1, 10000) as n;");
    const auto session = database.session();
    QCOMPARE(read(*session).of(JobState::Ready), Count{10000});
    database.script("select graphile_worker.add_job('a');");
    const StateCounts counts = read(*session);
    QCOMPARE(counts.of(JobState::Ready), (Count{10000, Count::AtLeast}));
    QCOMPARE(counts.of(JobState::Blocked), (Count{0, Count::AtLeast}));
    QCOMPARE(counts.of(JobState::Scheduled), Count{0});
}

void TestQueueCounts::laterJobsAreFoundBehindAnyBacklog()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a', priority := -32768)"
                    "from generate_series(1, 11000);"
                    "select graphile_worker.add_job('b', priority := p,"
                    " run_at := now() + interval '1 day')"
                    "from unnest(array[-32768, -1, 0, 7, 32767]) as p;");
    QCOMPARE(read(*database.session()).of(JobState::Scheduled), Count{5});
}

void TestQueueCounts::serverInfoSaysWhatIsThere()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto info = readServerInfo(*database.session(), kSchema);
    QVERIFY(info);
    QCOMPARE(info->database, database.name());
    QCOMPARE(info->schemaRevision, 20);
    QCOMPARE(info->role, database.settings().value(u"user"_s));
    QVERIFY(info->version.at(0).isDigit());
    QVERIFY(!info->version.contains(u' '));
    QVERIFY(!info->writing.isReplica);
    QVERIFY(!info->hidesRows);
}

void TestQueueCounts::missingSchemaIsAnErrorOfItsOwn()
{
    const TestDatabase database = TestDatabase::createEmpty();
    const auto info = readServerInfo(*database.session(), u"no \"such\" schema"_s);
    QVERIFY(!info);
    QCOMPARE(info.error().kind, DbError::Kind::SchemaMissing);
}

void TestQueueCounts::hiddenRowsAreNoticed()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const QByteArray role = "reader_" + database.name().toUtf8();
    database.script("create role " + role
                    + " login;"
                      "grant usage on schema graphile_worker to "
                    + role
                    + ";"
                      "grant select on all tables in schema graphile_worker to "
                    + role + ";");
    ConnectionSettings settings = database.settings();
    settings.set(u"user"_s, QString::fromUtf8(role));
    const auto session = Session::open(settings, u"test"_s);
    QVERIFY(session);
    const auto info = readServerInfo(**session, kSchema);
    QVERIFY2(info, info ? "" : qUtf8Printable(info.error().message));
    QVERIFY(info->hidesRows);
}

YARDMASTER_TEST(TestQueueCounts)
#include "tst_queuecounts.moc"
