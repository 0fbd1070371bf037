#include "tests/migrations/functiontest.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using yardmaster::test::FunctionTest;
using yardmaster::test::SchemaFixture;

/// What add_job and add_jobs do, statement by statement.
class AddJobTest final : public FunctionTest
{
    Q_OBJECT

private slots:
    void plainJobGetsTheDefaults();
    void everyArgumentArrives();
    void namesAreRegisteredOnceAndBurnNoSequence();
    void jobKeyModes_data();
    void jobKeyModes();
    void replacingResetsWhatIsNotGiven();
    void preservedRunAtIsOnlyKeptBeforeTheFirstAttempt();
    void arraysAreAppended_data();
    void arraysAreAppended();
    void unknownModeFailsOnlyWithAKey();
    void nullModeMeansReplace();
    void dedupeDoesNotReplaceAndNotifiesOnce();
    void flagsBecomeAnObject_data();
    void flagsBecomeAnObject();
    void limits_data();
    void limits();
    void manyAreAddedInOneCallInOrder();
    void noSpecsAddNothingAndNotifyEmptily_data();
    void noSpecsAddNothingAndNotifyEmptily();
    void oneKeyTwiceInOneCallIsAnError();
    void addingNotifiesTheNumberOfSpecs();
    void concurrentFetchCannotLoseAKeyedAdd();
};

void AddJobTest::plainJobGetsTheDefaults()
{
    const QList<QStringList> added = m_schema->rows(
        "select job_queue_id, payload, priority, run_at = now(), attempts, max_attempts, "
        "last_error, created_at = now(), updated_at = now(), key, locked_at, locked_by, revision, "
        "flags, is_available from @.add_job('send')");
    const QStringList expected{u"null"_s, u"{}"_s,   u"0"_s, u"t"_s,    u"0"_s,
                               u"25"_s,   u"null"_s, u"t"_s, u"t"_s,    u"null"_s,
                               u"null"_s, u"null"_s, u"0"_s, u"null"_s, u"t"_s};
    QCOMPARE(added, QList<QStringList>{expected});
    QCOMPARE(m_schema->value("select identifier from @._private_tasks"), u"send"_s);
    QCOMPARE(m_schema->value("select count(*) from @._private_job_queues"), u"0"_s);
}

void AddJobTest::everyArgumentArrives()
{
    m_schema->script("select @.add_job('send', '{\"b\": 1, \"a\": 2}', 'mail', "
                     "'2030-01-02 03:04:05Z', 7, 'key', -3, '{x,y}', 'preserve_run_at')");
    const QList<QStringList> job = m_schema->rows(
        "select task_identifier, queue_name, extract(epoch from run_at)::bigint, max_attempts, key,"
        " priority, flags from @.jobs");
    const QStringList expected{u"send"_s,
                               u"mail"_s,
                               u"1893553445"_s,
                               u"7"_s,
                               u"key"_s,
                               u"-3"_s,
                               u"{\"x\": true, \"y\": true}"_s};
    QCOMPARE(job, QList<QStringList>{expected});
    // The payload is text: key order and spaces are the sender's.
    QCOMPARE(m_schema->value("select payload from @._private_jobs"), u"{\"b\": 1, \"a\": 2}"_s);
}

void AddJobTest::namesAreRegisteredOnceAndBurnNoSequence()
{
    for (int i = 0; i < 5; ++i)
        m_schema->script("select @.add_job('t', queue_name => 'q'),"
                         " @.add_job('t', queue_name => 'q', job_key => 'k',"
                         " job_key_mode => 'unsafe_dedupe')");
    m_schema->script("select @.add_job('t2', queue_name => 'q2')");
    QCOMPARE(m_schema->value("select string_agg(id || identifier, ' ' order by id) "
                             "from @._private_tasks"),
             u"1t 2t2"_s);
    QCOMPARE(m_schema->value("select string_agg(id || queue_name, ' ' order by id) "
                             "from @._private_job_queues"),
             u"1q 2q2"_s);
}

