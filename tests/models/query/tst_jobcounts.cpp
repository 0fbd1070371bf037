#include "models/query/jobcounts.h"

#include "models/queues/queuesnapshot.h"
#include "models/tasks/tasksnapshot.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Three tasks and a named queue, a state each, except for the tasks' due jobs.
constexpr const char *kEachState = R"(
    insert into graphile_worker._private_tasks (identifier) values ('big'), ('small'), ('rare');
    insert into graphile_worker._private_job_queues (queue_name) values ('free'), ('held');
    update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'w'
        where queue_name = 'held';
    insert into graphile_worker._private_jobs
        (task_id, job_queue_id, run_at, attempts, max_attempts, locked_at, locked_by, last_error)
    select (select id from graphile_worker._private_tasks where identifier =
                case when n = 1 then 'rare' when n % 10 = 0 then 'small' else 'big' end),
           (select id from graphile_worker._private_job_queues where queue_name =
                case when n % 10 = 1 then 'free' when n % 10 = 2 then 'held' end),
           case when n % 10 in (3, 4) then now() + interval '1 day' else now() - interval '1 day' end,
           case when n % 10 in (4, 5) then 3 else 0 end,
           case when n % 10 = 5 then 3 else 25 end,
           case when n % 1000 = 6 then now() when n % 1000 = 16 then now() - interval '5 hours' end,
           case when n % 1000 in (6, 16) then 'w' end,
           case when n % 10 in (4, 5) then 'x' end
    from generate_series(1, %1) as n;)";

QByteArray eachState(int number)
{
    return QByteArray(kEachState).replace("%1", QByteArray::number(number));
}

} // namespace

/// All jobs by state, task and queue, on a real server.
class TestJobCounts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup() { m_database.reset(); }
    void everyJobIsCountedOnce();
    void nothingIsCountedAsNothing();
    void largeTablesAreEstimatedFirst();
    void tooLargeTablesAreSampled();
    void slowCountsEndInASample();
    void aSampleThatTookTooLongIsFollowedByASmallerOne();
    void estimatesNeedEnoughPages();
    void rareStatesAreLowerBounds();
    void jobsOfDeletedQueuesAreBlocked();
    void listsOfTasksAndQueuesImprove();
    void missingSchemaIsAnError();

private:
    /// How to connect as a role for whom reading each job takes so many seconds.
    [[nodiscard]] ConnectionSettings slowedBy(const QByteArray &seconds) const
    {
        const QByteArray role = "slow_" + m_database->name().toUtf8();
        m_database->script(
            "create table pace (seconds float); insert into pace values (" + seconds
            + "); create function slowly() returns boolean language plpgsql volatile cost 1000000 "
              "as 'begin perform pg_sleep(seconds) from pace where seconds > 0; return true; end'; "
              "create role "
            + role + " login; grant select on pace to " + role
            + "; grant usage on schema graphile_worker to " + role
            + "; grant select on all tables in schema graphile_worker to " + role
            + "; create policy slowly on graphile_worker._private_jobs for select to " + role
            + " using (slowly()); create policy seen on graphile_worker._private_job_queues for "
              "select to "
            + role + " using (true)");
        ConnectionSettings settings = m_database->settings();
        settings.set(u"user"_s, QString::fromUtf8(role));
        return settings;
    }
    [[nodiscard]] qint64 number(const QByteArray &sql) const
    {
        return m_database->scalar(sql).toLongLong();
    }

    std::unique_ptr<TestDatabase> m_database;
};

