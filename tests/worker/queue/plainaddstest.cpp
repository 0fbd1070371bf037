#include "tests/worker/queue/plainaddstest.h"
#include "tests/worker/queue/queuefixture.h"
#include <yardmaster/workerutils.h>

#include <algorithm>

namespace yardmaster::test {

using namespace Qt::StringLiterals;

namespace {

/// A trigger that does nothing.
constexpr char kWatch[]
    = "create function @.watch() returns trigger language plpgsql as $w$begin return null; end$w$;"
      "create trigger watch after update on @._private_jobs for each statement "
      "execute function @.watch()";
constexpr char kUnwatch[] = "drop trigger if exists watch on @._private_jobs;"
                            "drop function if exists @.watch()";

/// The rows but for ids, with times that are that of the call as "now".
constexpr char kRows[]
    = "select task.identifier, queue.queue_name, job.payload::text, job.priority, "
      "job.max_attempts, job.attempts, job.last_error, job.key, job.locked_at, job.locked_by, "
      "job.revision, job.flags, job.is_available, "
      "case when job.run_at = job.created_at then 'now' else job.run_at::text end, "
      "job.updated_at = job.created_at from @._private_jobs job "
      "join @._private_tasks task on task.id = job.task_id "
      "left join @._private_job_queues queue on queue.id = job.job_queue_id order by job.id";

std::vector<JobSpec> plainSpecs()
{
    const auto at = [](qint64 us) { return Timestamp(std::chrono::microseconds(us)); };
    return {{.identifier = u"a"_s},
            {.identifier = u"b"_s, .payload = "{\"b\": 1,  \"a\":\"\\\\ \\\" {,} ä\"}"},
            {.identifier = u"a"_s, .queueName = u"q{,}\"'"_s, .priority = -32768},
            {.identifier = u"c"_s, .payload = "[null]", .runAt = at(1893553445123456)},
            {.identifier = u"b"_s, .queueName = u"p"_s, .runAt = Timestamp::max()},
            {.identifier = u"b"_s, .runAt = at(-1234567), .maxAttempts = 1},
            {.identifier = u"a"_s, .queueName = u"q{,}\"'"_s, .maxAttempts = 32767},
            {.identifier = u"a"_s, .payload = "null", .runAt = at(0), .priority = 32767},
            {.identifier = u"a"_s}};
}

/// The library's record of a job, except its id.
QString said(const JobRecord &job)
{
    const auto told = [&job](Timestamp time) {
        return time == job.createdAt ? u"now"_s : QString::number(time.time_since_epoch().count());
    };
    return QStringList{job.identifier,
                       job.queueName,
                       QString::fromUtf8(job.payload),
                       QString::number(job.priority),
                       told(job.runAt),
                       QString::number(job.attempts),
                       QString::number(job.maxAttempts),
                       job.lastError,
                       told(job.updatedAt),
                       job.key,
                       job.lockedAt ? u"locked"_s : u"free"_s,
                       job.lockedBy,
                       QString::number(job.revision),
                       QString::fromUtf8(job.flags)}
        .join(u'|');
}

} // namespace

void PlainAddsTest::init()
{
    if (!m_database) {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createEmpty());
        install(*m_database);
        m_schema = std::make_unique<SchemaFixture>(*m_database, schema());
        m_schema->script("set track_functions = 'pl'");
    }
    m_schema->script("truncate @._private_jobs, @._private_job_queues, @._private_tasks "
                     "restart identity");
    (void)m_schema->notices();
}

void PlainAddsTest::cleanup()
{
    if (m_schema->session().isInTransaction())
        m_schema->script("rollback");
    m_schema->script(kUnwatch);
}

int PlainAddsTest::calls() const
{
    return m_schema
        ->value("select coalesce(sum(calls), 0) from pg_stat_xact_user_functions "
                "where funcname = 'add_jobs'")
        .toInt();
}

void PlainAddsTest::jobsAreTheSameEitherWay()
{
    const std::vector<JobSpec> specs = plainSpecs();
    const WorkerUtils utils(m_schema->session(), schema());
    QVERIFY(utils.addRawJobs(specs)); // so that the names exist

    const auto addAndTell = [&](int expectedCalls, QStringList &told, QList<QStringList> &rows) {
        m_schema->script("truncate @._private_jobs");
        (void)m_schema->notices();
        m_schema->script("begin");
        const int before = calls();
        VALUE_OF(jobs, utils.addRawJobs(specs));
        QCOMPARE(calls() - before, expectedCalls);
        m_schema->script("commit");
        rows = m_schema->rows(kRows);
        QCOMPARE(jobs.size(), specs.size());
        for (const JobRecord &job : jobs) {
            told << said(job);
            QCOMPARE(
                m_schema->value("select (extract(epoch from created_at) * 1000000)::bigint from "
                                "@._private_jobs where payload::text = $p$"
                                + job.payload + "$p$ and id = " + QByteArray::number(job.id)),
                QString::number(job.createdAt.time_since_epoch().count()));
        }
        QCOMPARE(m_schema->notices(), QStringList{u"jobs:insert {\"r\":0,\"count\":9}"_s});
    };
    QStringList directly, byFunction;
    QList<QStringList> directRows, functionRows;
    addAndTell(0, directly, directRows);
    m_schema->script(kWatch);
    addAndTell(1, byFunction, functionRows);
    QCOMPARE(directRows.size(), qsizetype(specs.size()));
    for (qsizetype i = 0; i < directRows.size(); ++i) {
        const QByteArray payload = specs[size_t(i)].payload;
        QCOMPARE(directRows.at(i).at(2), QString::fromUtf8(payload.isEmpty() ? "{}" : payload));
    }
    QCOMPARE(directRows.at(2).mid(0, 4), (QStringList{u"a"_s, u"q{,}\"'"_s, u"{}"_s, u"-32768"_s}));
    QCOMPARE(directRows.at(4).at(13), u"infinity"_s);
    // graphile-worker's function keeps no order.
    for (QStringList *told : {&directly, &byFunction})
        told->sort();
    for (QList<QStringList> *rows : {&directRows, &functionRows})
        std::ranges::sort(*rows, std::less<>());
    QCOMPARE(directly, byFunction);
    QCOMPARE(directRows, functionRows);
}

