#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include <yardmaster/timestamp.h>
#include <yardmaster/workerutils.h>

#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace yardmaster;

namespace {

struct SendEmail
{
    static constexpr QLatin1StringView identifier{"send_email"};
    QString to;
    [[nodiscard]] QJsonObject toJson() const { return {{u"to"_s, to}}; }
};

} // namespace

/// Jobs that programs add.
class JobAdderTest final : public test::QueueTest
{
    Q_OBJECT

private slots:
    void allFieldsArrive();
    void unsetFieldsGetTheDefaults();
    void unprintableNamesAreLogged();
    void keyModesDoWhatTheyAreNamedFor();
    void typedJobsNameTheirTask();
    void payloadsAreKeptToTheLetter();
    void batchesAreOneStatement();
    void batchesKeepTheirOrder();
    void batchesRefuseUnsupportedSpecs();
    void arraysOfItemsAreOneJob();
    void largeBatchesAreAnalyzed();
    void theClockFillsInRunAt();
    void serverSideLimitsHaveTheirNames();
    void missingSchemasNameTheRemedy();
    void addingAdhocNeedsNoSession();

private:
    [[nodiscard]] WorkerUtils utils() const { return WorkerUtils(session(), schema()); }
};

void JobAdderTest::allFieldsArrive()
{
    const Timestamp runAt{std::chrono::microseconds(1893553445123456)};
    const JobSpec spec{.identifier = u"a \"task\" \\ ü"_s,
                       .payload = "{\"b\": 1, \"a\": [2]}",
                       .queueName = u"q{,}"_s,
                       .runAt = runAt,
                       .maxAttempts = 3,
                       .jobKey = u"k'"_s,
                       .priority = -7,
                       .flags = {u"f1"_s, u"f,\"2"_s}};
    for (const bool isKeyed : {true, false}) {
        JobSpec one = spec;
        if (!isKeyed)
            one.jobKey.reset();
        VALUE_OF(job, utils().addRawJob(one));
        QCOMPARE(job.identifier, spec.identifier);
        QCOMPARE(job.payload, spec.payload);
        QCOMPARE(job.queueName, *spec.queueName);
        QCOMPARE(job.runAt, runAt);
        QCOMPARE(job.maxAttempts, 3);
        QCOMPARE(job.key, one.jobKey.value_or(QString()));
        QCOMPARE(job.priority, -7);
        QCOMPARE(job.flags, "{\"f1\": true, \"f,\\\"2\": true}");
        QCOMPARE(job.attempts, 0);
        QVERIFY(!job.lockedAt && job.lockedBy.isEmpty() && job.lastError.isEmpty());
        QCOMPARE(m_schema->rows("select queue_name, task_identifier, run_at = '2030-01-02 "
                                "03:04:05.123456Z' from @.jobs where id = "
                                + QByteArray::number(job.id)),
                 (QList<QStringList>{{*spec.queueName, spec.identifier, u"t"_s}}));
    }
    VALUE_OF(never, utils().addRawJob({.identifier = u"t"_s, .runAt = Timestamp::max()}));
    QCOMPARE(never.runAt, Timestamp::max());
    QCOMPARE(
        m_schema->value("select run_at from @.jobs where id = " + QByteArray::number(never.id)),
        u"infinity"_s);
}

void JobAdderTest::unprintableNamesAreLogged()
{
    const QRegularExpression warning(u"is not printable ASCII"_s);
    for (const JobSpec &spec : {JobSpec{.identifier = u"grüße"_s},
                                JobSpec{.identifier = u"t"_s, .queueName = u"tab\tbed"_s},
                                JobSpec{.identifier = u"t"_s, .jobKey = u"ключ"_s}}) {
        QTest::ignoreMessage(QtWarningMsg, warning); // fails the test if it is missing
        VALUE_OF(job, utils().addRawJob(spec));
        QVERIFY(job.id > 0);
    }
}

