#include "tests/migrations/functiontest.h"
#include "tests/support/testprogram.h"
#include "worker/db/sqltext.h"

#include <QTest>

using namespace Qt::StringLiterals;
using yardmaster::test::FunctionTest;
using yardmaster::test::SchemaFixture;

/// What the functions for people do, and what others may see.
class JobAdministrationTest final : public FunctionTest
{
    Q_OBJECT

private slots:
    void removeDeletesAFreeJob_data();
    void removeDeletesAFreeJob();
    void removeTakesTheKeyOfARunningJob();
    void removeOfAnUnknownKeyReturnsNulls();
    void administrationSparesRunningJobs_data();
    void administrationSparesRunningJobs();
    void failingPermanentlySpendsAllAttempts();
    void reschedulingKeepsWhatIsNotGiven();
    void forcedUnlockFreesJobsAndQueuesOfTheListedOnly();
    void theViewHidesPayloadsAndUnknownTasks();
    void theCallersSearchPathDoesNotMatter();
    void tablesShowNothingToOthers();
};

void JobAdministrationTest::removeDeletesAFreeJob_data()
{
    QTest::addColumn<QByteArray>("change");
    QTest::newRow("waiting") << QByteArray();
    QTest::newRow("failed") << QByteArray("attempts = 25");
    QTest::newRow("locked 5 hours ago")
        << QByteArray("locked_at = now() - interval '5 hours', locked_by = 'w'");
}

void JobAdministrationTest::removeDeletesAFreeJob()
{
    QFETCH(QByteArray, change);
    const QString id = keyedJob(change);
    QCOMPARE(m_schema->value("select id from @.remove_job('k')"), id);
    QCOMPARE(m_schema->value("select count(*) from @._private_jobs"), u"0"_s);
    QCOMPARE(m_schema->notices(), QStringList{u"jobs:insert {\"r\":0,\"count\":-1}"_s});
}

void JobAdministrationTest::removeTakesTheKeyOfARunningJob()
{
    const QString id = keyedJob("attempts = 1, locked_at = now() - interval '3 hours', "
                                "locked_by = 'w'");
    QCOMPARE(m_schema->rows("select id, key, attempts, locked_by from @.remove_job('k')"),
             QList<QStringList>{QStringList({id, u"null"_s, u"25"_s, u"w"_s})});
    QCOMPARE(m_schema->notices(), QStringList());
}

void JobAdministrationTest::removeOfAnUnknownKeyReturnsNulls()
{
    QCOMPARE(m_schema->rows("select id, key from @.remove_job('nobody')"),
             QList<QStringList>{QStringList({u"null"_s, u"null"_s})});
    QCOMPARE(m_schema->rows("select @.remove_job(null) is null"),
             QList<QStringList>{QStringList(u"t"_s)});
    QCOMPARE(m_schema->notices(), QStringList());
}

void JobAdministrationTest::administrationSparesRunningJobs_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::newRow("complete") << QByteArray("@.complete_jobs");
    QTest::newRow("fail") << QByteArray("@.permanently_fail_jobs");
    QTest::newRow("reschedule") << QByteArray("@.reschedule_jobs");
}

void JobAdministrationTest::administrationSparesRunningJobs()
{
    QFETCH(QByteArray, call);
    m_schema->script("select @.add_job('t') from generate_series(1, 3)");
    m_schema->script("update @._private_jobs set locked_by = 'w', locked_at = now() - "
                     "case id when 2 then interval '3:59' else interval '4:01' end where id > 1");
    (void)m_schema->notices();
    QCOMPARE(m_schema->value("select string_agg(id || coalesce(locked_by, '-'), ' ' order by id) "
                             "from "
                             + call + "(array[1, 2, 3, 99])"),
             u"1- 3w"_s); // an old lock stays where it is
    QCOMPARE(m_schema->value("select count(*) from " + call + "(null)"), u"0"_s);
    QCOMPARE(m_schema->value("select count(*) from @._private_jobs"),
             call.contains("complete") ? u"1"_s : u"3"_s);
    QCOMPARE(m_schema->notices(), QStringList());
}

void JobAdministrationTest::failingPermanentlySpendsAllAttempts()
{
    m_schema->script("select @.add_job('t', max_attempts => 3) from generate_series(1, 2)");
    m_schema->script("update @._private_jobs set updated_at = now() - interval '1 day'");
    m_schema->script("select @.permanently_fail_jobs(array[1]), "
                     "@.permanently_fail_jobs(array[2], 'because')");
    QCOMPARE(
        m_schema->rows("select attempts, last_error, updated_at > now() - interval '1 minute', "
                       "is_available from @._private_jobs order by id"),
        (QList<QStringList>{{u"3"_s, u"Manually marked as failed"_s, u"t"_s, u"f"_s},
                            {u"3"_s, u"because"_s, u"t"_s, u"f"_s}}));
}

