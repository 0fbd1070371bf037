#include "models/connecting/migrationplan.h"

#include "models/connecting/passwordneed.h"
#include "models/connecting/schemamigration.h"
#include "models/console/serverinfo.h"
#include "tests/migrations/schemafixture.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using Phase = SchemaMigration::Phase;

namespace {

MigrationPlan planOf(const Result<MigrationPlan> &plan)
{
    if (!plan)
        qFatal("%s", qUtf8Printable(plan.error().message));
    return *plan;
}

} // namespace

class TestMigrationPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void missingSchemaIsToBeInstalled();
    void oldSchemaIsToBeUpgraded();
    void currentSchemaNeedsNothing();
    void missingRightsAreExplained();
    void readOnlySessionsAreExplained();
    void schemaOfAnotherToolIsLeftAlone();
    void planningChangesNothing();
    void upgradeKeepsTheJobs();
    void lockedJobsStopTheUpgrade();
    void cancelRollsEverythingBack();
    void passwordsAreAskedForWhenTheyHelp_data();
    void passwordsAreAskedForWhenTheyHelp();

private:
    ConnectionSettings settingsWith(const QString &options) const
    {
        ConnectionSettings settings = m_database->settings();
        settings.set(u"options"_s, options);
        return settings;
    }
    static Result<MigrationPlan> planFor(const ConnectionSettings &settings)
    {
        auto session = Session::open(settings, u"test"_s);
        if (!session)
            qFatal("%s", qUtf8Printable(session.error().message));
        return planMigration(**session, kSchema);
    }

    std::unique_ptr<TestDatabase> m_database;
    QTemporaryDir m_logFolder;
    std::unique_ptr<SchemaFixture> m_fixture;
};

void TestMigrationPlan::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createEmpty());
    m_fixture = std::make_unique<SchemaFixture>(*m_database, kSchema);
}

void TestMigrationPlan::cleanup()
{
    m_fixture.reset();
    m_database.reset();
}

void TestMigrationPlan::missingSchemaIsToBeInstalled()
{
    const MigrationPlan plan = planOf(planMigration(m_fixture->session(), kSchema));
    QVERIFY(plan.isInstallation());
    QVERIFY(plan.obstacle.isEmpty());
    QCOMPARE(plan.steps.size(), kSchemaRevision);
    QCOMPARE(plan.database, m_database->name());
    QVERIFY(plan.holders.isEmpty());
}

void TestMigrationPlan::oldSchemaIsToBeUpgraded()
{
    m_fixture->installRevision(15);
    m_fixture->script("insert into @.tasks (identifier) values ('a');"
                      "insert into @.jobs (task_id, locked_at, locked_by) select "
                      "(select id from @.tasks), now(), 'web-' || n % 2 "
                      "from generate_series(1, 3) as n");
    const MigrationPlan plan = planOf(planMigration(m_fixture->session(), kSchema));
    QVERIFY(!plan.isInstallation());
    QVERIFY(plan.isNeeded());
    QVERIFY(plan.obstacle.isEmpty());
    QStringList steps;
    for (const MigrationPlan::Step &step : plan.steps)
        steps << QString::number(step.revision) + (step.isBreaking ? u"!"_s : QString());
    QCOMPARE(steps.join(u' '), u"16! 17 18 19! 20"_s);
    QVERIFY(plan.hasBreakingSteps());
    QCOMPARE(plan.holders.size(), 2);
    QCOMPARE(plan.holders.first().worker, u"web-1"_s);
    QCOMPARE(plan.holders.first().jobs, 2);
    const auto server = readServerInfo(m_fixture->session(), kSchema);
    QVERIFY(!server);
    QCOMPARE(server.error().sqlState, QString::fromLatin1(kSchemaTooOld));
}

void TestMigrationPlan::currentSchemaNeedsNothing()
{
    m_fixture->migrate();
    const MigrationPlan plan = planOf(planMigration(m_fixture->session(), kSchema));
    QVERIFY(!plan.isNeeded());
    QVERIFY(!plan.hasBreakingSteps());
}

void TestMigrationPlan::missingRightsAreExplained()
{
    m_fixture->installRevision(15);
    const QByteArray role = m_database->name().toUtf8() + "_reader";
    m_database->script("create role " + role + "; grant usage on schema graphile_worker to " + role
                       + "; grant select on all tables in schema graphile_worker to " + role);
    const ConnectionSettings settings = settingsWith(u"-c role="_s + QString::fromUtf8(role));
    const MigrationPlan plan = planOf(planFor(settings));
    QVERIFY2(plan.obstacle.contains(u"Only the owner"_s), qUtf8Printable(plan.obstacle));
    QVERIFY(plan.isNeeded());
    {
        SchemaMigration migration(SessionPool(settings), kSchema, m_logFolder.path());
        QTRY_COMPARE_WITH_TIMEOUT(migration.phase(), Phase::Ready, kPatience);
        migration.run();
        QCOMPARE(migration.phase(), Phase::Ready); // not even tried
    }
    m_database->script("drop schema graphile_worker cascade");
    m_database->script("drop owned by " + role + "; drop role " + role);
}

void TestMigrationPlan::readOnlySessionsAreExplained()
{
    const MigrationPlan plan
        = planOf(planFor(settingsWith(u"-c default_transaction_read_only=on"_s)));
    QVERIFY(plan.obstacle.contains(u"read-only"_s));
}

void TestMigrationPlan::schemaOfAnotherToolIsLeftAlone()
{
    m_fixture->migrate();
    m_fixture->file("replay_rust_22.sql");
    const MigrationPlan plan = planOf(planMigration(m_fixture->session(), kSchema));
    QVERIFY(!plan.isNeeded());
    QVERIFY(plan.obstacle.contains(u"graphile_worker_rs"_s));
}