void JobAdderTest::unsetFieldsGetTheDefaults()
{
    for (const std::optional<QString> &key : {std::optional<QString>(), std::optional(u"k"_s)}) {
        VALUE_OF(job, utils().addRawJob({.identifier = u"t"_s, .jobKey = key}));
        QCOMPARE(job.payload, "{}");
        QCOMPARE(job.maxAttempts, 25);
        QCOMPARE(job.priority, 0);
        QCOMPARE(job.flags, QByteArray());
        QCOMPARE(job.queueName, QString());
        QCOMPARE(job.runAt, job.createdAt);
    }
    QCOMPARE(m_schema->notices().size(), 2);
}

void JobAdderTest::keyModesDoWhatTheyAreNamedFor()
{
    const Timestamp later{std::chrono::seconds(4000000000)};
    const auto spec = [&](JobKeyMode mode, const QByteArray &payload) {
        return JobSpec{
            .identifier = u"t"_s, .payload = payload, .jobKey = u"k"_s, .jobKeyMode = mode};
    };
    JobSpec first = spec(JobKeyMode::Replace, "1");
    first.runAt = later;
    VALUE_OF(added, utils().addRawJob(first));
    VALUE_OF(kept, utils().addRawJob(spec(JobKeyMode::PreserveRunAt, "2")));
    QCOMPARE(kept.id, added.id);
    QCOMPARE(kept.payload, "2");
    QCOMPARE(kept.runAt, later);
    QCOMPARE(kept.revision, 1);
    VALUE_OF(replaced, utils().addRawJob(spec(JobKeyMode::Replace, "3")));
    QCOMPARE(replaced.id, added.id);
    QVERIFY(replaced.runAt < later);
    VALUE_OF(deduped, utils().addRawJob(spec(JobKeyMode::UnsafeDedupe, "4")));
    QCOMPARE(deduped.id, added.id);
    QCOMPARE(deduped.payload, "3");
    QCOMPARE(deduped.revision, 3);
}

void JobAdderTest::typedJobsNameTheirTask()
{
    VALUE_OF(job, utils().addJob(SendEmail{u"a@b"_s}, {.priority = 5}));
    QCOMPARE(job.identifier, u"send_email"_s);
    QCOMPARE(job.payload, "{\"to\":\"a@b\"}");
    QCOMPARE(job.priority, 5);
    VALUE_OF(jobs, utils().addJobs(std::vector{SendEmail{u"1"_s}, SendEmail{u"2"_s}}));
    QCOMPARE(jobs.size(), size_t(2));
    QCOMPARE(jobs[1].payload, "{\"to\":\"2\"}");
    VALUE_OF(batch, utils().addBatchJob(std::vector{SendEmail{u"1"_s}, SendEmail{u"2"_s}}));
    QCOMPARE(batch.payload, "[{\"to\":\"1\"},{\"to\":\"2\"}]");
    VALUE_OF(named, utils().addJob(u"t"_s, u"text"_s));
    QCOMPARE(named.payload, "\"text\"");
}

void JobAdderTest::payloadsAreKeptToTheLetter()
{
    const QByteArray odd("{\"b\":1, \"a\":1e400, \"b\":\"\\u0000\\\\ {x} \\\"ä\"}");
    for (const std::optional<QString> &key : {std::optional<QString>(), std::optional(u"k"_s)}) {
        VALUE_OF(job, utils().addRawJob({.identifier = u"t"_s, .payload = odd, .jobKey = key}));
        QCOMPARE(job.payload, odd);
        QCOMPARE(m_schema
                     ->value("select payload from @._private_jobs where id = "
                             + QByteArray::number(job.id))
                     .toUtf8(),
                 odd);
    }
}