void PlainAddsTest::newNamesAreRegistered()
{
    const WorkerUtils utils(m_schema->session(), schema());
    std::vector<JobSpec> specs(2, {.identifier = u"t"_s});
    for (const bool isNew : {true, false}) {
        m_schema->script("begin");
        const int before = calls();
        VALUE_OF(jobs, utils.addRawJobs(specs));
        QCOMPARE(jobs[1].identifier, u"t"_s);
        QCOMPARE(calls() - before, isNew ? 1 : 0);
        m_schema->script("commit");
    }
    specs[1].queueName = u"q"_s;
    VALUE_OF(jobs, utils.addRawJobs(specs));
    QCOMPARE(jobs[1].queueName, u"q"_s);
    QCOMPARE(m_schema->value("select string_agg(queue_name, ' ') from @._private_job_queues"),
             u"q"_s);
}

void PlainAddsTest::anotherFunctionIsCalled()
{
    const WorkerUtils utils(m_schema->session(), schema());
    const std::vector<JobSpec> specs(3, {.identifier = u"t"_s});
    QVERIFY(utils.addRawJobs(specs));
    const QString known
        = m_schema->value("select pg_get_functiondef(oid) from pg_proc where proname = 'add_jobs'");
    const QString rewritten = QString(known).replace(u"begin"_s, u"begin /* somebody's own */"_s);
    const QString definer = QString(known).replace(u"AS $"_s, u"SECURITY DEFINER AS $"_s);
    QVERIFY(rewritten != known && definer != known);
    for (const QString &theirs : {rewritten, definer, known}) {
        m_schema->script("begin");
        m_schema->script(theirs.toUtf8());
        const int before = calls();
        VALUE_OF(jobs, utils.addRawJobs(specs));
        QCOMPARE(jobs.size(), size_t(3));
        QCOMPARE(calls() - before, theirs == known ? 0 : 1);
        m_schema->script("rollback");
    }
}

void PlainAddsTest::theyArePartOfTheTransaction()
{
    const WorkerUtils utils(m_schema->session(), schema());
    const std::vector<JobSpec> specs(3, {.identifier = u"t"_s});
    QVERIFY(utils.addRawJobs(specs));
    (void)m_schema->notices();
    m_schema->script("begin");
    QVERIFY(utils.addRawJobs(specs));
    QVERIFY(m_schema->session().isInTransaction());
    m_schema->script("rollback");
    QCOMPARE(m_schema->value("select count(*) from @._private_jobs"), u"3"_s);
    QCOMPARE(m_schema->notices(), QStringList());
}

void PlainAddsTest::keysAndFlagsGoThroughTheFunction()
{
    const WorkerUtils utils(m_schema->session(), schema());
    QVERIFY(utils.addRawJobs(std::vector<JobSpec>(2, {.identifier = u"t"_s})));
    for (const JobSpec &spec : {JobSpec{.identifier = u"t"_s, .jobKey = u"k"_s},
                                JobSpec{.identifier = u"t"_s, .flags = {u"f"_s}}}) {
        m_schema->script("begin");
        const int before = calls();
        VALUE_OF(jobs, utils.addRawJobs(std::vector<JobSpec>{{.identifier = u"t"_s}, spec}));
        QCOMPARE(jobs[1].key, spec.jobKey.value_or(QString()));
        QCOMPARE(jobs[1].flags, spec.flags.isEmpty() ? QByteArray() : "{\"f\": true}");
        QCOMPARE(calls() - before, 1);
        m_schema->script("commit");
    }
}

void PlainAddsTest::theServerRefusesTheSame()
{
    const WorkerUtils utils(m_schema->session(), schema());
    QVERIFY(utils.addRawJobs(std::vector<JobSpec>(2, {.identifier = u"t"_s})));
    std::vector<DbError> errors;
    for (const bool isWatched : {false, true}) {
        if (isWatched)
            m_schema->script(kWatch);
        const auto added = utils.addRawJobs(std::vector<JobSpec>{
            {.identifier = u"t"_s}, {.identifier = u"t"_s, .payload = "\"\t\""}});
        QVERIFY(!added); // Qt accepts it, PostgreSQL does not
        errors.push_back(added.error());
        QVERIFY(!m_schema->session().isInTransaction());
    }
    QCOMPARE(errors[0].kind, DbError::Kind::InvalidInput);
    QCOMPARE(errors[0].sqlState, errors[1].sqlState);
    QCOMPARE(errors[0].message, errors[1].message);
    QCOMPARE(m_schema->value("select count(*) from @._private_jobs"), u"2"_s);
}

} // namespace yardmaster::test