void TestJobCounts::everyJobIsCountedOnce()
{
    m_database->script(eachState(20000));
    JobCounter counter(kSchema);
    const JobCounts counts = valueOf(counter.count(*m_database->session()));
    QVERIFY(!counter.wasQuick() && !counts.isSample());
    QVERIFY(counts.countedAt.isValid());
    const auto told = [&counts](const char *filter) {
        return countOf(mixQuery(QString::fromUtf8(filter)).filter, counts);
    };
    QCOMPARE(told(""), Count{20000});
    QCOMPARE(told("state:scheduled,failed"), Count{4000});
    QCOMPARE(told("state:scheduled,failed state:failed"), Count{2000});
    QCOMPARE(told("state:scheduled state:failed"), Count{0});
    for (const char *filter : {"-state:failed", "state:forbidden", "task:big", "state:failed id:1"})
        QCOMPARE(told(filter), Count{});
    QCOMPARE(counts.all.scheduled, Count{2000});
    QCOMPARE(counts.all.retrying, Count{2000});
    QCOMPARE(counts.all.failed, Count{2000});
    QCOMPARE(counts.all.blocked, Count{2000});
    QCOMPARE(counts.all.running, Count{20});
    QCOMPARE(counts.all.stuck, Count{20});
    QCOMPARE(counts.all.ready, Count{20000 - 4 * 2000 - 40});
    QCOMPARE(counts.all.all(), Count{20000});

    const qint64 rare = number("select id from graphile_worker._private_tasks "
                               "where identifier = 'rare'");
    const qint64 small = number("select id from graphile_worker._private_tasks "
                                "where identifier = 'small'");
    const qint64 held = number("select id from graphile_worker._private_job_queues "
                               "where queue_name = 'held'");
    QCOMPARE(counts.ofTask(rare).ready, Count{1});
    QCOMPARE(counts.ofTask(rare).all(), Count{1});
    QCOMPARE(counts.ofTask(small).ready, Count{2000});
    QCOMPARE(counts.ofTask(-1).all(), Count{0}); // a task without jobs
    QCOMPARE(counts.ofQueue(held).blocked, Count{2000});
    QCOMPARE(counts.ofQueue(held).ready, Count{0});
    QCOMPARE(counts.ofQueue(0).all(), Count{20000 - 2 * 2000});
}

void TestJobCounts::nothingIsCountedAsNothing()
{
    JobCounter counter(kSchema);
    const JobCounts counts = valueOf(counter.count(*m_database->session()));
    QCOMPARE(counts.all.all(), Count{0});
    QCOMPARE(counts.ofTask(1).all(), Count{0});
}

void TestJobCounts::largeTablesAreEstimatedFirst()
{
    m_database->script(eachState(40000));
    JobCounter counter(kSchema);
    counter.setLimits(100, 1min);
    const auto session = m_database->session();
    JobCounts counts = valueOf(counter.count(*session));
    QVERIFY(counter.wasQuick());
    QVERIFY(counts.isSample());
    QVERIFY(!counts.all.ready.isExact());
    QVERIFY(counts.all.ready.value > 0);
    counts = valueOf(counter.count(*session)); // all of it, as that is quick
    QVERIFY(!counter.wasQuick() && !counts.isSample());
    QCOMPARE(counts.all.scheduled, Count{4000});
}

void TestJobCounts::tooLargeTablesAreSampled()
{
    m_database->script(eachState(200000));
    JobCounter counter(kSchema);
    counter.setLimits(1500, 0ms); // no time for all of it
    const auto session = m_database->session();
    (void)valueOf(counter.count(*session));
    const JobCounts counts = valueOf(counter.count(*session));
    QVERIFY(!counter.wasQuick());
    QVERIFY(counts.isSample());
    QVERIFY2(counts.share > 0.3, qPrintable(QString::number(counts.share)));
    for (const Count &count : {counts.all.ready, counts.all.scheduled, counts.all.retrying,
                               counts.all.failed, counts.all.blocked})
        QCOMPARE(count.precision, Count::Estimate);
    const auto isNear = [](const Count &count, double expected) {
        return std::abs(double(*count.value) - expected) <= expected / 10;
    };
    QVERIFY(isNear(counts.all.scheduled, 20000));
    QVERIFY(isNear(counts.all.failed, 20000));
    QVERIFY(isNear(counts.all.ready, 200000 - 80000 - 400));
}

void TestJobCounts::slowCountsEndInASample()
{
    m_database->script(eachState(40000));
    // Every row of the table takes a while; a sample has a fraction of them.
    const auto session = Session::open(slowedBy("0.0003"), u"test"_s);
    QVERIFY(session);
    JobCounter counter(kSchema);
    counter.setLimits(20, 1h); // it is sure to have the time
    QVERIFY(valueOf(counter.count(**session)).isSample());
    // On a busy machine a sample may take too long, too; the next one is smaller.
    Result<JobCounts> answer = counter.count(**session);
    for (int i = 0; i < 20 && !answer; ++i)
        answer = counter.count(**session);
    const JobCounts counts = valueOf(answer);
    QVERIFY(counts.isSample() && !counter.wasQuick());
    QVERIFY(counts.all.ready.value > 0);
    QVERIFY(!(*session)->isInTransaction());
}

