#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include "worker/queue/workerregistry.h"

#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace yardmaster;
using SweepOutcome = SweepReport::Outcome;

/// Heartbeats, and sweeps of workers without any.
class WorkerRegistryTest final : public test::QueueTest
{
    Q_OBJECT

private slots:
    void heartbeatReturnsTheTimeSinceTheLastOne();
    void workersCanBeListed();
    void missingRegistryIsAnError();
    void onlyOwnLocksAreRenewed();
    void retiredJobsKeepTheTimeOfTheirLock();

    void beatsRenewButDoNotRegister();
    void beatsPublishTheLastFetchAndRelease();
    void aBeatThatWaitsForASweepFindsNoRow();
    void locksKeepAWorkerRegistered();
    void workersHaveTheirOwnThresholds();
    void observedWorkersAreSweptUnlessTheyBeat();
    void aPartialSweepIsMarked();
    void listedSuspectsLoseTheirAttempt();

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

private:
    /// `count` jobs, each locked by `worker`, at their first attempt.
    void lockedJobs(const char *worker, int count, const QByteArray &more = {});
    void silence(const char *worker, const char *age);
    QString jobs(const QByteArray &columns);
    /// As they are in the table; without a lock time where there is no such job.
    static std::vector<Lease> leases(const test::SchemaFixture &schema, const QList<qint64> &ids);
};

std::vector<Lease> WorkerRegistryTest::leases(const test::SchemaFixture &schema,
                                              const QList<qint64> &ids)
{
    std::vector<Lease> leases;
    for (const qint64 id : ids) {
        Lease lease{.id = id, .attempts = 1};
        lease.lockedAt = schema
                             .value("select (extract(epoch from locked_at) * 1000000)::bigint "
                                    "from @._private_jobs where id = "
                                    + QByteArray::number(id))
                             .toLongLong();
        leases.push_back(lease);
    }
    return leases;
}

void WorkerRegistryTest::lockedJobs(const char *worker, int count, const QByteArray &more)
{
    m_schema->script("with added as (select (@.add_job('t', run_at => '2001-01-01Z'" + more
                     + ")).id from generate_series(1, " + QByteArray::number(count)
                     + ")) select from added");
    m_schema->script("update @._private_jobs set attempts = attempts + 1, "
                     "created_at = now() - interval '10 s', updated_at = now() - interval '10 s', "
                     "locked_by = '"
                     + QByteArray(worker)
                     + "', locked_at = now() - interval '5 s' where locked_by is null;"
                       "update @._private_job_queues set locked_by = '"
                     + QByteArray(worker)
                     + "', locked_at = now() - interval '5 s' where locked_by is null");
    (void)m_schema->notices();
}

void WorkerRegistryTest::silence(const char *worker, const char *age)
{
    m_schema->script("insert into @._private_workers (id, last_heartbeat_at, metadata) values ('"
                     + QByteArray(worker) + "', now() - interval '" + QByteArray(age)
                     + "', '{\"sweep_threshold_ms\": 20000}')");
}

QString WorkerRegistryTest::jobs(const QByteArray &columns)
{
    return m_schema->value("select string_agg(concat_ws(' ', " + columns
                           + "), ', ' order by id) from @._private_jobs");
}

void WorkerRegistryTest::heartbeatReturnsTheTimeSinceTheLastOne()
{
    const WorkerRegistry registry(schema());
    VALUE_OF(isThere, registry.exists(session()));
    QVERIFY(isThere);
    VALUE_OF(first, registry.heartbeat(session(), u"w"_s, "{\"pid\":1}"));
    QVERIFY(!first);
    m_schema->script("update @._private_workers set last_heartbeat_at = now() - interval '1 hour'");
    VALUE_OF(second, registry.heartbeat(session(), u"w"_s));
    QVERIFY(second && *second >= 1h && *second < 2h);
    QCOMPARE(m_schema->value("select metadata from @._private_workers"), u"{\"pid\": 1}"_s);
    QVERIFY(registry.deregister(session(), u"w"_s));
    QVERIFY(registry.deregister(session(), u"w"_s));
    QCOMPARE(m_schema->value("select count(*) from @._private_workers"), u"0"_s);
    VALUE_OF(again, registry.heartbeat(session(), u"w"_s));
    QVERIFY(!again);
}

void WorkerRegistryTest::workersCanBeListed()
{
    const WorkerRegistry registry(schema());
    VALUE_OF(beat, registry.heartbeat(session(), u"alive"_s, "{\"host\":\"h\"}"));
    Q_UNUSED(beat);
    silence("silent", "1 min");
    VALUE_OF(all, registry.listActiveWorkers(session(), 1h));
    QCOMPARE(all.size(), size_t(2));
    VALUE_OF(active, registry.listActiveWorkers(session(), 20s));
    QCOMPARE(active.size(), size_t(1));
    QCOMPARE(active[0].id, u"alive"_s);
    QCOMPARE(active[0].metadata, "{\"host\": \"h\"}");
    QVERIFY(active[0].silentFor < 20s);
    QVERIFY(active[0].startedAt.secsTo(active[0].lastHeartbeatAt) >= 0);
}