void JobAdderTest::batchesAreOneStatement()
{
    VALUE_OF(none, utils().addRawJobs({}));
    QVERIFY(none.empty());
    QCOMPARE(m_schema->notices(), QStringList());

    const std::vector<JobSpec> specs{{.identifier = u"a"_s},
                                     {.identifier = u"b"_s, .queueName = u"q"_s},
                                     {.identifier = u"c"_s, .queueName = u"p"_s, .jobKey = u"k"_s},
                                     {.identifier = u"a"_s, .queueName = u"q"_s}};
    VALUE_OF(jobs, utils().addRawJobs(specs));
    QCOMPARE(jobs.size(), specs.size());
    for (size_t i = 0; i < specs.size(); ++i) {
        QCOMPARE(jobs[i].identifier, specs[i].identifier);
        QCOMPARE(jobs[i].queueName, specs[i].queueName.value_or(QString()));
        QCOMPARE(jobs[i].key, specs[i].jobKey.value_or(QString()));
    }
    QCOMPARE(m_schema->notices(), QStringList{u"jobs:insert {\"r\":0,\"count\":4}"_s});

    // One mode for all: the waiting 'k' keeps its time although only another spec asks for it.
    const Timestamp later{std::chrono::seconds(4000000000)};
    VALUE_OF(
        again,
        utils().addRawJobs(std::vector<JobSpec>{
            {.identifier = u"c"_s, .runAt = later, .jobKey = u"k"_s},
            {.identifier = u"d"_s, .jobKey = u"l"_s, .jobKeyMode = JobKeyMode::PreserveRunAt}}));
    QCOMPARE(again[0].id, jobs[2].id);
    QCOMPARE(again[0].runAt, jobs[2].runAt);
}

void JobAdderTest::batchesKeepTheirOrder()
{
    std::vector<JobSpec> specs;
    for (int i = 0; i < 300; ++i) {
        specs.push_back({.identifier = u"t%1"_s.arg(i % 7), .payload = QByteArray::number(i)});
        if (i % 3 == 0)
            specs.back().jobKey = u"k%1"_s.arg(i);
    }
    VALUE_OF(jobs, utils().addRawJobs(specs));
    for (size_t i = 0; i < specs.size(); ++i)
        QCOMPARE(jobs[i].payload, specs[i].payload);
}

void JobAdderTest::batchesRefuseUnsupportedSpecs()
{
    const auto codeOf = [this](const std::vector<JobSpec> &specs) {
        const auto added = utils().addRawJobs(specs);
        return added ? QString() : added.error().sqlState + u' ' + added.error().message;
    };
    QCOMPARE(
        codeOf({{.identifier = u"t"_s, .jobKey = u"k"_s, .jobKeyMode = JobKeyMode::UnsafeDedupe}}),
        u"GWBKM several jobs cannot be added with unsafe_dedupe at once; add them one by one"_s);
    QCOMPARE(codeOf({{.identifier = u"t"_s, .jobKey = u"k"_s},
                     {.identifier = u"u"_s, .jobKey = u"k"_s}}),
             u"GWBJK the job key 'k' occurs twice"_s);
    QCOMPARE(codeOf({{.identifier = u"t"_s}, {.identifier = u"t"_s, .maxAttempts = 0}}),
             u"GWBMA job 2 of 2: max_attempts is 0; it must be from 1 to 32767"_s);
    QCOMPARE(m_schema->value("select count(*) from @._private_jobs"), u"0"_s);
}

void JobAdderTest::arraysOfItemsAreOneJob()
{
    const JobSpec keyed{.jobKey = u"k"_s};
    VALUE_OF(first, utils().addBatchJob(u"t"_s, {1, 2}, keyed));
    VALUE_OF(second, utils().addBatchJob(u"t"_s, {3}, keyed));
    QCOMPARE(second.id, first.id);
    QCOMPARE(second.payload, "[1, 2, 3]");
}

void JobAdderTest::largeBatchesAreAnalyzed()
{
    const QByteArray estimate("select greatest(reltuples, 0) from pg_class "
                              "where relname = '_private_jobs'");
    m_schema->script("alter table @._private_jobs set (autovacuum_enabled = off)");
    const std::vector<JobSpec> many(10000, {.identifier = u"t"_s});
    VALUE_OF(jobs, utils().addRawJobs(many));
    QCOMPARE(jobs.size(), many.size());
    QCOMPARE(m_schema->value(estimate), u"10000"_s);
    m_schema->script("begin");
    VALUE_OF(more, utils().addRawJobs(many));
    QCOMPARE(more.size(), many.size());
    m_schema->script("commit");
    QCOMPARE(m_schema->value(estimate), u"10000"_s); // not in a transaction of the caller's
}

