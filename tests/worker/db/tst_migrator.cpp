#include "tests/migrations/catalog.h"
#include "tests/migrations/migratortest.h"
#include "tests/support/testprogram.h"
#include "worker/db/sqltext.h"
#include <yardmaster/migrator.h>

#include <QTest>

using namespace Qt::StringLiterals;
using namespace yardmaster;
using namespace yardmaster::test;
using test::catalogOf;
using test::difference;
using test::SchemaFixture;
using Kind = DbError::Kind;

namespace { }

/// Installing, upgrading, refusing; as superuser.
class MigratorInstallTest final : public test::MigratorTest
{
    Q_OBJECT

private slots:
    void impossibleNamesAreRefused();
    void longNamesAreAWarning();
    void freshInstallArrivesSilently();
    void secondRunOnlyReads();
    void anySchemaNameGivesTheSameCatalog_data();
    void anySchemaNameGivesTheSameCatalog();
    void existingEmptySchemaIsFilled();
    void upgradeNotifiesEveryStep();
    void olderLedgerLearnsWhichStepsWereBreaking();
    void lockedOldJobsRefuseTheUpgrade();
    void locksOlderThanFourHoursAreIgnored();
    void oldNumbersBeyondSmallintAreClamped();
    void newerBreakingSchemaIsRefusedUntouched();
    void newerHarmlessSchemaIsAWarning();
    void tableOfAnotherToolIsRefused();
    void strictDefaultIsolationIsNoObstacle();
    void incompleteRegistryIsRecreated();
    void registryIsRecreatedByAnUpgradeAndKeepsItsRows();
    void incompleteForeignRegistryIsNotChanged();
};

void MigratorInstallTest::impossibleNamesAreRefused()
{
    for (const QString &name : {QString(), u"pg_jobs"_s, QString(64, u'x')})
        QCOMPARE(run(name).error().kind, Kind::InvalidInput);
    QCOMPARE(newErrors(), QStringList());
}

void MigratorInstallTest::longNamesAreAWarning()
{
    QCOMPARE(run(QString(33, u'x'))->warnings, QStringList{schemaNameWarning(QString(33, u'x'))});
}

void MigratorInstallTest::freshInstallArrivesSilently()
{
    const auto report = run();
    QVERIFY2(report, qPrintable(report ? QString() : report.error().message));
    QCOMPARE(report->before.family, SchemaState::Family::None);
    QCOMPARE(report->before.schemaExists, false);
    QCOMPARE(report->before.mayCreate, true);
    QCOMPARE(report->revision, kSchemaRevision);
    QCOMPARE(report->warnings, QStringList());
    QCOMPARE(m_schema->value("select string_agg(id::text, ' ' order by id) from @.migrations "
                             "where breaking"),
             u"1 3 11 13 14 16 19"_s);
    QCOMPARE(m_schema->value("select count(*) from @.migrations"), u"20"_s);
    QCOMPARE(m_schema->notices(), QStringList());
    QCOMPARE(newErrors(), QStringList());

    const auto state = inspectSchema(m_schema->session(), kSchema);
    QVERIFY(state);
    QCOMPARE(state->family, SchemaState::Family::Graphile);
    QCOMPARE(state->revision, 20);
    QCOMPARE(state->breakingRevision, 19);
    QVERIFY(state->hasBreakingColumn && state->hasRegistry && state->schemaExists);
}

void MigratorInstallTest::secondRunOnlyReads()
{
    QVERIFY(run());
    const QStringList before = picture();
    // As on a standby, or in a read-only console.
    m_schema->script("set default_transaction_read_only = on");
    const auto report = run();
    QVERIFY2(report, qPrintable(report ? QString() : report.error().message));
    QCOMPARE(report->before.revision, 20);
    QCOMPARE(report->warnings, QStringList());
    QCOMPARE(difference(before, picture()), QString());
}

void MigratorInstallTest::anySchemaNameGivesTheSameCatalog_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("quotes") << u"we\"ird sch'ema"_s;
    QTest::newRow("spaces") << u" two  words "_s;
    QTest::newRow("unicode") << u"очередь 仕事"_s;
    QTest::newRow("dollars and backslash") << u"a$$b\\c$body$"_s;
    QTest::newRow("keyword") << u"SELECT"_s;
    QTest::newRow("63 bytes") << QString(63, u'x');
    QTest::newRow("public") << u"public"_s;
}

