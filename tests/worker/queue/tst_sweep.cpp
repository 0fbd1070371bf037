#include "tests/support/testprogram.h"
#include "tests/worker/queue/registrytest.h"

#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace yardmaster;
using SweepOutcome = SweepReport::Outcome;

/// Sweeps of workers without heartbeats.
class SweepTest final : public test::RegistryTest
{
    Q_OBJECT

private slots:
    void aPartialSweepIsMarked();
    void withoutStaleWorkersNothingIsDone();
    void jobsOfStaleWorkersAreReturned();
    void recoveredJobsKeepTheirPlaceUnlessDelayed();
    void retiredJobsStayRetired();
    void resilientJobsGetThreeThresholds();
    void queuesWaitForTheirLastJob();
    void unregisteredOwnersAreSweptOnRequest();
    void dryRunOnlyReports();
    void sweepJoinsTheCallersTransaction();
    void oneSweeperPerSchema();
    void rowsInUseAreLeftForTheNextSweep();
    void manySweepersRecoverEachJobOnce();
    void worksWithAForeignRegistry();
    void badOptionsAreRefused();
};

void SweepTest::aPartialSweepIsMarked()
{
    lockedJobs("w", 1, ", flags => '{infrastructure_resilient}'");
    lockedJobs("w", 1);
    silence("w", "30 s");
    const WorkerRegistry registry(schema());
    VALUE_OF(report, registry.sweepStaleWorkers(session()));
    QCOMPARE(report.workers[0].jobs, (std::vector<qint64>{2}));
    VALUE_OF(beats, registry.beat(session(), {u"w"_s}));
    QVERIFY(beats[0].isRegistered && beats[0].wasSwept);
    // Registered again, it starts over.
    VALUE_OF(again, registry.heartbeat(session(), u"w"_s, "{}"));
    QVERIFY(again);
    VALUE_OF(later, registry.beat(session(), {u"w"_s}));
    QVERIFY(!later[0].wasSwept);
}

void SweepTest::withoutStaleWorkersNothingIsDone()
{
    lockedJobs("alive", 1);
    lockedJobs("node", 1); // never registered
    silence("alive", "19 s");
    VALUE_OF(report, WorkerRegistry(schema()).sweepStaleWorkers(session()));
    QCOMPARE(report.outcome, SweepOutcome::Swept);
    QVERIFY(report.workers.empty());
    QCOMPARE(jobs("locked_by"), u"alive, node"_s);
    QCOMPARE(m_schema->notices(), QStringList());
}

void SweepTest::jobsOfStaleWorkersAreReturned()
{
    lockedJobs("dead", 2, ", queue_name => 'q'");
    lockedJobs("alive", 1, ", queue_name => 'p'");
    silence("dead", "21 s");
    silence("idle", "21 s");
    silence("alive", "1 s");
    const WorkerRegistry registry(schema());
    VALUE_OF(report, registry.sweepStaleWorkers(session()));
    QCOMPARE(report.workers.size(), size_t(2));
    const SweptWorker &dead = report.workers[0];
    QCOMPARE(dead.id, u"dead"_s);
    QCOMPARE(dead.jobs, (std::vector<qint64>{1, 2}));
    QCOMPARE(dead.jobsKept, 0);
    QCOMPARE(dead.queuesFreed, 1);
    QVERIFY(dead.isRegistered && dead.isRemoved);
    QVERIFY(qAbs(dead.silentSince.secsTo(QDateTime::currentDateTimeUtc()) - 21) < 10);
    QVERIFY(report.workers[1].jobs.empty() && report.workers[1].isRemoved);
    QCOMPARE(
        jobs("attempts, locked_by, locked_at is null, last_error"),
        u"0 t The worker dead fell silent while it ran this job, which was taken back from it, "
        "0 t The worker dead fell silent while it ran this job, which was taken back from it, "
        "1 alive f"_s);
    QCOMPARE(m_schema->value("select string_agg(coalesce(locked_by, '-'), ' ' order by id) "
                             "from @._private_job_queues"),
             u"- alive"_s);
    QCOMPARE(m_schema->value("select string_agg(id, ' ') from @._private_workers"), u"alive"_s);
    QCOMPARE(m_schema->notices(), QStringList{u"jobs:insert {\"r\":0,\"count\":3}"_s});
    VALUE_OF(second, registry.sweepStaleWorkers(session()));
    QVERIFY(second.workers.empty());
}

