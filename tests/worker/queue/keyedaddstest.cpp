#include "tests/worker/queue/keyedaddstest.h"
#include "tests/worker/queue/melee.h"
#include "tests/worker/queue/queuefixture.h"
#include <yardmaster/workerutils.h>

#include <thread>

namespace yardmaster::test {

using namespace Qt::StringLiterals;

namespace {

constexpr char kWaiting[] = "select count(*) from pg_stat_activity "
                            "where datname = current_database() and wait_event_type = 'Lock'";

} // namespace

void KeyedAddsTest::init()
{
    if (!m_database) {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createEmpty());
        install(*m_database);
        m_schema = std::make_unique<SchemaFixture>(*m_database, u"graphile_worker"_s);
        m_schema->migrate();
    }
    m_schema->script("truncate @._private_workers, @._private_jobs, @._private_job_queues, "
                     "@._private_tasks restart identity;"
                     "insert into @._private_tasks (identifier) values ('t')");
    (void)m_schema->notices();
}

void KeyedAddsTest::addIsRetriedWhenAWorkerIsFaster()
{
    // The add waits for another add of the same key, and when that is committed a worker has the
    // job.
    m_schema->script("begin; select @.add_job('t', '1', job_key => 'k');"
                     "update @._private_jobs set locked_at = clock_timestamp(), locked_by = 'w', "
                     "attempts = 1");
    std::optional<Result<JobRecord>> added;
    std::jthread adder([&] {
        const auto own = m_database->session();
        added = JobAdder(schema()).add(*own,
                                       {.identifier = u"t"_s, .payload = "2", .jobKey = u"k"_s});
    });
    QTRY_COMPARE(SchemaFixture(*m_database, schema()).value(kWaiting), u"1"_s);
    m_schema->script("commit");
    adder.join();
    QVERIFY2(added->has_value(), added->has_value() ? "" : qPrintable(added->error().message));
    QVERIFY((*added)->id > 1);
    QCOMPARE((*added)->payload, "2");
    QCOMPARE(m_schema->rows("select payload, key, attempts, locked_by, updated_at > locked_at "
                            "from @._private_jobs order by id"),
             (QList<QStringList>{{u"1"_s, u"null"_s, u"25"_s, u"w"_s, u"t"_s},
                                 {u"2"_s, u"k"_s, u"0"_s, u"null"_s, u"null"_s}}));
}

void KeyedAddsTest::batchIsRetriedForMissingJobs()
{
    m_schema->script("begin; select @.add_job('t', job_key => 'k');"
                     "update @._private_jobs set locked_at = clock_timestamp(), locked_by = 'w', "
                     "attempts = 1");
    std::optional<Result<std::vector<JobRecord>>> added;
    std::jthread adder([&] {
        const auto own = m_database->session();
        added = JobAdder(schema()).addAll(
            *own,
            std::vector<JobSpec>{{.identifier = u"t"_s, .payload = "1"},
                                 {.identifier = u"t"_s, .payload = "2", .jobKey = u"k"_s},
                                 {.identifier = u"t"_s, .payload = "3", .jobKey = u"l"_s}});
    });
    QTRY_COMPARE(SchemaFixture(*m_database, schema()).value(kWaiting), u"1"_s);
    m_schema->script("commit");
    adder.join();
    QVERIFY2(added->has_value(), added->has_value() ? "" : qPrintable(added->error().message));
    QCOMPARE((*added)->size(), size_t(3));
    QCOMPARE(m_schema->value("select string_agg(concat_ws(' ', payload, key), ', ' "
                             "order by payload::text) from @._private_jobs "
                             "where locked_at is null"),
             u"1, 2 k, 3 l"_s);
}

void KeyedAddsTest::jobsRetiredInALongTransactionStayRetired()
{
    // The jobs are locked after the transaction began, whose now() is what the functions write.
    m_schema->script("select @.add_job('t', job_key => 'k' || i, max_attempts => 1) "
                     "from generate_series(1, 3) i");
    const SchemaFixture worker(*m_database, schema());
    m_schema->script("begin; select now()");
    worker.script("update @._private_jobs set locked_at = clock_timestamp(), locked_by = 'w', "
                  "attempts = 1; insert into @._private_workers values "
                  "('w', now() - interval '1 day')");
    const WorkerUtils utils(session(), schema());
    VALUE_OF(added, utils.addRawJob({.identifier = u"t"_s, .jobKey = u"k1"_s}));
    QVERIFY(added.id > 3);
    VALUE_OF(batch,
             utils.addRawJobs(std::vector<JobSpec>{{.identifier = u"t"_s, .jobKey = u"k2"_s}}));
    QVERIFY(batch[0].id > 3);
    VALUE_OF(removed, utils.removeJob(u"k3"_s));
    QVERIFY(removed);
    m_schema->script("commit");
    VALUE_OF(report, utils.sweepStaleWorkers());
    QCOMPARE(report.jobsRecovered(), 3);
    QCOMPARE(m_schema->value("select string_agg(concat_ws('/', attempts, max_attempts), ' ' "
                             "order by id) from @._private_jobs"),
             u"1/1 1/1 1/1 0/25 0/25"_s);
}

