#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include "tests/worker/runner/workertest.h"
#include "worker/db/sqltext.h"
#include "worker/history/history.h"
#include "worker/queue/plainadds.h"
#include <yardmaster/workerutils.h>

#include <array>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Presence = HistoryState::Presence;

/// What the triggers of the history write, and what they never do to a worker.
class HistoryRecordingTest final : public WorkerTest
{
    Q_OBJECT

private slots:
    void endsAreToldApart();
    void attemptsThatFailAreKept();
    void batchesBecomeArrays();
    void namesOutliveTheirRows();
    void faultsStopNoWorker_data();
    void faultsStopNoWorker();
    void locksOnTheHistoryStopNoWorker();
    void locksOfNoTimeAreNoRuns();
    void aDayWithoutPartitionLosesNothing();
    void aRenewedLockHidesNoRetirement();
    void truncateAndReplicasGoUnrecorded();
    void plainAddsStayFast();

private:
    [[nodiscard]] std::unique_ptr<Session> installed() const
    {
        auto session = m_database->session();
        const auto done = installHistory(*session, kSchema, {});
        if (!done)
            qFatal("%s", qUtf8Printable(done.error().message));
        return session;
    }
    /// "s:3 r:1": runs by outcome.
    [[nodiscard]] QString outcomes() const
    {
        return scalar("select coalesce(string_agg(o.outcome || ':' || o.runs, ' ' order by "
                      "o.outcome), '') from (select outcome::text as outcome, sum(n) as runs from "
                      "graphile_worker._yardmaster_history group by 1) as o");
    }
};

void HistoryRecordingTest::endsAreToldApart()
{
    const auto session = installed();
    sql("select graphile_worker.add_job('ok') from generate_series(1, 3);"
        "select graphile_worker.add_job('waits', job_key := 'gone');"
        "select graphile_worker.add_job('waits', job_key := 'stays');"
        "select graphile_worker.add_job('bad', max_attempts := 1)");
    TestWorker worker(*m_database);
    worker.handle(u"ok"_s, &succeed);
    worker.handle(u"bad"_s, [](const TaskContext &) { return TaskOutcome::failure(u"boom"_s); });
    QVERIFY(worker.drain());
    QCOMPARE(outcomes(), u"s:3"_s);
    QCOMPARE(scalar("select string_agg(outcome::text, '') from "
                    "graphile_worker._yardmaster_history_failures"),
             u"x"_s);
    QCOMPARE(scalar("select count(*) from graphile_worker._yardmaster_history where worker like "
                    "'yardmaster-%' and started <= finished and run_ats[1] <= started and "
                    "attempts is null and min_id = ids[1]"),
             u"3"_s);

    // Removed, by key and by id; a failed job is cleaned up.
    sql("select graphile_worker.remove_job('gone')");
    sql("select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where key "
        "= 'stays'))");
    QVERIFY(Cleanup(kSchema).run(*session, {.tasks = CleanupTask::DeletePermafailedJobs}));
    QCOMPARE(outcomes(), u"f:1 r:2 s:3"_s);

    // Removed by key while it runs: its worker's delete counts as a run.
    TestWorker other(*m_database);
    other.handle(u"keyed"_s, [this](const TaskContext &) {
        const auto own = m_database->session();
        (void)own->script("select graphile_worker.remove_job('running')");
        return TaskOutcome::success();
    });
    sql("select graphile_worker.add_job('keyed', job_key := 'running')");
    QVERIFY(other.drain());
    QCOMPARE(outcomes(), u"f:1 k:1 r:2 s:3"_s);

    // A lock of five hours tells nothing.
    sql("select graphile_worker.add_job('old');"
        "update graphile_worker._private_jobs set locked_by = 'w', locked_at = now() - interval "
        "'5 hours'");
    sql("select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))");
    QCOMPARE(outcomes(), u"f:1 k:1 r:2 s:3 u:1"_s);
}