void SweepTest::recoveredJobsKeepTheirPlaceUnlessDelayed()
{
    lockedJobs("dead", 1);
    silence("dead", "1 min");
    const WorkerRegistry registry(schema());
    VALUE_OF(atOnce, registry.sweepStaleWorkers(session()));
    QCOMPARE(atOnce.jobsRecovered(), 1);
    QCOMPARE(jobs("run_at = '2001-01-01Z'"), u"t"_s);

    lockedJobs("dead", 1);
    m_schema->script("update @._private_jobs set run_at = now() + interval '2 days' where id = 2");
    silence("dead", "1 min");
    VALUE_OF(delayed, registry.sweepStaleWorkers(session(), {.recoveryDelay = 24h}));
    QCOMPARE(delayed.jobsRecovered(), 2);
    QCOMPARE(jobs("round(extract(epoch from run_at - now()) / 3600)"), u"24, 48"_s);
}

void SweepTest::retiredJobsStayRetired()
{
    lockedJobs("dead", 1, ", job_key => 'replaced'");
    lockedJobs("dead", 1, ", job_key => 'removed'");
    lockedJobs("dead", 1, ", max_attempts => 1");
    lockedJobs("dead", 1, ", job_key => 'kept', max_attempts => 1");
    m_schema->script("select @.add_job('t', job_key => 'replaced'), @.remove_job('removed')");
    silence("dead", "1 min");
    VALUE_OF(report, WorkerRegistry(schema()).sweepStaleWorkers(session()));
    QCOMPARE(report.jobsRecovered(), 4);
    QCOMPARE(jobs("attempts, max_attempts"), u"25 25, 25 25, 0 1, 0 1, 0 25"_s);
}

void SweepTest::resilientJobsGetThreeThresholds()
{
    lockedJobs("dead", 1, ", flags => '{infrastructure_resilient,x}', queue_name => 'r'");
    lockedJobs("dead", 1, ", flags => '{x}', queue_name => 's'");
    lockedJobs("dead", 1);
    m_schema->script("update @._private_jobs set flags = '{\"infrastructure_resilient\": false}' "
                     "where id = 3");
    silence("dead", "30 s");
    const WorkerRegistry registry(schema());
    VALUE_OF(early, registry.sweepStaleWorkers(session()));
    QCOMPARE(early.workers.size(), size_t(1));
    QCOMPARE(early.workers[0].jobs, (std::vector<qint64>{2, 3}));
    QCOMPARE(early.workers[0].jobsKept, 1);
    QCOMPARE(early.workers[0].queuesFreed, 1);
    QVERIFY(!early.workers[0].isRemoved);
    QCOMPARE(m_schema->value("select string_agg(queue_name, ' ') from @._private_job_queues "
                             "where locked_by is not null"),
             u"r"_s);
    m_schema->script("update @._private_workers set last_heartbeat_at = now() - interval '61 s'");
    VALUE_OF(late, registry.sweepStaleWorkers(session()));
    QCOMPARE(late.workers[0].jobs, (std::vector<qint64>{1}));
    QVERIFY(late.workers[0].isRemoved);
    QCOMPARE(m_schema->value("select count(*) from @._private_job_queues where not is_available"),
             u"0"_s);
}

void SweepTest::queuesWaitForTheirLastJob()
{
    lockedJobs("dead", 1, ", queue_name => 'q'");
    lockedJobs("dead", 1, ", queue_name => 'q', flags => '{infrastructure_resilient}'");
    silence("dead", "30 s");
    VALUE_OF(report, WorkerRegistry(schema()).sweepStaleWorkers(session()));
    QCOMPARE(report.workers[0].jobs, (std::vector<qint64>{1}));
    QCOMPARE(report.workers[0].queuesFreed, 0);
    QCOMPARE(m_schema->value("select locked_by from @._private_job_queues"), u"dead"_s);
}

