#include "models/jobs/whynot.h"
#include "models/query/jobcounts.h"
#include "models/query/jobdetails.h"
#include "models/query/jobloads.h"
#include "models/query/jobreads.h"
#include "models/query/operationscope.h"
#include "models/query/workersalive.h"
#include "models/queues/queueevidence.h"
#include "models/workers/workerrow.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// A job that a silent worker has locked is stuck, in the list, the filter, the inspector and the
/// scope of an operation alike.
class TestStaleWorkers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_database.reset(); }

    void thresholdsAreThoseOfASweep();
    void theirJobsAreStuckInTheList();
    void theirJobsAreStuckInTheInspector();
    void pagesAgreeOnWhoIsStale();
    void theirJobsAreStuckInCounts();
    void operationsKnowThem();
    void withoutARegistryThereAreNone();

private:
    QList<qint64> idsOf(const QString &filter)
    {
        JobReads reads(mixContext());
        JobPageRequest request;
        request.query = mixQuery(filter);
        QList<qint64> ids;
        const JobPage page = valueOf(reads.page(*m_session, request, nullptr));
        for (const JobRow &row : page.rows)
            ids << row.id;
        std::ranges::sort(ids);
        return ids;
    }

    std::optional<TestDatabase> m_database;
    std::unique_ptr<Session> m_session;
};

void TestStaleWorkers::init()
{
    m_session.reset();
    m_database.emplace(TestDatabase::createMigrated());
    m_session = m_database->session();
    // Jobs 1 to 5 are locked by one each, 6 by graphile-worker's, 7 waits.
    m_database->script(
        "select graphile_worker.add_job('t') from generate_series(1, 7);"
        "insert into graphile_worker._private_workers (id, last_heartbeat_at, metadata) values "
        "('w1', now(), '{}'),"
        "('w2', now() - interval '1 hour', '{}'),"
        "('w3', now() - interval '1 minute', '{\"sweep_threshold_ms\": 600000}'),"
        "('w4', now() - interval '1 minute', '{\"sweep_threshold_ms\": 20000, \"running\": 1}'),"
        "('w5', now() - interval '1 minute', '{\"sweep_threshold_ms\": \"x\"}');"
        "update graphile_worker._private_jobs set attempts = 1, locked_at = now() - interval "
        "'10 minutes', locked_by = case when id = 6 then 'worker-abc' else 'w' || id end "
        "where id <= 6");
}

void TestStaleWorkers::thresholdsAreThoseOfASweep()
{
    QStringList stale = valueOf(readStaleWorkers(*m_session, kSchema));
    stale.sort();
    QCOMPARE(stale, QStringList({u"w2"_s, u"w4"_s}));
}

void TestStaleWorkers::theirJobsAreStuckInTheList()
{
    QCOMPARE(idsOf(u"state:stuck"_s), QList<qint64>({2, 4}));
    QCOMPARE(idsOf(u"state:running"_s), QList<qint64>({1, 3, 5, 6}));
    QCOMPARE(idsOf(u"-state:stuck"_s), QList<qint64>({1, 3, 5, 6, 7}));
    JobReads reads(mixContext());
    JobPageRequest request;
    request.query = mixQuery({});
    const JobPage page = valueOf(reads.page(*m_session, request, nullptr));
    for (const JobRow &row : page.rows) {
        const bool isStuck = row.id == 2 || row.id == 4;
        QCOMPARE(row.state,
                 isStuck           ? JobState::Stuck
                     : row.id == 7 ? JobState::Ready
                                   : JobState::Running);
    }
    const Count count
        = valueOf(reads.count(*m_session, mixQuery(u"state:stuck"_s), std::nullopt, nullptr));
    QCOMPARE(count.value, 2);
    const JobRefresh refresh
        = valueOf(reads.refresh(*m_session, mixQuery(u"state:running"_s), {1, 2}, -1, nullptr));
    QCOMPARE(refresh.unlisted, QSet<qint64>{2});
}

