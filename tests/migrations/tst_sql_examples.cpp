#include "tests/migrations/schemafixture.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using yardmaster::test::SchemaFixture;
using yardmaster::test::TestDatabase;

/// Every example people are told to copy runs, and does what it says.
class SqlExamplesTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void everyFileIsTested();
    void effects_data();
    void effects();

private:
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SchemaFixture> m_schema;
};

void SqlExamplesTest::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_schema = std::make_unique<SchemaFixture>(*m_database, u"graphile_worker"_s);
}

void SqlExamplesTest::init()
{
    m_schema->script("begin"); // roles are the whole server's; nothing may stay
}

void SqlExamplesTest::cleanup()
{
    m_schema->script("rollback; deallocate all");
}

void SqlExamplesTest::everyFileIsTested()
{
    const QDir folder(QStringLiteral(YARDMASTER_SQL_EXAMPLES));
    QCOMPARE(folder.entryList({u"*.sql"_s}, QDir::Files, QDir::Name),
             (QStringList{u"add_job.sql"_s, u"debounce_and_throttle.sql"_s, u"delayed.sql"_s,
                          u"low_privileged_producer.sql"_s, u"trigger.sql"_s,
                          u"trigger_many_tables.sql"_s}));
}

void SqlExamplesTest::effects_data()
{
    QTest::addColumn<QByteArray>("question");
    QTest::addColumn<QString>("answer");
    QTest::newRow("add_job") << QByteArray(
        "select string_agg(concat_ws(' ', task_identifier, queue_name, priority, max_attempts), ', "
        "' "
        "order by id) filter (where task_identifier <> 'resize_image') || ', ' || count(*) from "
        "@.jobs") << u"send_email 0 25, charge_card customer-7 0 25, send_email -10 5, 103"_s;
    QTest::newRow("delayed") << QByteArray("select task_identifier || ' in ' || extract(epoch from "
                                           "run_at - now())::integer from @.jobs")
                             << u"remind in 90"_s;
    QTest::newRow("trigger") << QByteArray(
        "select payload ->> 'user_id' = (select id::text from app_users) from @._private_jobs")
                             << u"t"_s;
    QTest::newRow("trigger_many_tables") << QByteArray(
        "select string_agg(concat_ws(' ', payload ->> 'table', payload ->> 'op', payload ->> 'id', "
        "queue_name), ', ' order by id) from @._private_jobs join (select id as job, queue_name "
        "from @.jobs) named on job = id")
                                         << u"app_articles INSERT 1 public.app_articles:1, "
                                            u"app_articles UPDATE 1 "
                                            "public.app_articles:1, app_articles DELETE 1 "
                                            "public.app_articles:1, app_comments UPDATE "
                                            "5 public.app_comments:5"_s;
    QTest::newRow("low_privileged_producer")
        << QByteArray("select task_identifier || ' ' || queue_name from @.jobs")
        << u"build_report report-7"_s;
    QTest::newRow("debounce_and_throttle")
        << QByteArray("select string_agg(concat_ws(' ', key, payload, extract(epoch from run_at - "
                      "now())::integer), "
                      "', ' order by id) from @._private_jobs")
        << u"reindex:doc-1 {\"version\": 2} 20, sync:doc-1 {\"version\": 2} 10, "
           "notify:room-1 [\"ada\", \"bob\"] 10"_s;
}

void SqlExamplesTest::effects()
{
    QFETCH(QByteArray, question);
    QFile file(QStringLiteral(YARDMASTER_SQL_EXAMPLES "/%1.sql")
                   .arg(QString::fromUtf8(QTest::currentDataTag())));
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.errorString()));
    m_schema->script(file.readAll());
    QTEST(m_schema->value(question), "answer");
    if (qstrcmp(QTest::currentDataTag(), "low_privileged_producer") == 0) {
        // What the wrapper is for: the role cannot do it directly, nor anything else.
        m_schema->script("set role app_web; savepoint trial");
        for (const QByteArray attempt : {"select @.add_job('anything')", "select id from @.jobs",
                                         "create table app_jobs.mine (id integer)"}) {
            QCOMPARE(m_schema->stateOf(attempt), u"42501"_s);
            m_schema->script("rollback to trial");
        }
    }
}

YARDMASTER_TEST(SqlExamplesTest)
#include "tst_sql_examples.moc"