void MigratorInstallTest::anySchemaNameGivesTheSameCatalog()
{
    QFETCH(QString, name);
    QVERIFY(run());
    m_schema->script("drop schema public"); // PostgreSQL grants rights on its own one
    m_schema->script("create schema public");
    const auto report = run(name);
    QVERIFY2(report, qPrintable(report ? QString() : report.error().message));
    QCOMPARE(
        difference(catalogOf(m_schema->session(), kSchema), catalogOf(m_schema->session(), name)),
        QString());
    const SchemaFixture there(*m_database, name);
    QCOMPARE(there.value("select count(*) from @.add_job('t', job_key => 'k')"), u"1"_s);
    QCOMPARE(m_schema->value("select count(*) from @.jobs"), u"0"_s);
}

void MigratorInstallTest::existingEmptySchemaIsFilled()
{
    m_schema->script("create schema graphile_worker; create table @.something_else (id integer)");
    const auto report = run();
    QVERIFY(report);
    QVERIFY(report->before.schemaExists);
    QCOMPARE(report->revision, 20);
}

void MigratorInstallTest::upgradeNotifiesEveryStep()
{
    m_schema->installRevision(17);
    QVERIFY(run());
    QCOMPARE(m_schema->notices(),
             (QStringList{u"worker:migrate {\"migrationNumber\" : 18, \"breaking\" : false}"_s,
                          u"worker:migrate {\"migrationNumber\" : 19, \"breaking\" : true}"_s,
                          u"worker:migrate {\"migrationNumber\" : 20, \"breaking\" : false}"_s}));
}

void MigratorInstallTest::olderLedgerLearnsWhichStepsWereBreaking()
{
    m_schema->installRevision(14);
    m_schema->script("alter table @.migrations drop column breaking");
    const auto report = run();
    QVERIFY2(report, qPrintable(report ? QString() : report.error().message));
    QCOMPARE(report->before.hasBreakingColumn, false);
    QCOMPARE(report->before.breakingRevision, 14);
    QCOMPARE(m_schema->value("select string_agg(id::text, ' ' order by id) from @.migrations "
                             "where breaking"),
             u"1 3 11 13 14 16 19"_s);
}

void MigratorInstallTest::lockedOldJobsRefuseTheUpgrade()
{
    m_schema->installRevision(10);
    m_schema->script("insert into @.jobs (task_identifier, locked_at, locked_by) values "
                     "('a', now() - interval '3:59', 'w'), ('b', now(), 'w'), "
                     "('c', now() - interval '4:01', 'w'), ('d', null, null)");
    const QStringList before = picture();
    const auto report = run();
    QVERIFY(!report);
    QCOMPARE(report.error().kind, Kind::JobsLocked);
    QVERIFY2(report.error().message.contains("within the last 4 hours: 2;"_L1),
             qPrintable(report.error().message));
    QCOMPARE(difference(before, picture()), QString());
    QCOMPARE(m_schema->notices(), QStringList());
}

void MigratorInstallTest::locksOlderThanFourHoursAreIgnored()
{
    m_schema->installRevision(10);
    m_schema->script("insert into @.jobs (task_identifier, queue_name, attempts, locked_at, "
                     "locked_by) values ('c', 'q', 1, now() - interval '4:01', 'w')");
    QVERIFY(run());
    QCOMPARE(m_schema->rows("select task_identifier, queue_name, attempts, locked_at from @.jobs"),
             QList<QStringList>{QStringList({u"c"_s, u"q"_s, u"1"_s, u"null"_s})});
}

void MigratorInstallTest::oldNumbersBeyondSmallintAreClamped()
{
    m_schema->installRevision(3);
    m_schema->script(
        "insert into @.jobs (task_identifier, priority, attempts, max_attempts) values "
        "('urgent', -100000, 0, 25), ('later', 100000, 0, 100000), "
        "('busy', 0, 99999, 100000), ('spent', 0, 70000, 70000), ('never', 0, 0, 0)");
    QVERIFY(run());
    QCOMPARE(
        m_schema->value("select string_agg(concat_ws(' ', task_identifier, priority, attempts, "
                        "max_attempts, (attempts < max_attempts)::text), ', ' order by id) "
                        "from @.jobs"),
        u"urgent -32768 0 25 true, later 32767 0 32767 true, busy 0 32766 32767 true, "
        "spent 0 32767 32767 false, never 0 1 1 false"_s);
}