void SweepTest::unregisteredOwnersAreSweptOnRequest()
{
    lockedJobs("gone", 1, ", queue_name => 'q'");
    lockedJobs("busy", 2);
    m_schema->script("update @._private_jobs set locked_at = now() - interval '1 min' "
                     "where id in (1, 2);" // busy has taken another one since
                     "update @._private_job_queues set locked_at = now() - interval '1 min'");
    const WorkerRegistry registry(schema());
    VALUE_OF(usual, registry.sweepStaleWorkers(session()));
    QVERIFY(usual.workers.empty());
    for (const bool dryRun : {true, false}) {
        VALUE_OF(
            report,
            registry.sweepStaleWorkers(session(), {.dryRun = dryRun, .alsoUnregistered = true}));
        QCOMPARE(report.workers.size(), size_t(1));
        QCOMPARE(report.workers[0].id, u"gone"_s);
        QCOMPARE(report.workers[0].jobs, (std::vector<qint64>{1}));
        QCOMPARE(report.workers[0].queuesFreed, 1);
        QVERIFY(!report.workers[0].isRegistered && !report.workers[0].isRemoved);
    }
    QCOMPARE(jobs("coalesce(locked_by, '-')"), u"-, busy, busy"_s);
}

void SweepTest::dryRunOnlyReports()
{
    lockedJobs("dead", 2, ", queue_name => 'q'");
    lockedJobs("dead", 1, ", flags => '{infrastructure_resilient}'");
    silence("dead", "30 s");
    silence("idle", "30 s");
    const WorkerRegistry registry(schema());
    m_schema->script("set default_transaction_read_only = on");
    VALUE_OF(told, registry.sweepStaleWorkers(session(), {.dryRun = true}));
    m_schema->script("set default_transaction_read_only = off");
    QCOMPARE(jobs("locked_by"), u"dead, dead, dead"_s);
    QCOMPARE(m_schema->value("select count(*) from @._private_workers"), u"2"_s);
    VALUE_OF(done, registry.sweepStaleWorkers(session()));
    QCOMPARE(told.workers.size(), done.workers.size());
    for (size_t i = 0; i < done.workers.size(); ++i) {
        QCOMPARE(told.workers[i].id, done.workers[i].id);
        QCOMPARE(told.workers[i].jobs, done.workers[i].jobs);
        QCOMPARE(told.workers[i].jobsKept, done.workers[i].jobsKept);
        QCOMPARE(told.workers[i].queuesFreed, done.workers[i].queuesFreed);
        QCOMPARE(told.workers[i].isRemoved, done.workers[i].isRemoved);
        QCOMPARE(told.workers[i].silentSince, done.workers[i].silentSince);
    }
}

void SweepTest::sweepJoinsTheCallersTransaction()
{
    lockedJobs("dead", 1);
    silence("dead", "1 min");
    m_schema->script("begin");
    VALUE_OF(report, WorkerRegistry(schema()).sweepStaleWorkers(session()));
    QCOMPARE(report.jobsRecovered(), 1);
    QVERIFY(session().isInTransaction());
    m_schema->script("rollback");
    QCOMPARE(jobs("locked_by"), u"dead"_s);
    QCOMPARE(m_schema->notices(), QStringList());
}

void SweepTest::oneSweeperPerSchema()
{
    lockedJobs("dead", 1);
    silence("dead", "1 min");
    test::SchemaFixture other(*m_database, schema());
    other.script("begin");
    const WorkerRegistry registry(schema());
    VALUE_OF(first, registry.sweepStaleWorkers(other.session()));
    QCOMPARE(first.jobsRecovered(), 1);
    VALUE_OF(second, registry.sweepStaleWorkers(session()));
    QCOMPARE(second.outcome, SweepOutcome::AnotherSweeper);

    test::SchemaFixture neighbour(*m_database, u"neighbour"_s);
    neighbour.migrate();
    neighbour.script("insert into @._private_workers (id, last_heartbeat_at) "
                     "values ('x', now() - interval '6 min')");
    VALUE_OF(third, WorkerRegistry(u"neighbour"_s).sweepStaleWorkers(neighbour.session()));
    QCOMPARE(third.outcome, SweepOutcome::Swept);
    QCOMPARE(third.workers.size(), size_t(1));
    other.script("rollback");
    neighbour.script("drop schema neighbour cascade");
}