void KeyedAddsTest::largeBatchesRetireForGoodToo()
{
    m_schema->script("select @.add_job('t', job_key => 'k' || i, max_attempts => 1) "
                     "from generate_series(1, 100) i");
    const SchemaFixture worker(*m_database, schema());
    m_schema->script("begin; select now()");
    worker.script("update @._private_jobs set locked_at = clock_timestamp(), locked_by = 'w', "
                  "attempts = 1; insert into @._private_workers values "
                  "('w', now() - interval '1 day')");
    std::vector<JobSpec> specs;
    for (int i = 100; i > 0; --i)
        specs.push_back({.identifier = u"t"_s, .jobKey = u"k%1"_s.arg(i)});
    const WorkerUtils utils(session(), schema());
    VALUE_OF(added, utils.addRawJobs(specs));
    QCOMPARE(added.size(), specs.size());
    m_schema->script("commit");
    VALUE_OF(report, utils.sweepStaleWorkers());
    QCOMPARE(report.jobsRecovered(), 100);
    QCOMPARE(
        m_schema->value("select string_agg(distinct concat_ws('/', attempts, max_attempts), ' ') "
                        "from @._private_jobs"),
        u"0/25 1/1"_s);
}

void KeyedAddsTest::removingDuringReplacementLeavesNothing()
{
    // The job to be removed is replaced by another one while remove_job waits for it.
    m_schema->script("select @.add_job('t', job_key => 'k', max_attempts => 1);"
                     "update @._private_jobs set attempts = 1");
    m_schema->script("begin; select @.add_job('t', job_key => 'k')");
    std::optional<Result<std::optional<JobRecord>>> removed;
    std::jthread remover([&] {
        const auto own = m_database->session();
        removed = JobAdministration(schema()).removeJob(*own, u"k"_s);
    });
    QTRY_COMPARE(SchemaFixture(*m_database, schema()).value(kWaiting), u"1"_s);
    m_schema->script("commit");
    remover.join();
    QVERIFY(removed->has_value() && removed->value());
    QCOMPARE(m_schema->value("select string_agg(id::text, ' ') from @._private_jobs"), u"1"_s);
}

void KeyedAddsTest::rescheduledAndUnlockedJobsWakeWorkers()
{
    m_schema->script("select @.add_job('t', run_at => now() + interval '1 day'), @.add_job('t');"
                     "update @._private_jobs set locked_at = now(), locked_by = 'w' where id = 2");
    (void)m_schema->notices();
    const WorkerUtils utils(session(), schema());
    QVERIFY(utils.rescheduleJobs(std::array<qint64, 2>{1, 2}, {.atOnce = true}));
    QCOMPARE(m_schema->notices(), QStringList{u"jobs:insert {\"r\":0,\"count\":1}"_s});
    QVERIFY(utils.forceUnlockWorkers({u"w"_s}));
    QCOMPARE(m_schema->notices(), QStringList{u"jobs:insert {\"r\":0,\"count\":1}"_s});
    m_schema->script("begin");
    QVERIFY(utils.rescheduleJobs(std::array<qint64, 2>{1, 2}, {.attempts = 0}));
    m_schema->script("rollback");
    QCOMPARE(m_schema->notices(), QStringList());
}

void KeyedAddsTest::nothingIsLostUnderConcurrency()
{
    Melee melee(*m_database, schema());
    const QStringList complaints = melee.run();
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
    QVERIFY(melee.completed() >= Melee::kEnough);
    QVERIFY(melee.recovered() > 0);
    // The remaining jobs have failed permanently or were retired.
    QCOMPARE(m_schema->value("select count(*) from @._private_jobs "
                             "where attempts < max_attempts or locked_at is not null"),
             u"0"_s);
}

} // namespace yardmaster::test