void TestJobCounts::aSampleThatTookTooLongIsFollowedByASmallerOne()
{
    m_database->script(eachState(10000));
    const auto session = Session::open(slowedBy("0"), u"test"_s);
    QVERIFY(session);
    JobCounter counter(kSchema);
    counter.setLimits(20, 0ms); // never all of it
    (void)valueOf(counter.count(**session));
    (void)valueOf(counter.count(**session));
    m_database->script("update pace set seconds = 0.02");
    const auto tooLong = counter.count(**session);
    QVERIFY(!tooLong);
    QCOMPARE(tooLong.error().kind, DbError::Kind::Cancelled);
    m_database->script("update pace set seconds = 0");
    // It may take half of what was too long, whatever it would take by now.
    const JobCounts counts = valueOf(counter.count(**session));
    QVERIFY2(counts.share < 0.6, qPrintable(QString::number(counts.share)));
}

void TestJobCounts::estimatesNeedEnoughPages()
{
    // One page in a hundred: the standard error of a state that fills whole pages is 1/sqrt(pages).
    SampleSize size{.share = 0.01, .pages = 2000, .jobs = 100000};
    QCOMPARE(fromSample(50000, size), (Count{5000000, Count::Estimate})); // half of the pages
    QCOMPARE(fromSample(20000, size), (Count{2000000, Count::Estimate})); // 400 pages
    QCOMPARE(fromSample(19000, size), (Count{19000, Count::AtLeast}));
    QCOMPARE(fromSample(0, size), (Count{0, Count::AtLeast}));
    size.share = 1;
    QCOMPARE(fromSample(0, size), Count{0});
    QCOMPARE(fromSample(19, size), Count{19});
}

void TestJobCounts::rareStatesAreLowerBounds()
{
    m_database->script(eachState(40000));
    JobCounter counter(kSchema);
    counter.setLimits(100, 1min);
    const JobCounts counts = valueOf(counter.count(*m_database->session()));
    QVERIFY(counts.isSample());
    QCOMPARE(counts.all.stuck.precision, Count::AtLeast);
    QVERIFY(counts.all.stuck.value <= 40);
    QCOMPARE(counts.ofTask(-1).all(), (Count{0, Count::AtLeast})); // not found is not absent
}

void TestJobCounts::jobsOfDeletedQueuesAreBlocked()
{
    m_database->script("select graphile_worker.add_job('a', queue_name := 'gone');"
                       "select graphile_worker.add_job('a');"
                       "delete from graphile_worker._private_job_queues;");
    JobCounter counter(kSchema);
    const JobCounts counts = valueOf(counter.count(*m_database->session()));
    QCOMPARE(counts.all.ready, Count{1});
    QCOMPARE(counts.all.blocked, Count{1});
}

/// As the pages show them: what looks at the newest and the next jobs only, and all jobs counted.
void TestJobCounts::listsOfTasksAndQueuesImprove()
{
    m_database->script("select graphile_worker.add_job('rare', queue_name := 'few');"
                       + eachState(30000).replace(", ('rare')", ""));
    const auto session = m_database->session();
    TaskSnapshot tasks = valueOf(readTasks(*session, kSchema));
    QueueSnapshot queues = valueOf(readQueues(*session, kSchema));
    const auto task = [&tasks](const QString &name) {
        return *std::ranges::find(tasks.tasks, name, &TaskRow::name);
    };
    QCOMPARE(task(u"big"_s).load.ready.precision, Count::AtLeast);
    JobCounter counter(kSchema);
    const JobCounts counts = valueOf(counter.count(*session));
    improve(&tasks, counts);
    improve(&queues, counts);
    QCOMPARE(task(u"rare"_s).load.due(), Count{2});
    QCOMPARE(task(u"rare"_s).load.failed, Count{0});
    QCOMPARE(task(u"big"_s).load.failed, Count{3000});
    QVERIFY(task(u"big"_s).load.all().isExact());
    QCOMPARE(task(u"big"_s).load.countedAt, counts.countedAt);
    const auto held = *std::ranges::find(queues.queues, u"held"_s, &QueueRow::name);
    QCOMPARE(held.load.all(), Count{3000});
    const auto few = *std::ranges::find(queues.queues, u"few"_s, &QueueRow::name);
    QCOMPARE(few.load.all(), Count{1});
}

void TestJobCounts::missingSchemaIsAnError()
{
    JobCounter counter(u"nowhere"_s);
    const auto session = m_database->session();
    const auto counts = counter.count(*session);
    QVERIFY(!counts);
    QCOMPARE(counts.error().kind, DbError::Kind::SchemaMissing);
    QVERIFY(!session->isInTransaction());
}

YARDMASTER_TEST(TestJobCounts)
#include "tst_jobcounts.moc"
