#include "models/session/standbyreport.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Whose standby a server is, and of which history.
class TestStandbyReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void standbysAreToldApart_data();
    void standbysAreToldApart();
    void serversTellTheirTimeline();
};

void TestStandbyReport::standbysAreToldApart_data()
{
    QTest::addColumn<QString>("system");
    QTest::addColumn<qint64>("database");
    QTest::addColumn<qint64>("timeline");
    QTest::addColumn<bool>("isOf");
    QTest::newRow("of it") << u"7"_s << qint64(5) << qint64(2) << true;
    QTest::newRow("of another server") << u"8"_s << qint64(5) << qint64(2) << false;
    QTest::newRow("another database") << u"7"_s << qint64(6) << qint64(2) << false;
    // The primary was promoted, and this one stayed with the old one, or the other way round.
    QTest::newRow("of an earlier history") << u"7"_s << qint64(5) << qint64(1) << false;
    QTest::newRow("of a later history") << u"7"_s << qint64(5) << qint64(3) << false;
    // What a role may not see is not held against it.
    QTest::newRow("of a history that is not known") << u"7"_s << qint64(5) << qint64(0) << true;
    QTest::newRow("of a server that is not known") << QString() << qint64(5) << qint64(2) << true;
}

void TestStandbyReport::standbysAreToldApart()
{
    QFETCH(const QString, system);
    QFETCH(const qint64, database);
    QFETCH(const qint64, timeline);
    PrimaryReport primary;
    primary.system = u"7"_s;
    primary.database = 5;
    primary.timeline = 2;
    StandbyReport standby;
    standby.system = system;
    standby.database = database;
    standby.timeline = timeline;
    QTEST(standby.isOf(primary), "isOf");
}

void TestStandbyReport::serversTellTheirTimeline()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto session = database.session();
    const auto primary = readPrimaryReport(*session);
    QVERIFY(primary);
    QVERIFY(primary->timeline > 0);
    const auto report = readStandbyReport(*session);
    QVERIFY2(report, report ? "" : qPrintable(report.error().message));
    QCOMPARE(report->timeline, primary->timeline);
    QVERIFY(!report->isStandby);
    QVERIFY(report->isOf(*primary));
}

YARDMASTER_TEST(TestStandbyReport)
#include "tst_standbyreport.moc"