void TestMigrationPlan::planningChangesNothing()
{
    m_fixture->installRevision(15);
    const QString before = m_fixture->value("select count(*) from pg_class");
    SchemaMigration migration(SessionPool(m_database->settings()), kSchema, m_logFolder.path());
    QTRY_COMPARE_WITH_TIMEOUT(migration.phase(), Phase::Ready, kPatience);
    QCOMPARE(m_fixture->value("select max(id) from @.migrations"), u"15"_s);
    QCOMPARE(m_fixture->value("select count(*) from pg_class"), before);
}

void TestMigrationPlan::upgradeKeepsTheJobs()
{
    m_fixture->installRevision(15);
    m_fixture->script("insert into @.tasks (identifier) values ('a');"
                      "insert into @.jobs (task_id, payload) select "
                      "(select id from @.tasks), to_json(n) "
                      "from generate_series(1, 100) as n");
    SchemaMigration migration(SessionPool(m_database->settings()), kSchema, m_logFolder.path());
    QTRY_COMPARE_WITH_TIMEOUT(migration.phase(), Phase::Ready, kPatience);
    migration.run();
    QCOMPARE(migration.phase(), Phase::Running);
    QTRY_COMPARE_WITH_TIMEOUT(migration.phase(), Phase::Done, kPatience);
    QCOMPARE(migration.report().before.revision, 15);
    QCOMPARE(migration.report().revision, 20);
    QFile log(m_logFolder.filePath(u"operators.ndjson"_s));
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QByteArray entries = log.readAll();
    QVERIFY2(entries.contains("\"kind\":\"migrate-schema\"")
                 && entries.contains("\"from_revision\":15"),
             entries.constData());
    QCOMPARE(m_fixture->value("select max(id) from @.migrations"), u"20"_s);
    QCOMPARE(m_fixture->value("select sum(payload::text::integer) from @._private_jobs"),
             u"5050"_s);
}

void TestMigrationPlan::lockedJobsStopTheUpgrade()
{
    m_fixture->installRevision(10);
    m_fixture->script("insert into @.jobs (task_identifier, locked_at, locked_by) values "
                      "('a', now(), 'old-worker')");
    SchemaMigration migration(SessionPool(m_database->settings()), kSchema, m_logFolder.path());
    QTRY_COMPARE_WITH_TIMEOUT(migration.phase(), Phase::Ready, kPatience);
    QCOMPARE(migration.plan()->holders.size(), 1);
    QCOMPARE(migration.plan()->holders.first().worker, u"old-worker"_s);
    migration.run();
    QTRY_COMPARE_WITH_TIMEOUT(migration.phase(), Phase::Failed, kPatience);
    QCOMPARE(migration.error().kind, DbError::Kind::JobsLocked);
    QCOMPARE(m_fixture->value("select max(id) from @.migrations"), u"10"_s);
    m_fixture->script("update @.jobs set locked_at = null, locked_by = null");
    migration.look();
    QTRY_COMPARE_WITH_TIMEOUT(migration.phase(), Phase::Ready, kPatience);
    migration.run();
    QTRY_COMPARE_WITH_TIMEOUT(migration.phase(), Phase::Done, kPatience);
}

void TestMigrationPlan::cancelRollsEverythingBack()
{
    m_fixture->installRevision(15);
    // Somebody else has the jobs in use: the upgrade waits for them.
    const auto holder = m_database->session();
    QVERIFY(holder->query("begin"));
    QVERIFY(holder->query("lock table graphile_worker.jobs in access share mode"));
    QVERIFY(holder->query("lock table graphile_worker.known_crontabs in access share mode"));
    SchemaMigration migration(SessionPool(m_database->settings(), u"migrate"_s), kSchema,
                              m_logFolder.path());
    QTRY_COMPARE_WITH_TIMEOUT(migration.phase(), Phase::Ready, kPatience);
    migration.run();
    QTRY_COMPARE_WITH_TIMEOUT(
        m_database->scalar("select count(*) from pg_stat_activity where application_name = "
                           "'yardmaster migrate' and wait_event_type = 'Lock'"),
        u"1"_s, kPatience);
    migration.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(migration.phase(), Phase::Failed, kPatience);
    QCOMPARE(migration.error().kind, DbError::Kind::Cancelled);
    QCOMPARE(m_fixture->value("select max(id) from @.migrations"), u"15"_s);
}

void TestMigrationPlan::passwordsAreAskedForWhenTheyHelp_data()
{
    QTest::addColumn<QString>("message");
    QTest::addColumn<PasswordNeed>("need");
    QTest::newRow("wrong") << u"FATAL: password authentication failed for user \"ada\""_s
                           << PasswordNeed::Wrong;
    QTest::newRow("missing") << u"fe_sendauth: no password supplied"_s << PasswordNeed::Missing;
    QTest::newRow("peer") << u"FATAL: Peer authentication failed for user \"ada\""_s
                          << PasswordNeed::None;
    QTest::newRow("hba") << u"FATAL: no pg_hba.conf entry for host"_s << PasswordNeed::None;
}

void TestMigrationPlan::passwordsAreAskedForWhenTheyHelp()
{
    QFETCH(QString, message);
    QFETCH(PasswordNeed, need);
    QCOMPARE(passwordNeedOf({DbError::Kind::Authentication, u"28000"_s, message}), need);
    QCOMPARE(passwordNeedOf({DbError::Kind::CannotConnect, {}, message}), PasswordNeed::None);
}

YARDMASTER_TEST(TestMigrationPlan)
#include "tst_migrationplan.moc"
