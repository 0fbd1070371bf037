#include "models/views/jobnames.h"

#include "models/query/filterstatement.h"
#include "models/session/poller.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"
#include "worker/db/sqltext.h"

#include <QRandomGenerator>
#include <QSignalSpy>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 kJobs = 20000;

bool hasName(const QList<JobName> &list, const QString &name)
{
    return std::ranges::find(list, name, &JobName::name) != list.end();
}

} // namespace

/// The names to filter by, and the statement a filter is shown as, on a real server.
class TestJobNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void namesComeWithTheirIds();
    void namesAreCapped();
    void emptyQueueHasNoNames();
    void missingSchemaIsAnError();
    void completesFromMemory();
    void pollerReadsOnlyWhileShown();
    void statementRunsAndFindsTheSameJobs_data();
    void statementRunsAndFindsTheSameJobs();
    void literalsLeaveQuotedTextAlone();
    void wholeTableIsNotRead();

private:
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<Session> m_session;
};

void TestJobNames::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    fillMix(*m_database, kJobs);
    m_database->script(
        "select graphile_worker.add_job('o''hara', json_build_object('a', E'it\\'s'),"
        " queue_name := 'a \"b\" \\ c', job_key := 'k*1', flags := array['x y']);"
        "select graphile_worker.add_job('plain', run_at := '2020-01-01');"
        // Nothing keeps anybody from writing these.
        "update graphile_worker._private_jobs set flags = case id % 3 when 0 then 'null'"
        " when 1 then '7' else '[\"x\"]' end::jsonb"
        " where id in (select max(id) - n from graphile_worker._private_jobs,"
        " generate_series(2, 4) n group by n);");
    m_session = m_database->session();
}

void TestJobNames::cleanupTestCase()
{
    m_session.reset();
    m_database.reset();
}

void TestJobNames::namesComeWithTheirIds()
{
    const JobNames names = valueOf(readJobNames(*m_session, kSchema));
    QVERIFY(std::ranges::is_sorted(names.tasks, {}, &JobName::name));
    const auto task = std::ranges::find(names.tasks, u"plain"_s, &JobName::name);
    QVERIFY(task != names.tasks.end());
    QCOMPARE(QString::number(task->id),
             m_database->scalar("select id from graphile_worker._private_tasks "
                                "where identifier = 'plain'"));
    const auto queue = std::ranges::find(names.queues, u"mix-held"_s, &JobName::name);
    QVERIFY(queue != names.queues.end());
    QCOMPARE(QString::number(queue->id),
             m_database->scalar("select id from graphile_worker._private_job_queues "
                                "where queue_name = 'mix-held'"));
    QVERIFY(hasName(names.queues, u"a \"b\" \\ c"_s));
    QVERIFY(names.flags.contains(u"held"_s) && names.flags.contains(u"x y"_s));
    QVERIFY(std::ranges::any_of(
        names.workers, [](const QString &worker) { return worker.startsWith(u"web-"_s); }));
    QVERIFY(!names.isCut);
}

void TestJobNames::namesAreCapped()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto session = database.session();
    database.script("insert into graphile_worker._private_tasks (identifier) "
                    "select to_char(n, 'FM00000') from generate_series(1, 1500) as n;");
    const JobNames names = valueOf(readJobNames(*session, kSchema));
    QCOMPARE(names.tasks.size(), kNameCap);
    QCOMPARE(names.tasks.first().name, u"00001"_s);
    QVERIFY(names.isCut);
}

void TestJobNames::emptyQueueHasNoNames()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto session = database.session();
    const JobNames names = valueOf(readJobNames(*session, kSchema));
    QVERIFY(names.tasks.isEmpty() && names.queues.isEmpty() && names.flags.isEmpty());
}

void TestJobNames::missingSchemaIsAnError()
{
    const TestDatabase database = TestDatabase::createEmpty();
    const auto session = database.session();
    const auto names = readJobNames(*session, kSchema);
    QVERIFY(!names);
    QCOMPARE(names.error().kind, DbError::Kind::SchemaMissing);
    QVERIFY(!session->isInTransaction());
}

void TestJobNames::completesFromMemory()
{
    const auto names = std::make_shared<const JobNames>(valueOf(readJobNames(*m_session, kSchema)));
    const FilterNames complete = completionFrom(names);
    QCOMPARE(complete(FilterKey::Task, u"PLA"_s), QStringList{u"plain"_s});
    QCOMPARE(complete(FilterKey::Queue, u"mix-h"_s), QStringList{u"mix-held"_s});
    QVERIFY(complete(FilterKey::LockedBy, u"web"_s).size() >= 1);
    QCOMPARE(complete(FilterKey::Flag, u"hel"_s), QStringList{u"held"_s});
    QVERIFY(complete(FilterKey::Key, {}).isEmpty());
    QVERIFY(completionFrom(nullptr)(FilterKey::Task, {}).isEmpty());
}

