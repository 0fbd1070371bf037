#include "tests/support/testprogram.h"
#include "tests/worker/queue/registrytest.h"

#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace yardmaster;
using SweepOutcome = SweepReport::Outcome;

/// Registered workers and their heartbeats.
class WorkerRegistryTest final : public test::RegistryTest
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
    void listedSuspectsLoseTheirAttempt();
};

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

YARDMASTER_TEST(WorkerRegistryTest)
#include "tst_workerregistry.moc"