void JobAdministrationTest::reschedulingKeepsWhatIsNotGiven()
{
    m_schema->script("select @.add_job('t', run_at => '2040-01-01Z', priority => 4, "
                     "max_attempts => 9)");
    m_schema->script("update @._private_jobs set attempts = 5, last_error = 'e', "
                     "updated_at = now() - interval '1 day'");
    const QByteArray read("select extract(year from run_at), priority, attempts, max_attempts, "
                          "last_error, updated_at > now() - interval '1 minute' from ");
    QCOMPARE(m_schema->rows(read + "@.reschedule_jobs(array[1])").first(),
             QStringList({u"2040"_s, u"4"_s, u"5"_s, u"9"_s, u"e"_s, u"t"_s}));
    QCOMPARE(m_schema->rows(read + "@.reschedule_jobs(array[1], '2001-01-01Z', 0, 0, 1)").first(),
             QStringList({u"2001"_s, u"0"_s, u"0"_s, u"1"_s, u"e"_s, u"t"_s}));
    QCOMPARE(m_schema->stateOf("select @.reschedule_jobs(array[1], attempts => 40000)"),
             u"22003"_s);
    QCOMPARE(m_schema->stateOf("select @.reschedule_jobs(array[1], max_attempts => 0)"),
             u"23514"_s);
}

void JobAdministrationTest::forcedUnlockFreesJobsAndQueuesOfTheListedOnly()
{
    m_schema->script("select @.add_job('t', queue_name => 'q' || i) from generate_series(1, 3) i");
    m_schema->script("update @._private_jobs set attempts = 1, locked_at = now(), "
                     "locked_by = 'w' || id");
    m_schema->script("update @._private_job_queues set locked_at = now(), locked_by = 'w' || id");
    (void)m_schema->notices();
    m_schema->script("select @.force_unlock_workers(array['w1', 'w3', 'nobody'])");
    QCOMPARE(m_schema->value("select string_agg(coalesce(locked_by, '-') || attempts, ' ' "
                             "order by id) from @._private_jobs"),
             u"-1 w21 -1"_s);
    QCOMPARE(m_schema->value("select string_agg(coalesce(locked_by, '-') || is_available, ' ' "
                             "order by id) from @._private_job_queues"),
             u"-true w2false -true"_s);
    QCOMPARE(m_schema->notices(), QStringList());
}

void JobAdministrationTest::theViewHidesPayloadsAndUnknownTasks()
{
    m_schema->script("select @.add_job('gone', queue_name => 'q'), @.add_job('here')");
    m_schema->script("delete from @._private_tasks where identifier = 'gone'");
    QCOMPARE(m_schema->value("select string_agg(task_identifier, ' ') from @.jobs"), u"here"_s);
}

void JobAdministrationTest::theCallersSearchPathDoesNotMatter()
{
    m_schema->script("set search_path to ''");
    QCOMPARE(m_schema->value("select count(*) from @.add_job('t', '[1]', 'q', job_key => 'k', "
                             "flags => '{f}')"),
             u"1"_s);
    m_schema->script(
        "select @.add_job('t', '[2]', job_key => 'k', job_key_mode => 'unsafe_dedupe');"
        "select @.reschedule_jobs('{1}'), @.permanently_fail_jobs('{1}');"
        "select @.force_unlock_workers('{w}'), @.complete_jobs('{99}'), @.remove_job('k')");
    QCOMPARE(m_schema->value("select count(*) from @.jobs"), u"0"_s);
}

void JobAdministrationTest::tablesShowNothingToOthers()
{
    m_schema->script("select @.add_job('t')");
    m_database->script("create role fn_stranger");
    m_schema->script("grant all on all tables in schema "
                     + yardmaster::quotedIdentifier(m_schema->schema())
                     + " to fn_stranger; grant usage on schema "
                     + yardmaster::quotedIdentifier(m_schema->schema())
                     + " to fn_stranger;"
                       "set role fn_stranger");
    for (const QByteArray table : {"jobs", "tasks", "job_queues", "known_crontabs"})
        QCOMPARE(m_schema->value("select count(*) from @._private_" + table), u"0"_s);
    QCOMPARE(m_schema->value("select count(*) from @.jobs"),
             u"1"_s); // the view has its owner's rights
    QCOMPARE(m_schema->stateOf("select @.add_job('t2')"), u"42501"_s);
    m_schema->script("reset role; drop owned by fn_stranger; drop role fn_stranger");
}

YARDMASTER_TEST(JobAdministrationTest)
#include "tst_job_administration.moc"