void AddJobTest::jobKeyModes_data()
{
    QTest::addColumn<QByteArray>("change"); // to the job that has the key
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("expected"); // jobs by id: key, attempts of max, run_at new?, task

    const QByteArray waiting;
    const QByteArray retrying("attempts = 2, last_error = 'x'");
    const QByteArray failed("attempts = 25, last_error = 'x'");
    const QByteArray running("attempts = 1, locked_at = now(), locked_by = 'w'");
    const QByteArray stale("attempts = 1, locked_at = now() - interval '5 hours', locked_by = 'w'");

    const QString rewritten(u"k 0/25 moved new r1"_s);
    QTest::newRow("waiting, replace") << waiting << u"replace"_s << rewritten;
    QTest::newRow("waiting, preserve")
        << waiting << u"preserve_run_at"_s << u"k 0/25 kept new r1"_s;
    QTest::newRow("waiting, dedupe") << waiting << u"unsafe_dedupe"_s << u"k 0/25 kept old r1"_s;

    QTest::newRow("retrying, replace") << retrying << u"replace"_s << rewritten;
    QTest::newRow("retrying, preserve") << retrying << u"preserve_run_at"_s << rewritten;
    QTest::newRow("retrying, dedupe") << retrying << u"unsafe_dedupe"_s << u"k 2/25 kept old r1"_s;

    const QString replaced(u"- 25/25 kept old r0, k 0/25 moved new r0"_s);
    QTest::newRow("failed, replace") << failed << u"replace"_s << replaced;
    QTest::newRow("failed, preserve") << failed << u"preserve_run_at"_s << replaced;
    QTest::newRow("failed, dedupe") << failed << u"unsafe_dedupe"_s << u"k 25/25 kept old r1"_s;

    QTest::newRow("running, replace") << running << u"replace"_s << replaced;
    QTest::newRow("running, preserve") << running << u"preserve_run_at"_s << replaced;
    QTest::newRow("running, dedupe") << running << u"unsafe_dedupe"_s << u"k 1/25 kept old r1"_s;

    // However old a lock is, only the 4-hour reset takes it away.
    QTest::newRow("stale lock, replace") << stale << u"replace"_s << replaced;
}

void AddJobTest::jobKeyModes()
{
    QFETCH(QByteArray, change);
    QFETCH(QString, mode);
    QFETCH(QString, expected);
    keyedJob(change);
    m_schema->script("select @.add_job('new', '{\"v\":2}', job_key => 'k', "
                     "run_at => '2040-01-01 00:00:00Z', job_key_mode => '"
                     + mode.toUtf8() + "')");
    QCOMPARE(
        m_schema->value("select string_agg(concat_ws(' ', coalesce(key, '-'), attempts || '/' || "
                        "max_attempts, case when run_at < now() then 'kept' else 'moved' end, "
                        "task_identifier, 'r' || revision), ', ' order by id) from @.jobs"),
        expected);
    // A rewritten or new job has no error; a retired one keeps its own.
    if (mode != "unsafe_dedupe"_L1) {
        QCOMPARE(m_schema->value("select coalesce(last_error, '-') from @.jobs where key = 'k'"),
                 u"-"_s);
    }
}

void AddJobTest::replacingResetsWhatIsNotGiven()
{
    m_schema->script("select @.add_job('t', '{\"v\":1}', 'q', '2040-01-01Z', 3, 'k', 9, '{f}')");
    m_schema->script("select @.add_job('t', job_key => 'k')");
    const QStringList expected{u"null"_s, u"25"_s, u"0"_s, u"null"_s, u"t"_s};
    QCOMPARE(m_schema->rows("select queue_name, max_attempts, priority, flags, "
                            "run_at < now() + interval '1 second' from @.jobs"),
             QList<QStringList>{expected});
    QCOMPARE(m_schema->value("select payload from @._private_jobs"), u"{}"_s);
}

void AddJobTest::preservedRunAtIsOnlyKeptBeforeTheFirstAttempt()
{
    // Throttle: the first run_at stands, the payload is the latest.
    keyedJob({});
    m_schema->script("select @.add_jobs(array[row('new', '{\"v\":2}', null, '2040-01-01Z', null, "
                     "'k', null, null)::"
                     "@.job_spec], true)");
    QCOMPARE(m_schema->value("select payload || ' ' || extract(year from run_at) "
                             "from @._private_jobs"),
             u"{\"v\":2} 2001"_s);
    m_schema->script("select @.add_jobs(array[row('new', null, null, '2040-01-01Z', null, 'k', "
                     "null, null)::@.job_spec], null)");
    QCOMPARE(m_schema->value("select extract(year from run_at) from @._private_jobs"), u"2040"_s);
}