void TestStaleWorkers::theirJobsAreStuckInTheInspector()
{
    const auto stuck = valueOf(readJobDetails(*m_session, mixContext(), 4));
    QVERIFY(stuck);
    QCOMPARE(stuck->state, JobState::Stuck);
    QCOMPARE(stuck->holder.running, 1); // when it was heard of last
    const auto locked = valueOf(readJobDetails(*m_session, mixContext(), 1));
    QVERIFY(locked);
    QCOMPARE(locked->state, JobState::Running);
    QVERIFY(!locked->holder.running);
}

/// By what each worker published, on every page.
void TestStaleWorkers::pagesAgreeOnWhoIsStale()
{
    const Fleet fleet = valueOf(readFleet(*m_session, kSchema));
    for (const WorkerRow &worker : composeWorkers(fleet, {}, {}, thisProcess())) {
        const bool isStale = worker.id == "w2"_L1 || worker.id == "w4"_L1;
        QCOMPARE(worker.life, isStale ? WorkerLife::Stale : WorkerLife::Alive);
    }
    for (qint64 id = 1; id <= 6; ++id) {
        const auto details = valueOf(readJobDetails(*m_session, mixContext(), id));
        QVERIFY(details);
        QCOMPARE(details->holder.isStale, id == 2 || id == 4);
        QCOMPARE(details->liveWorkers, 3);
        QCOMPARE(explainWhyNot(*details).reason,
                 id == 2 || id == 4 ? WhyNot::Reason::WorkerStale : WhyNot::Reason::Running);
    }
    const auto registered = valueOf(readRegisteredWorkers(*m_session, kSchema));
    for (const RegisteredWorker &worker : *registered)
        QCOMPARE(worker.isAlive(), worker.id != "w2"_L1 && worker.id != "w4"_L1);
    for (const QString &owner : {u"w3"_s, u"w4"_s}) {
        m_database->script("select graphile_worker.add_job('t', queue_name := 'q-" + owner.toUtf8()
                           + "'); update graphile_worker._private_job_queues set locked_at = "
                             "now(), locked_by = '"
                           + owner.toUtf8() + "' where queue_name = 'q-" + owner.toUtf8() + '\'');
        const QueueEvidence evidence
            = valueOf(readQueueEvidence(*m_session, kSchema, u"q-"_s + owner));
        QCOMPARE(evidence.isOwnerAlive(), owner == "w3"_L1);
        QCOMPARE(evidence.isOwnerSurelyGone(), owner == "w4"_L1);
    }
}

void TestStaleWorkers::theirJobsAreStuckInCounts()
{
    JobCounter counter(kSchema);
    const JobCounts counts = valueOf(counter.count(*m_session));
    QCOMPARE(counts.all.stuck, Count{2});
    QCOMPARE(counts.all.running, Count{4});
    const JobLoads loads = valueOf(readJobLoads(*m_session, kSchema, LoadBy::Task));
    const JobLoad load = loads.byId.begin().value();
    QCOMPARE(load.stuck.value, 2);
    QCOMPARE(load.running.value, 4);
}

void TestStaleWorkers::operationsKnowThem()
{
    OperationScope scope;
    scope.filter = u"state:stuck"_s;
    scope.takenAt = timestamp(QDateTime::currentDateTimeUtc());
    scope.staleWorkers = {u"w2"_s, u"w4"_s};
    const OperationScope kept = OperationScope::fromJson(scope.toJson());
    QCOMPARE(kept.staleWorkers, scope.staleWorkers);
    Params params;
    const QByteArray condition = valueOf(kept.condition(kSchema, &params));
    const Rows rows = valueOf(m_session->query(
        "select string_agg(id::text, ' ' order by id) from graphile_worker._private_jobs as jobs "
        "where "
            + condition,
        params));
    QCOMPARE(rows.text(0, 0), u"2 4"_s);
}

void TestStaleWorkers::withoutARegistryThereAreNone()
{
    m_database->script("drop table graphile_worker._private_workers cascade");
    QVERIFY(valueOf(readStaleWorkers(*m_session, kSchema)).isEmpty());
    QCOMPARE(idsOf(u"state:stuck"_s), QList<qint64>());
    QCOMPARE(idsOf(u"state:running"_s), QList<qint64>({1, 2, 3, 4, 5, 6}));
    QVERIFY(valueOf(readJobDetails(*m_session, mixContext(), 1)));
}

YARDMASTER_TEST(TestStaleWorkers)
#include "tst_staleworkers.moc"