void MigratorInstallTest::newerBreakingSchemaIsRefusedUntouched()
{
    QVERIFY(run());
    m_schema->script("insert into @.migrations (id, breaking) values (21, true), (22, false);"
                     "drop function @.worker_deregister(text)");
    const QStringList before = picture();
    const auto report = run();
    QVERIFY(!report);
    QCOMPARE(report.error().kind, Kind::SchemaTooNew);
    QVERIFY(report.error().message.contains("21"_L1));
    QCOMPARE(difference(before, picture()), QString());
}

void MigratorInstallTest::newerHarmlessSchemaIsAWarning()
{
    QVERIFY(run());
    m_schema->script("insert into @.migrations (id, breaking) values (21, false)");
    const QStringList before = picture();
    const auto report = run();
    QVERIFY(report);
    QCOMPARE(report->revision, 21);
    QCOMPARE(report->warnings.size(), 1);
    QVERIFY(report->warnings.first().contains("21"_L1));
    QCOMPARE(difference(before, picture()), QString());
}

void MigratorInstallTest::tableOfAnotherToolIsRefused()
{
    m_schema->script("create table public.migrations (id serial, name text)");
    const auto report = run(u"public"_s);
    QVERIFY(!report);
    QVERIFY2(report.error().message.contains("not graphile-worker's"_L1),
             qPrintable(report.error().message));
    QCOMPARE(m_schema->value("select count(*) from pg_class where relname like '%jobs%' "
                             "and relnamespace = 'public'::regnamespace"),
             u"0"_s);
}

void MigratorInstallTest::strictDefaultIsolationIsNoObstacle()
{
    m_schema->script("set default_transaction_isolation = 'serializable'");
    const auto report = run();
    QVERIFY2(report, qPrintable(report ? QString() : report.error().message));
}

void MigratorInstallTest::incompleteRegistryIsRecreated()
{
    QVERIFY(run());
    const QStringList before = catalogOf(m_schema->session(), kSchema);
    m_schema->script("drop function @.worker_heartbeat(text, json); drop table @._private_workers");
    QVERIFY(!inspectSchema(m_schema->session(), kSchema)->hasRegistry);
    QVERIFY(run());
    QCOMPARE(difference(before, catalogOf(m_schema->session(), kSchema)), QString());
}

void MigratorInstallTest::registryIsRecreatedByAnUpgradeAndKeepsItsRows()
{
    QVERIFY(run());
    m_schema->script("select @.worker_heartbeat('w1'); delete from @.migrations where id = 20");
    const QStringList before = catalogOf(m_schema->session(), kSchema);
    const QString function("select '@.worker_heartbeat(text,json)'::regprocedure::oid"_L1);
    const QString oid = m_schema->value(function.toUtf8());
    QVERIFY(run());
    QVERIFY(m_schema->value(function.toUtf8()) != oid);
    QCOMPARE(m_schema->value("select id from @._private_workers"), u"w1"_s);
    QCOMPARE(difference(before, catalogOf(m_schema->session(), kSchema)),
             u"+ ledger|migrations|row 000020 breaking false"_s);
}

void MigratorInstallTest::incompleteForeignRegistryIsNotChanged()
{
    m_schema->script("create schema graphile_worker;"
                     "create table @._private_workers (id text primary key)");
    const auto report = run();
    QVERIFY(report);
    QCOMPARE(report->revision, 20);
    QCOMPARE(report->warnings.size(), 1);
    QVERIFY(report->warnings.first().contains("part of a worker registry"_L1));
    QCOMPARE(m_schema->value("select count(*) from pg_proc where proname = 'worker_heartbeat'"),
             u"0"_s);
    QCOMPARE(m_schema->value("select count(*) from pg_class where relname like '\\_yardmaster%'"),
             u"0"_s);
}

YARDMASTER_TEST(MigratorInstallTest)
#include "tst_migrator.moc"