void HistoryRecordingTest::attemptsThatFailAreKept()
{
    const auto session = installed();
    sql("select graphile_worker.add_job('bad', queue_name := 'q', max_attempts := 2)");
    TestWorker worker(*m_database);
    worker.handle(u"bad"_s,
                  [](const TaskContext &) { return TaskOutcome::failure(QString(800, u'ä')); });
    QVERIFY(worker.drain());
    const QByteArray attempts
        = "select string_agg(concat_ws(' ', outcome, attempt, max_attempts, length(error), "
          "queue_id is not null, worker like 'yardmaster-%', run_at <= started), ', ' order by "
          "attempt) from graphile_worker._yardmaster_history_failures";
    QCOMPARE(scalar(attempts), u"e 1 2 500 t t t"_s);
    // Nothing else that touches the error is an attempt.
    sql("select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs), "
        "'by hand')");
    QCOMPARE(scalar(attempts), u"e 1 2 500 t t t"_s);
    // The worker dies: the attempt is given back.
    sql("update graphile_worker._private_jobs set attempts = 1, locked_by = 'dead', locked_at = "
        "now(); select graphile_worker.recover_dead_worker_jobs('{dead}')");
    QCOMPARE(scalar("select outcome::text || attempt from "
                    "graphile_worker._yardmaster_history_failures where worker = 'dead'"),
             u"d1"_s);
    // Silent for the second time, so that its attempt counts.
    sql("update graphile_worker._private_jobs set attempts = 1, locked_by = 'silent', locked_at = "
        "now(); update graphile_worker._private_jobs set locked_by = null, locked_at = null, "
        "last_error = 'The worker silent fell silent while it ran this job, which was taken back "
        "from it'");
    QCOMPARE(scalar("select outcome::text || attempt from "
                    "graphile_worker._yardmaster_history_failures where worker = 'silent'"),
             u"d1"_s);
    // Returned, unlocked: no attempt ended.
    sql("update graphile_worker._private_jobs set locked_by = 'w', locked_at = now();"
        "select graphile_worker.force_unlock_workers('{w}')");
    QCOMPARE(scalar("select count(*) from graphile_worker._yardmaster_history_failures"), u"3"_s);
}

void HistoryRecordingTest::batchesBecomeArrays()
{
    const auto session = installed();
    // 16 rows each on their own, 17 in one; both tell the same.
    sql("select graphile_worker.add_job('a', queue_name := case when n % 2 = 0 then 'q' end) from "
        "generate_series(1, 33) as n;"
        "update graphile_worker._private_jobs set locked_by = 'w', locked_at = now(), attempts = "
        "case when id = 20 then 3 else 1 end;"
        "delete from graphile_worker._private_jobs where id <= 16");
    QCOMPARE(scalar("select count(*) || ' ' || sum(n) from graphile_worker._yardmaster_history"),
             u"16 16"_s);
    sql("delete from graphile_worker._private_jobs");
    QCOMPARE(
        scalar("select concat_ws(' ', n, min_id, max_id, cardinality(ids), "
               "cardinality(run_ats), cardinality(queue_ids), array_position(ids, 20::bigint) = "
               "array_position(attempts, 3::smallint)) from "
               "graphile_worker._yardmaster_history where n > 1"),
        u"17 17 33 17 17 17 t"_s);
    QCOMPARE(scalar("select count(*) from graphile_worker._yardmaster_history where n = 1 and "
                    "(queue_ids is null) = (min_id % 2 = 1)"),
             u"16"_s);
    // No array grows without limit.
    sql("insert into graphile_worker._private_jobs (task_id) select 1 from generate_series(1, "
        "25000); delete from graphile_worker._private_jobs");
    QCOMPARE(scalar("select max(n) <= 10000 and sum(n) = 25000 from "
                    "graphile_worker._yardmaster_history where outcome = 'r'"),
             u"t"_s);
}