void AddJobTest::arraysAreAppended_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("added");
    QTest::addColumn<QString>("after");
    QTest::newRow("both arrays") << u"[1,2]"_s << u"[3]"_s << u"[1, 2, 3]"_s;
    QTest::newRow("empty arrays") << u"[]"_s << u"[]"_s << u"[]"_s;
    QTest::newRow("array, then object") << u"[1]"_s << u"{\"a\":1}"_s << u"{\"a\":1}"_s;
    QTest::newRow("object, then array") << u"{\"a\":1}"_s << u"[1]"_s << u"[1]"_s;
    QTest::newRow("objects") << u"{\"a\":1}"_s << u"{\"b\":2}"_s << u"{\"b\":2}"_s;
    QTest::newRow("scalars") << u"1"_s << u"2"_s << u"2"_s;
}

void AddJobTest::arraysAreAppended()
{
    QFETCH(QString, before);
    QFETCH(QString, added);
    for (const QString &payload : {before, added}) {
        m_schema->script("select @.add_job('batch', '" + payload.toUtf8() + "', job_key => 'k')");
    }
    QTEST(m_schema->value("select payload from @._private_jobs"), "after");
}

void AddJobTest::unknownModeFailsOnlyWithAKey()
{
    QCOMPARE(m_schema->stateOf("select @.add_job('t', job_key => 'k', job_key_mode => 'merge')"),
             u"GWBKM"_s);
    QCOMPARE(m_schema->stateOf("select @.add_job('t', job_key_mode => 'merge')"), QString());
}

void AddJobTest::nullModeMeansReplace()
{
    keyedJob({});
    m_schema->script("select @.add_job('new', job_key => 'k', job_key_mode => null)");
    QCOMPARE(m_schema->value("select string_agg(task_identifier, ' ') from @.jobs"), u"new"_s);
}

void AddJobTest::dedupeDoesNotReplaceAndNotifiesOnce()
{
    const QByteArray add("select revision from @.add_job('t', '{\"v\":1}', 'q', job_key => 'k', "
                         "flags => '{f}', job_key_mode => 'unsafe_dedupe')");
    QCOMPARE(m_schema->value(add), u"0"_s);
    QCOMPARE(m_schema->notices(), QStringList{u"jobs:insert {\"r\":0,\"count\":1}"_s});
    QCOMPARE(m_schema->value(add), u"1"_s);
    QCOMPARE(m_schema->value(add), u"2"_s);
    QCOMPARE(m_schema->notices(), QStringList());
    QCOMPARE(m_schema->value("select queue_name || flags from @.jobs"), u"q{\"f\": true}"_s);
}

void AddJobTest::flagsBecomeAnObject_data()
{
    QTest::addColumn<QString>("flags");
    QTest::addColumn<QString>("stored");
    QTest::newRow("null") << u"null"_s << QString();
    QTest::newRow("none") << u"'{}'"_s << QString();
    QTest::newRow("one") << u"'{a}'"_s << u"{\"a\": true}"_s;
    QTest::newRow("twice the same") << u"'{a,a}'"_s << u"{\"a\": true}"_s;
}

void AddJobTest::flagsBecomeAnObject()
{
    QFETCH(QString, flags);
    for (const QByteArray mode : {"replace", "unsafe_dedupe"}) {
        QTEST(m_schema->value("select flags from @.add_job('t', flags => " + flags.toUtf8()
                              + ", job_key => '" + mode + "', job_key_mode => '" + mode + "')"),
              "stored");
    }
}

void AddJobTest::limits_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QString>("state");
    const QString check(u"23514"_s);
    const QString range(u"22003"_s);
    QTest::newRow("task 128") << QByteArray("repeat('ä', 128)") << QString();
    QTest::newRow("task 129") << QByteArray("repeat('x', 129)") << check;
    QTest::newRow("task null") << QByteArray("null") << u"23502"_s;
    QTest::newRow("queue 128") << QByteArray("'t', queue_name => repeat('x', 128)") << QString();
    QTest::newRow("queue 129") << QByteArray("'t', queue_name => repeat('x', 129)") << check;
    QTest::newRow("key 512") << QByteArray("'t', job_key => repeat('x', 512)") << QString();
    QTest::newRow("key 513") << QByteArray("'t', job_key => repeat('x', 513)") << check;
    QTest::newRow("key empty") << QByteArray("'t', job_key => ''") << check;
    QTest::newRow("attempts 1") << QByteArray("'t', max_attempts => 1") << QString();
    QTest::newRow("attempts 0") << QByteArray("'t', max_attempts => 0") << check;
    QTest::newRow("attempts 32767") << QByteArray("'t', max_attempts => 32767") << QString();
    QTest::newRow("attempts 32768") << QByteArray("'t', max_attempts => 32768") << range;
    QTest::newRow("priority -32768") << QByteArray("'t', priority => -32768") << QString();
    QTest::newRow("priority -32769") << QByteArray("'t', priority => -32769") << range;
}