void JobAdderTest::theClockFillsInRunAt()
{
    const QDateTime noon = QDateTime::fromMSecsSinceEpoch(1000000000000, kUtc);
    const WorkerUtils utils(session(), schema(), [&noon] { return noon; });
    for (const std::optional<QString> &key : {std::optional<QString>(), std::optional(u"k"_s)}) {
        VALUE_OF(job, utils.addRawJob({.identifier = u"t"_s, .jobKey = key}));
        QCOMPARE(job.runAt, timestamp(noon));
    }
    const Timestamp given{1h};
    VALUE_OF(job, utils.addRawJob({.identifier = u"t"_s, .runAt = given}));
    QCOMPARE(job.runAt, given);
}

void JobAdderTest::serverSideLimitsHaveTheirNames()
{
    // What validate() would have found, from a schema with narrower limits.
    m_schema->script("alter table @._private_tasks drop constraint tasks_identifier_check;"
                     "alter table @._private_tasks add constraint tasks_identifier_check "
                     "check (length(identifier) <= 3)");
    const auto added = utils().addRawJob({.identifier = u"four"_s});
    QCOMPARE(added.error().sqlState, u"GWBID"_s);
    QCOMPARE(added.error().kind, DbError::Kind::InvalidInput);
    m_schema->script("alter table @._private_tasks drop constraint tasks_identifier_check;"
                     "alter table @._private_tasks add constraint tasks_identifier_check "
                     "check (length(identifier) <= 128)");
    const auto tab = utils().addRawJob({.identifier = u"t"_s, .payload = "\"\t\""});
    QCOMPARE(tab.error().kind, DbError::Kind::InvalidInput); // Qt accepts it, PostgreSQL does not
}

void JobAdderTest::missingSchemasNameTheRemedy()
{
    const WorkerUtils nowhere(session(), u"nowhere"_s);
    const QString sentence = u"there is no up-to-date graphile-worker schema \"nowhere\" in this "
                             "database; install or upgrade it with: yardmaster --schema-only "
                             "--schema 'nowhere'"_s;
    const std::array<qint64, 1> ids{1};
    QCOMPARE(nowhere.addRawJob({.identifier = u"t"_s}).error().message, sentence);
    QCOMPARE(nowhere.addRawJob({.identifier = u"t"_s, .jobKey = u"k"_s}).error().message, sentence);
    QCOMPARE(nowhere.addRawJobs(std::vector<JobSpec>{{.identifier = u"t"_s}}).error().message,
             sentence);
    QCOMPARE(nowhere.completeJobs(ids).error().message, sentence);
    QCOMPARE(nowhere.permanentlyFailJobs(ids).error().message, sentence);
    QCOMPARE(nowhere.rescheduleJobs(ids, {}).error().message, sentence);
    QCOMPARE(nowhere.removeJob(u"k"_s).error().message, sentence);
    QCOMPARE(nowhere.forceUnlockWorkers({u"w"_s}).error().message, sentence);
    QCOMPARE(nowhere.cleanup({.tasks = CleanupTask::GcJobQueues}).error().message, sentence);
    QCOMPARE(nowhere.removeJob(u"k"_s).error().kind, DbError::Kind::SchemaMissing);
    QVERIFY(!session().isInTransaction());
    QCOMPARE(m_schema->value("select to_regnamespace('nowhere')"), QString());

    test::SchemaFixture old(*m_database, u"old"_s);
    old.installRevision(10);
    QCOMPARE(WorkerUtils(old.session(), u"old"_s).addRawJob({.identifier = u"t"_s}).error().kind,
             DbError::Kind::SchemaMissing);
    old.script("drop schema old cascade");
}

void JobAdderTest::addingAdhocNeedsNoSession()
{
    VALUE_OF(job, addJobAdhoc(m_database->settings(), schema(), {.identifier = u"t"_s}));
    QCOMPARE(m_schema->value("select id from @._private_jobs"), QString::number(job.id));
    ConnectionSettings wrong = m_database->settings();
    wrong.set(u"dbname"_s, u"no such database"_s);
    QVERIFY(!addJobAdhoc(wrong, schema(), {.identifier = u"t"_s}));
    QCOMPARE(addJobAdhoc(wrong, schema(), {}).error().sqlState, u"GWBID"_s);
}

YARDMASTER_TEST(JobAdderTest)
#include "tst_jobadder.moc"
