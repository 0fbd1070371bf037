#include "tests/migrations/catalog.h"
#include "tests/migrations/migratortest.h"
#include "tests/support/testprogram.h"
#include <yardmaster/migrator.h>

#include <QCoreApplication>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace yardmaster;
using namespace yardmaster::test;
using test::catalogOf;
using test::difference;
using test::SchemaFixture;
using Kind = DbError::Kind;

namespace { }

/// What roles with few rights can do, and the errors they get.
class MigratorRightsTest final : public test::MigratorTest
{
    Q_OBJECT

private slots:
    void roleWithReadAccessMayStart();
    void roleWithoutAccessIsReferredToTheOwner();
    void roleThatMayNotCreateTheSchemaIsRefused();
    void roleThatMayNotUpgradeIsRefused();
    void ordinaryRoleInstallsTheSameCatalog();

private:
    void cleanupRole() override;
    /// An ordinary role that lives as long as the test; the session works as it from here on.
    void becomeRole(const QByteArray &grants = {});

    QByteArray m_role;
};

void MigratorRightsTest::cleanupRole()
{
    if (!m_role.isEmpty())
        m_schema->script("drop owned by " + m_role + " cascade; drop role " + m_role);
    m_role.clear();
}

void MigratorRightsTest::becomeRole(const QByteArray &grants)
{
    m_role = "migrator_test_" + QByteArray::number(QCoreApplication::applicationPid());
    m_schema->script("create role " + m_role);
    if (!grants.isEmpty())
        m_schema->script(QByteArray(grants).replace("ROLE", m_role));
    m_schema->script("set role " + m_role);
}

void MigratorRightsTest::roleWithReadAccessMayStart()
{
    QVERIFY(run());
    becomeRole("grant usage on schema graphile_worker to ROLE;"
               "grant select on graphile_worker.migrations to ROLE");
    const QStringList before = picture();
    const auto report = run();
    QVERIFY2(report, qPrintable(report ? QString() : report.error().message));
    QCOMPARE(report->before.mayCreate, false);
    QCOMPARE(report->revision, 20);
    QCOMPARE(report->warnings.size(), 1);
    QVERIFY2(report->warnings.first().startsWith("row security hides all jobs"_L1),
             qPrintable(report->warnings.first()));
    QCOMPARE(difference(before, picture()), QString());
    QCOMPARE(newErrors(), QStringList());
}

void MigratorRightsTest::roleWithoutAccessIsReferredToTheOwner()
{
    QVERIFY(run());
    becomeRole();
    const auto report = run();
    QVERIFY(!report);
    QCOMPARE(report.error().kind, Kind::PermissionDenied);
    QVERIFY2(report.error().message.contains("connect as its owner"_L1),
             qPrintable(report.error().message));
    QCOMPARE(newErrors(), QStringList());
}

void MigratorRightsTest::roleThatMayNotCreateTheSchemaIsRefused()
{
    becomeRole();
    const auto report = run();
    QVERIFY(!report);
    QCOMPARE(report.error().kind, Kind::PermissionDenied);
    QVERIFY2(report.error().message.contains("grant create on database"_L1),
             qPrintable(report.error().message));
    QCOMPARE(newErrors(), QStringList());

    m_schema->script("reset role; create schema graphile_worker; set role " + m_role);
    const auto empty = run();
    QVERIFY(!empty);
    QCOMPARE(empty.error().kind, Kind::PermissionDenied);
    QVERIFY2(empty.error().message.contains("may not create tables"_L1),
             qPrintable(empty.error().message));
    QCOMPARE(newErrors(), QStringList());
}

void MigratorRightsTest::roleThatMayNotUpgradeIsRefused()
{
    m_schema->installRevision(18);
    // The right to create is not enough: the steps alter existing objects.
    becomeRole("grant usage, create on schema graphile_worker to ROLE;"
               "grant select on graphile_worker.migrations to ROLE");
    const auto report = run();
    QVERIFY(!report);
    QCOMPARE(report.error().kind, Kind::PermissionDenied);
    QVERIFY2(report.error().message.contains("from revision 18 to 20"_L1),
             qPrintable(report.error().message));
    QCOMPARE(newErrors(), QStringList());
}

void MigratorRightsTest::ordinaryRoleInstallsTheSameCatalog()
{
    QVERIFY(run(u"as superuser"_s));
    becomeRole("grant create on database \"" + m_database->name().toUtf8() + "\" to ROLE");
    const auto report = run();
    QVERIFY2(report, qPrintable(report ? QString() : report.error().message));
    QCOMPARE(report->warnings, QStringList());
    QCOMPARE(m_schema->value("select count(*) from @.add_job('t', job_key => 'k')"), u"1"_s);
    m_schema->script("reset role");
    QCOMPARE(difference(catalogOf(m_schema->session(), u"as superuser"_s),
                        catalogOf(m_schema->session(), kSchema)),
             QString());
}

YARDMASTER_TEST(MigratorRightsTest)
#include "tst_migrator_rights.moc"
