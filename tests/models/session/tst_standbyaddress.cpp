#include "models/session/standbyaddress.h"

#include "models/session/sessionpool.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QScopeGuard>
#include <QTemporaryFile>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

/// How profiles name a standby.
class TestStandbyAddress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void addressesAreTaken_data();
    void addressesAreTaken();
    void otherAddressesAreRefused_data();
    void otherAddressesAreRefused();
    void theAddressOfAServiceIsThePrimarys();
};

void TestStandbyAddress::addressesAreTaken_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("port");
    QTest::newRow("host") << u"db2"_s << u"db2"_s << u"6000"_s;
    QTest::newRow("host and port") << u" db2:5433 "_s << u"db2"_s << u"5433"_s;
    QTest::newRow("several") << u"db2, db3:5434"_s << u"db2,db3"_s << u"6000,5434"_s;
    QTest::newRow("IPv6") << u"::1"_s << u"::1"_s << u"6000"_s;
    QTest::newRow("IPv6 and port") << u"[fe80::7]:5433"_s << u"fe80::7"_s << u"5433"_s;
    QTest::newRow("socket") << u"/run/pg:5433"_s << u"/run/pg"_s << u"5433"_s;
}

void TestStandbyAddress::addressesAreTaken()
{
    QFETCH(QString, text);
    QCOMPARE(standbyProblem(text), QString());
    ConnectionSettings primary
        = *ConnectionSettings::parse(u"host=db1 hostaddr=10.0.0.1 port=6000 dbname=shop "
                                     "user=ada target_session_attrs=read-write"_s);
    primary.setStandby(text);
    const ConnectionSettings settings = standbySettings(primary);
    QTEST(settings.value(u"host"_s), "host");
    QTEST(settings.value(u"port"_s), "port");
    QCOMPARE(settings.value(u"hostaddr"_s), QString()); // the primary's
    QCOMPARE(settings.value(u"target_session_attrs"_s),
             text.contains(u',') ? u"prefer-standby"_s : u"any"_s);
    QCOMPARE(settings.value(u"user"_s), u"ada"_s);
    QCOMPARE(settings.standby(), QString());
}

void TestStandbyAddress::otherAddressesAreRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const QString &text :
         {u"db2:"_s, u"db2:0"_s, u"db2:65536"_s, u"db2:pg"_s, u"db2,"_s, u",db2"_s,
          u"postgres://db2/shop"_s, u"ada@db2"_s, u"db2 port=5433"_s, u"[::1"_s, u":5432"_s})
        QTest::newRow(qPrintable(text)) << text;
}

void TestStandbyAddress::otherAddressesAreRefused()
{
    QFETCH(QString, text);
    QVERIFY(!standbyProblem(text).isEmpty());
    // From a file that was edited by hand: nothing is read there, wherever that would be.
    ConnectionSettings settings;
    settings.setStandby(text);
    QVERIFY(!SessionPool(settings).standby());
    settings.setStandby(u"db2"_s);
    QVERIFY(SessionPool(settings).standby());
}

void TestStandbyAddress::theAddressOfAServiceIsThePrimarys()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write("[shop]\nhost=db1\nhostaddr=10.0.0.1\nport=6000\nuser=ada\ndbname=shop\n");
    file.close();
    const QByteArray before = qgetenv("PGSERVICEFILE");
    const auto back = qScopeGuard([&before] {
        if (before.isNull())
            qunsetenv("PGSERVICEFILE");
        else
            qputenv("PGSERVICEFILE", before);
    });
    qputenv("PGSERVICEFILE", QFile::encodeName(file.fileName()));
    ConnectionSettings primary;
    primary.set(u"service"_s, u"shop"_s);
    primary.setStandby(u"db2"_s);
    const ConnectionSettings settings = standbySettings(primary);
    QCOMPARE(settings.value(u"host"_s), u"db2"_s);
    QCOMPARE(settings.value(u"port"_s), u"6000"_s);
    QCOMPARE(settings.value(u"user"_s), u"ada"_s);
    QCOMPARE(settings.value(u"hostaddr"_s), QString());
    QCOMPARE(settings.value(u"service"_s), QString()); // which would bring it back
}

YARDMASTER_TEST(TestStandbyAddress)
#include "tst_standbyaddress.moc"