void HistoryRecordingTest::namesOutliveTheirRows()
{
    const auto session = installed();
    sql("select graphile_worker.add_job('a', queue_name := 'q');"
        "select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))");
    QVERIFY(Cleanup(kSchema).run(
        *session, {.tasks = CleanupTask::GcTaskIdentifiers | CleanupTask::GcJobQueues}));
    QCOMPARE(scalar("select string_agg(kind::text || name, ' ' order by kind) from "
                    "graphile_worker._yardmaster_history_names as names join "
                    "graphile_worker._yardmaster_history as ended on names.id = case names.kind "
                    "when 't' then ended.task_id else ended.queue_ids[1] end where gone is not "
                    "null"),
             u"qq ta"_s);
}

void HistoryRecordingTest::faultsStopNoWorker_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<bool>("isSeen"); // in the state, which may itself be gone
    QTest::newRow("a column renamed")
        << QByteArray("alter table graphile_worker._yardmaster_history rename n to m;"
                      "alter table graphile_worker._yardmaster_history_failures rename id to key")
        << true;
    QTest::newRow("a table gone") << QByteArray("drop table graphile_worker._yardmaster_history, "
                                                "graphile_worker._yardmaster_history_failures")
                                  << true;
    QTest::newRow("everything gone but the triggers")
        << QByteArray("drop table graphile_worker._yardmaster_history, "
                      "graphile_worker._yardmaster_history_failures, "
                      "graphile_worker._yardmaster_history_state, "
                      "graphile_worker._yardmaster_history_names")
        << false;
    QTest::newRow("no partition at all")
        << QByteArray("drop table graphile_worker._yardmaster_history_rest;"
                      "update graphile_worker._yardmaster_history_state set keep_days = 1;"
                      "do $$ declare part regclass; begin for part in select inhrelid from "
                      "pg_inherits where inhparent in ("
                      "'graphile_worker._yardmaster_history'::regclass, "
                      "'graphile_worker._yardmaster_history_failures'::regclass) loop "
                      "execute 'drop table ' || part; end loop; end $$")
        << true;
    QTest::newRow("the function that tells of trouble gone")
        << QByteArray("drop function graphile_worker._yardmaster_history_trouble(text);"
                      "drop table graphile_worker._yardmaster_history, "
                      "graphile_worker._yardmaster_history_failures")
        << false;
    QTest::newRow("an expression that fails")
        << QByteArray("alter table graphile_worker._yardmaster_history add check (1 / n < 0);"
                      "alter table graphile_worker._yardmaster_history_failures add check (1 / "
                      "attempt < 0)")
        << true;
}

void HistoryRecordingTest::faultsStopNoWorker()
{
    QFETCH(QByteArray, fault);
    QFETCH(bool, isSeen);
    const auto session = installed();
    sql(fault);
    sql("select graphile_worker.add_job('ok') from generate_series(1, 40);"
        "select graphile_worker.add_job('bad', max_attempts := 1)");
    TestWorker worker(*m_database);
    worker.options.concurrency = 4;
    worker.handle(u"ok"_s, &succeed);
    worker.handle(u"bad"_s, [](const TaskContext &) { return TaskOutcome::failure(u"boom"_s); });
    QVERIFY(worker.drain());
    QCOMPARE(worker.outcome->succeeded, 40);
    QCOMPARE(worker.outcome->failedForGood, 1);
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where locked_at is not "
                    "null or last_error is null"),
             u"0"_s);
    QVERIFY(m_database->serverLog().join(u'\n').contains(u"Yardmaster does not record history"_s));

    VALUE_OF(state, inspectHistory(*session, kSchema));
    QVERIFY(state.needsAttention());
    if (isSeen)
        QVERIFY(!scalar("select last_trouble from graphile_worker._yardmaster_history_state")
                     .isEmpty());
}

void HistoryRecordingTest::locksOnTheHistoryStopNoWorker()
{
    const auto session = installed();
    sql("select graphile_worker.add_job('ok') from generate_series(1, 10)");
    const auto other = m_database->session();
    QVERIFY(other->script("begin; lock table graphile_worker._yardmaster_history"));
    TestWorker worker(*m_database);
    worker.handle(u"ok"_s, &succeed);
    QVERIFY(worker.drain());
    QCOMPARE(worker.outcome->succeeded, 10);
    QVERIFY(other->script("rollback"));
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"0"_s);
    QVERIFY(scalar("select last_trouble from graphile_worker._yardmaster_history_state")
                .contains(u"lock timeout"_s));
}

