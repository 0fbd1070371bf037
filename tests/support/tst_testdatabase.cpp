#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

class tst_testdatabase final : public QObject
{
    Q_OBJECT

private slots:
    void emptyDatabaseHasNoSchema()
    {
        const auto database = TestDatabase::createEmpty();
        QCOMPARE(database.scalar("select to_regnamespace('graphile_worker')"), QString());
    }

    void migratedDatabasesAreSeparate()
    {
        const auto one = TestDatabase::createMigrated();
        const auto two = TestDatabase::createMigrated();
        one.script("select graphile_worker.add_job('x')");
        QCOMPARE(one.scalar("select count(*) from graphile_worker.jobs"), u"1"_s);
        QCOMPARE(two.scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
    }

    void urlAndConninfoConnect()
    {
        const auto database = TestDatabase::createEmpty();
        for (const QString &text : {database.url(), database.conninfo()}) {
            const auto session = Session::open(ConnectionSettings::parse(text).value(), u"test"_s);
            QVERIFY(session);
            QCOMPARE((*session)->query("select current_database()")->text(0, 0), database.name());
        }
    }

    void logHasItsErrorsOnly()
    {
        const auto quiet = TestDatabase::createEmpty();
        const auto loud = TestDatabase::createEmpty();
        QVERIFY(!loud.session()->script("select * from nowhere"));
        QCOMPARE(quiet.serverLog(), QStringList());
        QVERIFY(!loud.serverLog().filter(u"relation \"nowhere\" does not exist"_s).isEmpty());
    }

    void isDroppedAfterwardsEvenWhenInUse()
    {
        const auto other = TestDatabase::createEmpty();
        std::unique_ptr<Session> left;
        QString name;
        {
            const auto database = TestDatabase::createEmpty();
            name = database.name();
            left = database.session();
        }
        QCOMPARE(other.scalar("select count(*) from pg_database where datname = '" + name.toLatin1()
                              + "'"),
                 u"0"_s);
    }
};

YARDMASTER_TEST(tst_testdatabase)
#include "tst_testdatabase.moc"