void AddJobTest::limits()
{
    QFETCH(QByteArray, arguments);
    QTEST(m_schema->stateOf("select @.add_job(" + arguments + ")"), "state");
    if (!arguments.contains("job_key")) {
        QTEST(m_schema->stateOf("select @.add_job(" + arguments
                                + ", job_key => 'k', job_key_mode => 'unsafe_dedupe')"),
              "state");
    }
}

void AddJobTest::manyAreAddedInOneCallInOrder()
{
    const QByteArray add(
        "select count(*) from @.add_jobs(array(select row('t' || i % 3, to_json(i), "
        "case when i % 2 = 0 then 'q' || i % 5 end, null, null, null, (i % 4)::smallint, null)"
        "::@.job_spec from generate_series(1, 1000) i order by i))");
    QCOMPARE(m_schema->value(add), u"1000"_s);
    // The ids follow the array, so that equal jobs run in the order they were given.
    QCOMPARE(m_schema->value("select bool_and(id::text = payload::text) from @._private_jobs"),
             u"t"_s);
    QCOMPARE(m_schema->value("select count(*) from @.jobs where task_identifier = "
                             "'t' || id % 3 and queue_name is not distinct from "
                             "case when id % 2 = 0 then 'q' || id % 5 end and priority = id % 4"),
             u"1000"_s);
    QCOMPARE(m_schema->notices(), QStringList{u"jobs:insert {\"r\":0,\"count\":1000}"_s});
}

void AddJobTest::noSpecsAddNothingAndNotifyEmptily_data()
{
    QTest::addColumn<QByteArray>("specs");
    QTest::newRow("empty") << QByteArray("array[]::@.job_spec[]");
    QTest::newRow("null") << QByteArray("null");
}

void AddJobTest::noSpecsAddNothingAndNotifyEmptily()
{
    QFETCH(QByteArray, specs);
    QCOMPARE(m_schema->value("select count(*) from @.add_jobs(" + specs + ")"), u"0"_s);
    QCOMPARE(m_schema->notices(), QStringList{u"jobs:insert "_s});
}

void AddJobTest::oneKeyTwiceInOneCallIsAnError()
{
    QCOMPARE(m_schema->stateOf("select @.add_jobs(array["
                               "row('t',null,null,null,null,'k',null,null)::@.job_spec,"
                               "row('t',null,null,null,null,'k',null,null)::@.job_spec])"),
             u"21000"_s);
}

void AddJobTest::addingNotifiesTheNumberOfSpecs()
{
    m_schema->script("select @.add_job('t'); select @.add_job('t', run_at => '2040-01-01Z')");
    const QString one(u"jobs:insert {\"r\":0,\"count\":1}"_s);
    QCOMPARE(m_schema->notices(), (QStringList{one, one}));
    // Equal notices of one transaction would arrive once, were it not for the random number.
    m_schema->script("begin; select @.add_job('t'); select @.add_job('t'); commit");
    QCOMPARE(m_schema->notices(), (QStringList{one, one}));
}

void AddJobTest::concurrentFetchCannotLoseAKeyedAdd()
{
    // A worker takes the job while a producer waits for it: the spec must still become a job.
    keyedJob({});
    const SchemaFixture fetching(*m_database, m_schema->schema());
    fetching.script("begin; update @._private_jobs set locked_at = now(), locked_by = 'w', "
                    "attempts = attempts + 1");
    SchemaFixture producing(*m_database, m_schema->schema());
    producing.send("select @.add_job('new', job_key => 'k')");
    QVERIFY(m_schema->waitUntilBlocked(producing)); // on the row the worker holds
    fetching.script("commit");
    producing.finish();
    QCOMPARE(m_schema->value("select string_agg(coalesce(key, '-') || task_identifier, ' ' "
                             "order by id) from @.jobs"),
             u"-old knew"_s);
}

YARDMASTER_TEST(AddJobTest)
#include "tst_add_job.moc"