/// Set by hand, so that nobody takes the job.
void HistoryRecordingTest::locksOfNoTimeAreNoRuns()
{
    const auto session = installed();
    sql("select graphile_worker.add_job('ok'); update graphile_worker._private_jobs set locked_at "
        "= 'infinity', locked_by = 'parked'; delete from graphile_worker._private_jobs");
    QCOMPARE(scalar("select outcome::text || ' ' || (started is null) from "
                    "graphile_worker._yardmaster_history"),
             u"u true"_s);
}

void HistoryRecordingTest::aDayWithoutPartitionLosesNothing()
{
    const auto session = installed();
    sql("do $$ declare part regclass; begin for part in select inhrelid from pg_inherits where "
        "inhparent = 'graphile_worker._yardmaster_history'::regclass and inhrelid <> "
        "'graphile_worker._yardmaster_history_rest'::regclass loop execute 'drop table ' || part; "
        "end loop; end $$;"
        "select graphile_worker.add_job('a');"
        "select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))");
    QCOMPARE(outcomes(), u"r:1"_s);
    // It is made at midnight, if somebody comes by.
    VALUE_OF(kept, inspectHistory(*session, kSchema));
    QVERIFY(!kept.hasToday && kept.figures->hasRest && !kept.needsAttention());
    sql("update graphile_worker._yardmaster_history_state set kept_at = now() - interval '2 h'");
    VALUE_OF(state, inspectHistory(*session, kSchema));
    QVERIFY(state.isNeglected() && state.needsAttention());
    QCOMPARE(state.presence, Presence::Complete);
}

/// Locks of long jobs are renewed, also of one that was removed while it ran.
void HistoryRecordingTest::aRenewedLockHidesNoRetirement()
{
    const auto session = installed();
    sql("select graphile_worker.add_job('t', job_key := 'k'); update "
        "graphile_worker._private_jobs set locked_by = 'w', attempts = 1, locked_at = now() - "
        "interval '2 hours'; select graphile_worker.remove_job('k')");
    const qint64 lockedAt = scalar("select (extract(epoch from locked_at) * 1000000)::bigint from "
                                   "graphile_worker._private_jobs")
                                .toLongLong();
    const std::array<qint64, 1> ids{1};
    const std::array<qint64, 1> times{lockedAt};
    const qint64 now
        = scalar("select (extract(epoch from now()) * 1000000)::bigint").toLongLong() + 1;
    QVERIFY(session->query(sqlText("worker/queue/refresh_locks.sql", kSchema),
                           {param(u"w"), param(std::span<const qint64>(ids)),
                            param(std::span<const qint64>(times)), param(now)}));
    sql("delete from graphile_worker._private_jobs");
    QCOMPARE(outcomes(), u"k:1"_s);
}

void HistoryRecordingTest::truncateAndReplicasGoUnrecorded()
{
    const auto session = installed();
    sql("select graphile_worker.add_job('a') from generate_series(1, 3);"
        "begin; set local session_replication_role = replica;"
        "delete from graphile_worker._private_jobs where id = 1; commit;"
        "truncate graphile_worker._private_jobs");
    QCOMPARE(outcomes(), QString());
    VALUE_OF(state, inspectHistory(*session, kSchema));
    QVERIFY(!state.needsAttention());
}

void HistoryRecordingTest::plainAddsStayFast()
{
    const auto session = installed();
    sql("select graphile_worker.add_job('a')");
    const std::vector<JobSpec> specs{{.identifier = u"a"_s}, {.identifier = u"a"_s}};
    const auto added
        = addPlainJobs(*session, sqlText("worker/queue/add_plain_jobs.sql", kSchema), specs,
                       [](const JobSpec &) { return std::optional<Timestamp>(); });
    QVERIFY(added && added->has_value());
}

YARDMASTER_TEST(HistoryRecordingTest)
#include "tst_historyrecording.moc"