void SweepTest::rowsInUseAreLeftForTheNextSweep()
{
    lockedJobs("dead", 2);
    silence("dead", "1 min");
    silence("returning", "1 min");
    test::SchemaFixture other(*m_database, schema());
    // One of its results is being written, and another worker sends a heartbeat again.
    other.script("begin; delete from @._private_jobs where id = 1;"
                 "select @.worker_heartbeat('returning')");
    const WorkerRegistry registry(schema());
    VALUE_OF(early, registry.sweepStaleWorkers(session()));
    QCOMPARE(early.workers.size(), size_t(1));
    QCOMPARE(early.workers[0].jobs, (std::vector<qint64>{2}));
    QCOMPARE(early.workers[0].jobsKept, 1);
    QVERIFY(!early.workers[0].isRemoved);
    other.script("commit");
    VALUE_OF(late, registry.sweepStaleWorkers(session()));
    QCOMPARE(late.workers.size(), size_t(1));
    QVERIFY(late.workers[0].isRemoved);
    QCOMPARE(m_schema->value("select string_agg(id, ' ') from @._private_workers"), u"returning"_s);
}

void SweepTest::manySweepersRecoverEachJobOnce()
{
    constexpr int kJobs = 2000;
    lockedJobs("dead", kJobs);
    m_schema->script("update @._private_jobs set attempts = 10");
    silence("dead", "1 min");
    std::atomic<qsizetype> recovered = 0;
    std::atomic<int> errors = 0;
    {
        std::vector<std::jthread> sweepers;
        for (int i = 0; i < 8; ++i) {
            sweepers.emplace_back([&] {
                const auto own = m_database->session();
                for (int round = 0; round < 20; ++round) {
                    const auto report = WorkerRegistry(schema()).sweepStaleWorkers(*own);
                    if (report)
                        recovered += report->jobsRecovered();
                    else
                        ++errors;
                }
            });
        }
    }
    QCOMPARE(errors.load(), 0);
    QCOMPARE(recovered.load(), kJobs);
    QCOMPARE(m_schema->value("select string_agg(distinct attempts::text, ' ') "
                             "from @._private_jobs"),
             u"9"_s);
    QCOMPARE(m_schema->value("select count(*) from @._private_workers"), u"0"_s);
}

void SweepTest::worksWithAForeignRegistry()
{
    const test::TestDatabase database = test::TestDatabase::createEmpty();
    test::SchemaFixture rust(database, u"graphile_worker"_s);
    rust.installRevision(18);
    rust.file("replay_rust_22.sql");
    rust.script(
        "create table @._private_workers (id text primary key, last_heartbeat_at timestamptz "
        "not null, started_at timestamptz not null default now(), metadata jsonb);"
        "create function @.worker_heartbeat(worker_id text, metadata json default null) "
        "returns void language sql as $$ insert into @._private_workers values "
        "($1, now(), now(), $2) on conflict (id) do update set last_heartbeat_at = now() $$");
    const WorkerRegistry registry(rust.schema());
    VALUE_OF(beat, registry.heartbeat(rust.session(), u"w"_s, "{}"));
    QVERIFY(!beat);
    rust.script("insert into @._private_tasks (identifier) values ('t');"
                "insert into @._private_jobs (task_id, attempts, locked_at, locked_by) "
                "values (1, 1, now(), 'w');"
                "update @._private_workers set last_heartbeat_at = now() - interval '1 hour'");
    VALUE_OF(report, registry.sweepStaleWorkers(rust.session()));
    QCOMPARE(report.jobsRecovered(), 1);
    QVERIFY(report.workers[0].isRemoved);
}

void SweepTest::badOptionsAreRefused()
{
    const WorkerRegistry registry(schema());
    QCOMPARE(registry.sweepStaleWorkers(session(), {.threshold = 0ms}).error().kind,
             DbError::Kind::InvalidInput);
    QCOMPARE(registry.sweepStaleWorkers(session(), {.recoveryDelay = -1ms}).error().kind,
             DbError::Kind::InvalidInput);
}

YARDMASTER_TEST(SweepTest)
#include "tst_sweep.moc"