void WorkerRegistryTest::missingRegistryIsAnError()
{
    const test::TestDatabase plain = test::TestDatabase::createEmpty();
    test::SchemaFixture schema(plain, u"graphile_worker"_s);
    schema.installRevision(20);
    const WorkerRegistry registry(schema.schema());
    VALUE_OF(isThere, registry.exists(schema.session()));
    QVERIFY(!isThere);
    for (const bool dryRun : {false, true}) {
        VALUE_OF(report, registry.sweepStaleWorkers(schema.session(), {.dryRun = dryRun}));
        QCOMPARE(report.outcome, SweepOutcome::NoRegistry);
        QVERIFY(report.workers.empty());
    }
    QCOMPARE(plain.serverLog().filter(u"ERROR"_s), QStringList());

    const auto beat = registry.heartbeat(schema.session(), u"w"_s);
    QCOMPARE(beat.error().kind, DbError::Kind::SchemaMissing);
    QCOMPARE(beat.error().message,
             u"the schema \"graphile_worker\" has no registry of workers; add it with: "
             "yardmaster --schema-only"_s);
    QCOMPARE(registry.deregister(schema.session(), u"w"_s).error().kind,
             DbError::Kind::SchemaMissing);
    QCOMPARE(registry.listActiveWorkers(schema.session(), 1s).error().kind,
             DbError::Kind::SchemaMissing);
    schema.script("insert into @._private_tasks (identifier) values ('t');"
                  "insert into @._private_jobs (task_id, locked_at, locked_by) "
                  "values (1, now() - interval '3 hours', 'w')");
    schema.script("begin");
    VALUE_OF(time, WorkerRegistry::serverTime(schema.session()));
    VALUE_OF(held, registry.refreshLocks(schema.session(), u"w"_s, leases(schema, {1, 2}), time));
    schema.script("commit");
    QCOMPARE(held.keys(), QList<qint64>{1});
}

void WorkerRegistryTest::onlyOwnLocksAreRenewed()
{
    lockedJobs("ours", 2, ", queue_name => 'q'");
    lockedJobs("theirs", 1, ", queue_name => 'p'");
    m_schema->script("update @._private_jobs set locked_at = now() - interval '3 hours';"
                     "update @._private_job_queues set locked_at = now() - interval '3 hours'");
    const WorkerRegistry registry(schema());
    m_schema->script("begin");
    VALUE_OF(time, WorkerRegistry::serverTime(session()));
    const std::vector<Lease> known = leases(*m_schema, {1, 3, 9});
    std::vector<Lease> stale = leases(*m_schema, {2});
    stale[0].lockedAt -= 1; // of an earlier fetch, under the same name
    VALUE_OF(held, registry.refreshLocks(session(), u"ours"_s, known, time));
    VALUE_OF(lost, registry.refreshLocks(session(), u"ours"_s, stale, time));
    m_schema->script("commit");
    QVERIFY(lost.isEmpty());
    QCOMPARE(held.keys(), QList<qint64>{1});
    QCOMPARE(held[1].before, known[0].lockedAt);
    QCOMPARE(held[1].lockedAt, time);
    QCOMPARE(leases(*m_schema, {1})[0].lockedAt, time);
    QCOMPARE(jobs("locked_at > now() - interval '1 hour'"), u"t, f, f"_s);
    QCOMPARE(m_schema->value("select string_agg(concat_ws(' ', queue_name, locked_by, locked_at > "
                             "now() - interval '1 hour'), ', ' order by id) "
                             "from @._private_job_queues"),
             u"q ours t, p theirs f"_s);
    VALUE_OF(none, registry.refreshLocks(session(), u"ours"_s, {}, time));
    QVERIFY(none.isEmpty());
}

void WorkerRegistryTest::retiredJobsKeepTheTimeOfTheirLock()
{
    lockedJobs("w", 1, ", job_key => 'k', queue_name => 'q'");
    m_schema->script("select @.remove_job('k')");
    const WorkerRegistry registry(schema());
    VALUE_OF(time, WorkerRegistry::serverTime(session()));
    VALUE_OF(held, registry.refreshLocks(session(), u"w"_s, leases(*m_schema, {1}), time));
    QCOMPARE(held.keys(), QList<qint64>{1}); // it still runs, and so its queue stays ours
    QCOMPARE(jobs("updated_at > locked_at"), u"t"_s);
    QCOMPARE(m_schema->value("select locked_at > now() - interval '3 s' "
                             "from @._private_job_queues"),
             u"t"_s);
    silence("w", "1 min");
    VALUE_OF(report, registry.sweepStaleWorkers(session()));
    QCOMPARE(report.jobsRecovered(), 1);
    QCOMPARE(jobs("attempts, max_attempts"), u"25 25"_s);
}

