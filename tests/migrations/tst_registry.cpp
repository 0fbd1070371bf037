#include "tests/migrations/schemafixture.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using yardmaster::test::SchemaFixture;
using yardmaster::test::TestDatabase;

/// The worker registry, as graphile_worker_rs describes it.
class RegistryTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();

    void heartbeatRegistersAndRefreshes();
    void deregisteringAndDeletingRemoveRows();
    void workersWithOlderHeartbeatsAreStale();
    void orphansAreLockOwnersWithoutARow();
    void recoveryReturnsJobsAndQueues();
    void recoveryDelaysButNeverHastens();
    void retiredJobsStayRetired();

private:
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SchemaFixture> m_schema;
};

void RegistryTest::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createEmpty());
    m_schema = std::make_unique<SchemaFixture>(*m_database, u"we\"ird sch'ema"_s);
    m_schema->migrate();
}

void RegistryTest::init()
{
    m_schema->script("truncate @._private_workers, @._private_jobs, @._private_job_queues, "
                     "@._private_tasks restart identity");
}

void RegistryTest::heartbeatRegistersAndRefreshes()
{
    m_schema->script("select @.worker_heartbeat('w', '{\"pid\":1}')");
    m_schema->script("update @._private_workers set last_heartbeat_at = now() - interval '1 hour', "
                     "started_at = now() - interval '1 hour'");
    m_schema->script("select @.worker_heartbeat('w')"); // says nothing new about itself
    QCOMPARE(m_schema->rows("select id, last_heartbeat_at > now() - interval '1 minute', "
                            "started_at < now() - interval '1 minute', metadata "
                            "from @._private_workers"),
             QList<QStringList>{QStringList({u"w"_s, u"t"_s, u"t"_s, u"{\"pid\": 1}"_s})});
    m_schema->script("select @.worker_heartbeat('w', '{}')");
    QCOMPARE(m_schema->value("select metadata from @._private_workers"), u"{}"_s);
}

void RegistryTest::deregisteringAndDeletingRemoveRows()
{
    m_schema->script("select @.worker_heartbeat('w' || i) from generate_series(1, 4) i");
    m_schema->script("select @.worker_deregister('w1'), @.delete_stale_workers('{w2,w4,none}')");
    QCOMPARE(m_schema->value("select string_agg(id, ' ') from @._private_workers"), u"w3"_s);
}

void RegistryTest::workersWithOlderHeartbeatsAreStale()
{
    m_schema->script("select @.worker_heartbeat('alive'), @.worker_heartbeat('silent')");
    m_schema->script("update @._private_workers set last_heartbeat_at = now() - interval '21 s' "
                     "where id = 'silent'");
    QCOMPARE(m_schema->value("select string_agg(worker_id, ' ') "
                             "from @.list_stale_workers('20 seconds')"),
             u"silent"_s);
    QCOMPARE(m_schema->value("select count(*) from @.list_stale_workers('1 hour')"), u"0"_s);
}

void RegistryTest::orphansAreLockOwnersWithoutARow()
{
    m_schema->script("select @.worker_heartbeat('known');"
                     "select @.add_job('t', queue_name => 'q' || i) from generate_series(1, 4) i");
    m_schema->script("update @._private_jobs set locked_at = now() - interval '1 hour', "
                     "locked_by = (array['known', 'gone', 'gone', null])[id]");
    m_schema->script(
        "update @._private_jobs set locked_at = now(), locked_by = 'fresh' where id = 4");
    m_schema->script("update @._private_job_queues set locked_at = now() - interval '1 hour', "
                     "locked_by = 'queue only' where id = 1");
    QCOMPARE(m_schema->value("select string_agg(worker_id, ', ' order by worker_id) "
                             "from @.list_orphan_locked_workers('10 minutes')"),
             u"gone, queue only"_s);
}

void RegistryTest::recoveryReturnsJobsAndQueues()
{
    m_schema->script("select @.add_job('t', queue_name => 'q' || i, run_at => '2001-01-01Z') "
                     "from generate_series(1, 3) i");
    m_schema->script("update @._private_jobs set attempts = id - 1, locked_at = now(), "
                     "locked_by = case id when 3 then 'alive' else 'dead' end");
    m_schema->script("update @._private_job_queues set locked_at = now(), "
                     "locked_by = case id when 3 then 'alive' else 'dead' end");
    QCOMPARE(m_schema->value("select @.recover_dead_worker_jobs('{dead,none}')"), u"2"_s);
    QCOMPARE(m_schema->value("select string_agg(concat_ws(' ', attempts, locked_by, "
                             "last_error is not null, run_at > now() - interval '1 minute'), ', ' "
                             "order by id) from @._private_jobs"),
             u"0 t t, 0 t t, 2 alive f f"_s);
    QCOMPARE(m_schema->value("select string_agg(coalesce(locked_by, '-'), ' ' order by id) "
                             "from @._private_job_queues"),
             u"- - alive"_s);
}

void RegistryTest::recoveryDelaysButNeverHastens()
{
    m_schema->script("select @.add_job('t'), @.add_job('t', run_at => now() + interval '2 days')");
    m_schema->script("update @._private_jobs set attempts = 1, locked_at = now(), locked_by = 'w'");
    m_schema->script("select @.recover_dead_worker_jobs('{w}', '1 day')");
    QCOMPARE(m_schema->value("select string_agg(round(extract(epoch from run_at - now()) / 3600)"
                             "::text, ' ' order by id) from @._private_jobs"),
             u"24 48"_s);
}

void RegistryTest::retiredJobsStayRetired()
{
    m_schema->script("select @.add_job('t', job_key => 'replaced'), "
                     "@.add_job('t', job_key => 'removed'), @.add_job('t', max_attempts => 1), "
                     "@.add_job('t', job_key => 'kept', max_attempts => 1)");
    m_schema->script("update @._private_jobs set attempts = 1, locked_at = now(), locked_by = 'w'");
    m_schema->script("select @.add_job('t', job_key => 'replaced'), @.remove_job('removed')");
    m_schema->script("select @.recover_dead_worker_jobs('{w}')");
    // 1 and 2 have been retired while they ran; 3 and 4 were at their last attempt.
    QCOMPARE(m_schema->value("select string_agg(id || ':' || attempts || '/' || max_attempts, ' ' "
                             "order by id) from @._private_jobs"),
             u"1:25/25 2:25/25 3:0/1 4:0/1 5:0/25"_s);
}

YARDMASTER_TEST(RegistryTest)
#include "tst_registry.moc"
