#include "tests/migrations/catalog.h"
#include "tests/migrations/schemafixture.h"
#include "tests/support/testprogram.h"
#include "worker/db/migrationsteps.h"
#include "worker/db/sqltext.h"
#include <yardmaster/migrator.h>

#include <QTest>

using namespace Qt::StringLiterals;
using namespace yardmaster;
using test::catalogOf;
using test::difference;
using test::identityOf;
using test::SchemaFixture;
using test::TestDatabase;
using Family = SchemaState::Family;

/// Schemas installed by other programs, recreated from their known statements.
class MigratorFamiliesTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();

    void archimedesIsUpgraded_data();
    void archimedesIsUpgraded();
    void rustSchemasAreLeftUnchanged_data();
    void rustSchemasAreLeftUnchanged();
    void ourSchemaTakenOverByRustIsLeftUnchanged();
    void firstRevisionsQueueLocksRefuseTheUpgrade();

private:
    [[nodiscard]] QStringList picture() const
    {
        return catalogOf(m_schema->session(), m_schema->schema())
            << identityOf(m_schema->session(), m_schema->schema());
    }
    void use(const QString &schema)
    {
        m_schema = std::make_unique<SchemaFixture>(*m_database, schema);
    }

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SchemaFixture> m_schema;
    QStringList m_current; // the catalog every upgrade arrives at
};

void MigratorFamiliesTest::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    use(u"graphile_worker"_s);
    m_current = catalogOf(m_schema->session(), m_schema->schema());
}

void MigratorFamiliesTest::cleanup()
{
    m_database->script("drop schema if exists archimedes_worker cascade;"
                       "drop schema if exists rust cascade");
}

void MigratorFamiliesTest::archimedesIsUpgraded_data()
{
    QTest::addColumn<int>("revision");
    QTest::addColumn<QByteArray>("replay"); // the objects beside the tables
    QTest::addColumn<QByteArray>("job");
    const QByteArray oldJob("insert into @.jobs (task_identifier, queue_name, key, attempts, "
                            "last_error, priority, flags) values ('t', 'q', 'k', 2, 'e', 3, "
                            "'{\"f\": true}')");
    const QByteArray tables("insert into @.TABLEtasks (identifier) values ('t');"
                            "insert into @.TABLEjob_queues (queue_name) values ('q');"
                            "insert into @.TABLEjobs (task_id, job_queue_id, key, attempts, "
                            "last_error, priority, flags) "
                            "values (1, 1, 'k', 2, 'e', 3, '{\"f\": true}')");
    QTest::newRow("10") << 10 << QByteArray("replay_10.sql") << oldJob;
    QTest::newRow("13 (archimedes 0.3)")
        << 13 << QByteArray("replay_13.sql") << QByteArray(tables).replace("TABLE", "");
    QTest::newRow("18 (archimedes 0.4)")
        << 18 << QByteArray() << QByteArray(tables).replace("TABLE", "_private_");
}

void MigratorFamiliesTest::archimedesIsUpgraded()
{
    QFETCH(int, revision);
    QFETCH(QByteArray, replay);
    QFETCH(QByteArray, job);
    use(u"archimedes_worker"_s);
    m_schema->installRevision(revision);
    if (!replay.isEmpty())
        m_schema->file(replay.constData());
    m_schema->script("alter table @.migrations drop column breaking");
    m_schema->script(job);

    const auto state = inspectSchema(m_schema->session(), m_schema->schema());
    QVERIFY(state);
    QCOMPARE(state->family, Family::Graphile);
    QCOMPARE(state->hasBreakingColumn, false);
    const auto report = migrate(m_schema->session(), m_schema->schema());
    QVERIFY2(report, qPrintable(report ? QString() : report.error().message));
    QCOMPARE(report->before.revision, revision);
    QCOMPARE(difference(m_current, catalogOf(m_schema->session(), m_schema->schema())), QString());
    QCOMPARE(m_schema->rows("select id, task_identifier, queue_name, key, attempts, last_error, "
                            "priority, flags from @.jobs"),
             QList<QStringList>{QStringList(
                 {u"1"_s, u"t"_s, u"q"_s, u"k"_s, u"2"_s, u"e"_s, u"3"_s, u"{\"f\": true}"_s})});
    QCOMPARE(m_schema->value("select id from @.add_job('t')"), u"2"_s);
    // Sent again and again it stays as it is.
    const QStringList before = picture();
    QVERIFY(migrate(m_schema->session(), m_schema->schema()));
    QCOMPARE(difference(before, picture()), QString());
}