void TestJobNames::pollerReadsOnlyWhileShown()
{
    const SessionPool sessions(m_database->settings());
    Poller<JobNames> watch(sessions, withSession(&readJobNames, QString(kSchema)), 30s);
    QSignalSpy changed(&watch, &PollerBase::changed);
    QVERIFY(!watch.hasRead());
    watch.setPaused(false);
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, kPatience);
    QVERIFY(watch.latest()->tasks.size() > 12);
    m_database->script("select graphile_worker.add_job('added_later');");
    watch.refreshSoon();
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 2, kPatience);
    QVERIFY(hasName(watch.latest()->tasks, u"added_later"_s));
    m_database->script("delete from graphile_worker._private_jobs as j using "
                       "graphile_worker._private_tasks as t where t.id = j.task_id and "
                       "t.identifier = 'added_later';");

    Poller<JobNames> nowhere(sessions, withSession(&readJobNames, u"nowhere"_s), 30s);
    QSignalSpy failed(&nowhere, &PollerBase::failed);
    nowhere.setPaused(false);
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatience);
    QVERIFY(!nowhere.hasRead());
}

void TestJobNames::statementRunsAndFindsTheSameJobs_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"",
                             "state:failed",
                             "state:ready,blocked",
                             "state:forbidden",
                             "task:o'hara",
                             "task:mix_1*",
                             "-task:mix_1,mix_2",
                             "queue:\"\"",
                             "queue:\"a \\\"b\\\" \\\\ c\"",
                             "key:welcome-*",
                             "key:\"k*1\"",
                             "flag:\"x y\"",
                             "flag:beta",
                             "locked-by:web-*",
                             "error:etimedout",
                             "error~\"code [0-3]$\"",
                             "error~\"\\d{4,}\"",
                             "-error:refused",
                             "id:100..200",
                             "id:1,2,3",
                             "priority<0",
                             "attempts>=3",
                             "max-attempts:25",
                             "revision>0",
                             "run<now-1h",
                             "run:2020-01-01",
                             "created:today",
                             "created>=yesterday",
                             "locked<now-10m",
                             "locked:\"\"",
                             "payload:vip",
                             "payload.user.id=42",
                             "payload.amount>500.5",
                             "payload.tags.0=vip",
                             "payload.a:\"it's\"",
                             "state:failed task:mix_* -error~\"code\" priority>=0 id<15000"})
        QTest::newRow(text) << QString::fromUtf8(text);
}

void TestJobNames::statementRunsAndFindsTheSameJobs()
{
    QFETCH(const QString, text);
    const ParsedFilter parsed = parseFilter(text);
    QVERIFY2(parsed.isValid(), qUtf8Printable(text));
    Params params;
    FilterSql sql(mixContext(), &params);
    const auto bound
        = m_session->query("select jobs.id from graphile_worker._private_jobs as jobs "
                           "where "
                               + sql.condition(parsed.filter) + " order by jobs.id desc",
                           params);
    QVERIFY2(bound, bound ? "" : qUtf8Printable(bound.error().message));
    const QString statement = filterStatement(parsed.filter, mixContext());
    // Pasted into a session of any kind.
    for (const char *conforming : {"on", "off"}) {
        QVERIFY(m_session->script(QByteArray("set standard_conforming_strings = ") + conforming
                                  + "; set escape_string_warning = off"));
        if (statement.contains(u"'\\"_s) && qstrcmp(conforming, "off") == 0)
            continue; // our own patterns are written for today's default
        const auto rows = m_session->query(statement.toUtf8());
        QVERIFY2(rows, qUtf8Printable(rows ? QString() : rows.error().message + statement));
        QCOMPARE(rows->count(), bound->count());
        for (int row = 0; row < rows->count(); ++row)
            QCOMPARE(rows->int64(row, 0), bound->int64(row, 0));
    }
    QVERIFY(m_session->script("reset standard_conforming_strings"));
}

void TestJobNames::literalsLeaveQuotedTextAlone()
{
    QCOMPARE(withLiterals("$1 '$1' \"$2\" $2::int $12 'it''s $1' $$", {param(u"a'b"_s), param(7)}),
             QByteArray("'a''b' '$1' \"$2\" '7'::int $12 'it''s $1' $$"));
    QCOMPARE(withLiterals("$1,$2", {nullParam(), param(u"a\\b"_s)}), QByteArray("null,E'a\\\\b'"));
    // Whatever was typed stays one literal.
    QRandomGenerator dice(7);
    for (int round = 0; round < 300; ++round) {
        QString text;
        for (int i = dice.bounded(12); i > 0; --i)
            text += u"'\\\"$1;-/*aש"_s.at(dice.bounded(11));
        const auto rows = m_session->query(withLiterals("select $1::text", {param(text)}));
        QVERIFY2(rows, qUtf8Printable(text));
        QCOMPARE(rows->text(0, 0), text);
    }
}

void TestJobNames::wholeTableIsNotRead()
{
    const QByteArray sql = sqlText("models/views/newest_names.sql", kSchema);
    QVERIFY(m_session->script("set enable_seqscan = off"));
    const auto plan
        = m_session->query(withLiterals("explain " + sql, {param(kSearchedJobs), param(kNameCap)}));
    QVERIFY(m_session->script("reset enable_seqscan"));
    QVERIFY2(plan, plan ? "" : qUtf8Printable(plan.error().message));
    QStringList lines;
    for (int row = 0; row < plan->count(); ++row)
        lines << plan->text(row, 0);
    const QString text = lines.join(u'\n');
    QVERIFY2(text.contains(u"Index Scan Backward using jobs_pkey"_s), qUtf8Printable(text));
    QVERIFY2(!text.contains(u"Seq Scan on _private_jobs "_s), qUtf8Printable(text));
}

YARDMASTER_TEST(TestJobNames)
#include "tst_jobnames.moc"