void WorkerRegistryTest::beatsRenewButDoNotRegister()
{
    silence("w", "1 hour");
    const WorkerRegistry registry(schema());
    VALUE_OF(beats, registry.beat(session(), {u"gone"_s, u"w"_s}));
    QVERIFY(!beats[0].isRegistered && beats[1].isRegistered && !beats[1].wasSwept);
    QCOMPARE(m_schema->value("select string_agg(id, ' ') from @._private_workers "
                             "where last_heartbeat_at > now() - interval '1 min'"),
             u"w"_s);
}

void WorkerRegistryTest::beatsPublishTheLastFetchAndRelease()
{
    silence("w", "1 hour");
    m_schema->script("update @._private_workers set metadata = '{\"pid\": 7}' where id = 'w'");
    const WorkerRegistry registry(schema());
    VALUE_OF(first, registry.beat(session(), {u"w"_s}));
    QVERIFY(first[0].isRegistered);
    const auto published = [this] {
        return m_schema->value(
            "select metadata ->> 'pid' || ' '"
            " || coalesce(extract(epoch from last_heartbeat_at"
            "             - (metadata ->> 'fetched_at')::timestamptz)::int::text, '-') || ' '"
            " || coalesce(extract(epoch from last_heartbeat_at"
            "             - (metadata ->> 'released_at')::timestamptz)::int::text, '-') "
            "from @._private_workers where id = 'w'");
    };
    QCOMPARE(published(), u"7 - -"_s);
    VALUE_OF(second, registry.beat(session(), {u"w"_s}, {std::chrono::seconds(5), {}}));
    QVERIFY(second[0].isRegistered);
    QCOMPARE(published(), u"7 5 -"_s);
    VALUE_OF(
        third,
        registry.beat(session(), {u"w"_s}, {std::chrono::seconds(2), std::chrono::seconds(60)}));
    QVERIFY(third[0].isRegistered);
    QCOMPARE(published(), u"7 2 60"_s);
    VALUE_OF(fourth, registry.beat(session(), {u"w"_s}, {{}, {}, 3}));
    QVERIFY(fourth[0].isRegistered);
    QCOMPARE(
        m_schema->value("select metadata ->> 'running' from @._private_workers where id = 'w'"),
        u"3"_s);
}

/// With an upsert, or a look at the row as it was before, it would not.
void WorkerRegistryTest::aBeatThatWaitsForASweepFindsNoRow()
{
    silence("w", "1 min");
    test::SchemaFixture sweeper(*m_database, schema());
    sweeper.script("begin");
    VALUE_OF(report, WorkerRegistry(schema()).sweepStaleWorkers(sweeper.session()));
    QVERIFY(report.workers[0].isRemoved);
    bool wasRegistered = true;
    std::thread worker([&] {
        const auto own = m_database->session();
        const auto beats = WorkerRegistry(schema()).beat(*own, {u"w"_s});
        wasRegistered = !beats || (*beats)[0].isRegistered;
    });
    QTRY_VERIFY_WITH_TIMEOUT(
        m_schema->value("select count(*) from pg_stat_activity where wait_event_type = 'Lock' "
                        "and datname = current_database()")
            == "1"_L1,
        60000);
    sweeper.script("commit");
    worker.join();
    QVERIFY(!wasRegistered);
}

void WorkerRegistryTest::locksKeepAWorkerRegistered()
{
    lockedJobs("job", 1);
    lockedJobs("queue", 1, ", queue_name => 'q'");
    m_schema->script("delete from @._private_jobs where locked_by = 'queue'");
    const WorkerRegistry registry(schema());
    for (const char *worker : {"job", "queue", "free"}) {
        silence(worker, "0 s");
        VALUE_OF(left, registry.deregisterIfFree(session(), QString::fromLatin1(worker)));
        QCOMPARE(left, QByteArray(worker) == "free");
    }
    QCOMPARE(m_schema->value("select string_agg(id, ' ' order by id) from @._private_workers"),
             u"job queue"_s);
}

void WorkerRegistryTest::workersHaveTheirOwnThresholds()
{
    silence("usual", "30 s");
    m_schema->script("insert into @._private_workers (id, last_heartbeat_at, metadata) values "
                     "('rust', now() - interval '4 min', null), "
                     "('gone', now() - interval '6 min', '{\"sweep_threshold_ms\": \"x\"}'), "
                     "('patient', now() - interval '1 min', '{\"sweep_threshold_ms\": 90000}')");
    VALUE_OF(report, WorkerRegistry(schema()).sweepStaleWorkers(session(), {.dryRun = true}));
    QCOMPARE(report.workers.size(), size_t(2));
    QCOMPARE(report.workers[0].id, u"gone"_s);
    QCOMPARE(report.workers[1].id, u"usual"_s);
    // Ours is the longer one.
    VALUE_OF(
        ours,
        WorkerRegistry(schema()).sweepStaleWorkers(session(), {.threshold = 40s, .dryRun = true}));
    QCOMPARE(ours.workers.size(), size_t(1));
}