void MigratorFamiliesTest::rustSchemasAreLeftUnchanged_data()
{
    QTest::addColumn<int>("revision");
    QTest::addColumn<bool>("nodeMade19"); // Node's 19 is breaking, Rust's is not
    QTest::newRow("19") << 19 << false;
    QTest::newRow("20") << 20 << false;
    QTest::newRow("21") << 21 << false;
    QTest::newRow("22") << 22 << false;
    QTest::newRow("20 upon Node's 19") << 20 << true;
    QTest::newRow("22 upon Node's 20") << 22 << true;
}

void MigratorFamiliesTest::rustSchemasAreLeftUnchanged()
{
    QFETCH(int, revision);
    QFETCH(bool, nodeMade19);
    use(u"rust"_s);
    m_schema->installRevision(18);
    m_schema->script(migrationSteps().at(19).script(m_schema->schema())); // some add_job
    if (revision >= 20)
        m_schema->script(sqlText("migrations/yardmaster/000001.sql", m_schema->schema()));
    if (revision >= 22)
        m_schema->file("replay_rust_22.sql");
    m_schema->script("insert into @.migrations (id, breaking) select step, step = 19 and "
                     + QByteArray(nodeMade19 ? "true" : "false") + " from generate_series(19, "
                     + QByteArray::number(revision) + ") step");
    m_schema->script("select @.add_job('t', queue_name => 'q', job_key => 'k')");
    (void)m_schema->notices();

    const QStringList before = picture();
    const auto report = migrate(m_schema->session(), m_schema->schema());
    QVERIFY2(report, qPrintable(report ? QString() : report.error().message));
    QCOMPARE(report->before.family, Family::GraphileRust);
    QCOMPARE(report->before.hasRegistry, revision >= 20);
    QCOMPARE(report->revision, revision);
    QCOMPARE(report->warnings, QStringList());
    QCOMPARE(difference(before, picture()), QString());
    QCOMPARE(m_schema->notices(), QStringList());
}

void MigratorFamiliesTest::ourSchemaTakenOverByRustIsLeftUnchanged()
{
    use(u"rust"_s);
    m_schema->migrate();
    m_schema->file("replay_rust_22.sql");
    m_schema->script("insert into @.migrations (id) values (21), (22)");
    const QStringList before = picture();
    const auto report = migrate(m_schema->session(), m_schema->schema());
    QVERIFY(report);
    QCOMPARE(report->before.family, Family::GraphileRust);
    QCOMPARE(report->warnings, QStringList());
    QCOMPARE(difference(before, picture()), QString());
}

void MigratorFamiliesTest::firstRevisionsQueueLocksRefuseTheUpgrade()
{
    // Revision 1 locks queues, not jobs.
    use(u"archimedes_worker"_s);
    m_schema->installRevision(1);
    m_schema->script(
        "insert into @.job_queues (queue_name, job_count, locked_at, locked_by) values "
        "('busy', 1, now(), 'w'), ('free', 1, null, null);"
        "insert into @.jobs (task_identifier, queue_name) values ('t', 'busy'), "
        "('t', 'free')");
    const auto refused = migrate(m_schema->session(), m_schema->schema());
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, DbError::Kind::JobsLocked);
    QVERIFY(refused.error().message.contains("4 hours: 1;"_L1));

    m_schema->script("update @.job_queues set locked_at = null, locked_by = null");
    const auto report = migrate(m_schema->session(), m_schema->schema());
    QVERIFY2(report, qPrintable(report ? QString() : report.error().message));
    QCOMPARE(m_schema->value("select string_agg(queue_name, ' ' order by id) from @.jobs"),
             u"busy free"_s);
}

YARDMASTER_TEST(MigratorFamiliesTest)
#include "tst_migrator_families.moc"