void WorkerRegistryTest::observedWorkersAreSweptUnlessTheyBeat()
{
    lockedJobs("quiet", 1);
    lockedJobs("alive", 1);
    lockedJobs("other", 1);
    for (const char *worker : {"quiet", "alive", "other"})
        silence(worker, "-1 hour"); // the server's clock has jumped, which does not matter
    const WorkerRegistry registry(schema());
    VALUE_OF(seen, registry.observe(session()));
    QCOMPARE(seen.size(), size_t(3));
    SweepOptions options;
    options.watched.emplace();
    for (const SeenWorker &worker : seen) {
        QCOMPARE(worker.threshold, std::optional<std::chrono::milliseconds>(20s));
        if (worker.id != "other"_L1)
            options.watched->push_back({worker.id, worker.heartbeatUs, 21s, 20s});
    }
    VALUE_OF(beats, registry.beat(session(), {u"alive"_s}));
    QVERIFY(beats[0].isRegistered);
    VALUE_OF(report, registry.sweepStaleWorkers(session(), options));
    QCOMPARE(report.workers.size(), size_t(1));
    QCOMPARE(report.workers[0].id, u"quiet"_s);
    QCOMPARE(jobs("coalesce(locked_by, '-')"), u"-, alive, other"_s);
}

void WorkerRegistryTest::aPartialSweepIsMarked()
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

void WorkerRegistryTest::listedSuspectsLoseTheirAttempt()
{
    lockedJobs("w", 2);
    lockedJobs("w", 1, ", max_attempts => 1");
    silence("w", "30 s");
    const WorkerRegistry registry(schema());
    VALUE_OF(isListed, registry.listSuspects(session(), u"w"_s, std::array<qint64, 2>{2, 3}));
    QVERIFY(isListed);
    VALUE_OF(unknown, registry.listSuspects(session(), u"x"_s, {}));
    QVERIFY(!unknown);
    VALUE_OF(report, registry.sweepStaleWorkers(session()));
    QCOMPARE(report.jobsRecovered(), 3);
    QCOMPARE(jobs("attempts, run_at > now() + interval '1 s', is_available"),
             u"0 f t, 1 t t, 1 t f"_s);
}

void WorkerRegistryTest::withoutStaleWorkersNothingIsDone()
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

void WorkerRegistryTest::jobsOfStaleWorkersAreReturned()
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

void WorkerRegistryTest::recoveredJobsKeepTheirPlaceUnlessDelayed()
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

void WorkerRegistryTest::retiredJobsStayRetired()
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

void WorkerRegistryTest::resilientJobsGetThreeThresholds()
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

void WorkerRegistryTest::queuesWaitForTheirLastJob()
{
    lockedJobs("dead", 1, ", queue_name => 'q'");
    lockedJobs("dead", 1, ", queue_name => 'q', flags => '{infrastructure_resilient}'");
    silence("dead", "30 s");
    VALUE_OF(report, WorkerRegistry(schema()).sweepStaleWorkers(session()));
    QCOMPARE(report.workers[0].jobs, (std::vector<qint64>{1}));
    QCOMPARE(report.workers[0].queuesFreed, 0);
    QCOMPARE(m_schema->value("select locked_by from @._private_job_queues"), u"dead"_s);
}

void WorkerRegistryTest::unregisteredOwnersAreSweptOnRequest()
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

void WorkerRegistryTest::dryRunOnlyReports()
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

void WorkerRegistryTest::sweepJoinsTheCallersTransaction()
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

void WorkerRegistryTest::oneSweeperPerSchema()
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

void WorkerRegistryTest::rowsInUseAreLeftForTheNextSweep()
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

void WorkerRegistryTest::manySweepersRecoverEachJobOnce()
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

void WorkerRegistryTest::worksWithAForeignRegistry()
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

void WorkerRegistryTest::badOptionsAreRefused()
{
    const WorkerRegistry registry(schema());
    QCOMPARE(registry.sweepStaleWorkers(session(), {.threshold = 0ms}).error().kind,
             DbError::Kind::InvalidInput);
    QCOMPARE(registry.sweepStaleWorkers(session(), {.recoveryDelay = -1ms}).error().kind,
             DbError::Kind::InvalidInput);
}

YARDMASTER_TEST(WorkerRegistryTest)
#include "tst_workerregistry.moc"
