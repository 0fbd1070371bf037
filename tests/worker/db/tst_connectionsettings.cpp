#include "tests/support/testprogram.h"
#include <yardmaster/connectionsettings.h>

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

namespace {

QProcessEnvironment environment(const QMap<QString, QString> &variables)
{
    QProcessEnvironment environment;
    for (auto it = variables.begin(); it != variables.end(); ++it)
        environment.insert(it.key(), it.value());
    return environment;
}

} // namespace

class TestConnectionSettings : public QObject
{
    Q_OBJECT

private slots:
    void urlsKeywordsAndNamesAreUnderstood_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("keyword");
        QTest::addColumn<QString>("value");
        QTest::newRow("url host") << u"postgres://ann:pw@db.example:6432/shop"_s << u"host"_s
                                  << u"db.example"_s;
        QTest::newRow("url port") << u"postgresql://ann@h:6432/shop"_s << u"port"_s << u"6432"_s;
        QTest::newRow("url database") << u"postgres://h/shop"_s << u"dbname"_s << u"shop"_s;
        QTest::newRow("escaped password")
            << u"postgres://a:p%40%3B'w@h/x"_s << u"password"_s << u"p@;'w"_s;
        QTest::newRow("several hosts")
            << u"postgres://h1:1,h2:2/x?target_session_attrs=read-write"_s << u"host"_s
            << u"h1,h2"_s;
        QTest::newRow("socket") << u"postgres:///x?host=/run/pg"_s << u"host"_s << u"/run/pg"_s;
        QTest::newRow("ssl=true") << u"postgres://h/x?ssl=true"_s << u"sslmode"_s << u"require"_s;
        QTest::newRow("ssl=1") << u"postgres://h/x?ssl=1"_s << u"sslmode"_s << u"require"_s;
        QTest::newRow("ssl=0") << u"postgres://h/x?ssl=0&application_name=a"_s << u"sslmode"_s
                               << u"disable"_s;
        QTest::newRow("no-verify")
            << u"postgres://h/x?sslmode=no-verify"_s << u"sslmode"_s << u"require"_s;
        QTest::newRow("keywords") << u"host=h dbname='my shop'"_s << u"dbname"_s << u"my shop"_s;
        QTest::newRow("service") << u"service=prod"_s << u"service"_s << u"prod"_s;
        QTest::newRow("encoded slash") << u"postgres://a:p%2Fq@h/x"_s << u"password"_s << u"p/q"_s;
        QTest::newRow("encoded socket folder")
            << u"postgres://%2Frun%2Fpg/x"_s << u"host"_s << u"/run/pg"_s;
        QTest::newRow("IPv6") << u"postgres://a:b@[::1]:6432/x"_s << u"host"_s << u"::1"_s;
        QTest::newRow("semicolon in a password")
            << u"host=h password=a;b=c"_s << u"password"_s << u"a;b=c"_s;
        QTest::newRow("odd database name") << u"dbname='a/b@c'"_s << u"dbname"_s << u"a/b@c"_s;
        QTest::newRow("bare name") << u"shop"_s << u"dbname"_s << u"shop"_s;
    }
    void urlsKeywordsAndNamesAreUnderstood()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, keyword);
        const auto settings = ConnectionSettings::parse(text);
        QVERIFY2(settings, qPrintable(settings ? QString() : settings.error()));
        QTEST(settings->value(keyword), "value");
    }

    void certificatesOnlyNodeVerifiesAreAWarning_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isWarning");
        QTest::newRow("ssl=true") << u"postgres://h/x?ssl=true"_s << true;
        QTest::newRow("require") << u"postgres://h/x?sslmode=require"_s << true;
        QTest::newRow("authority")
            << u"postgres://h/x?sslmode=require&sslrootcert=/ca.pem"_s << false;
        QTest::newRow("verify-full") << u"postgres://h/x?sslmode=verify-full"_s << false;
        QTest::newRow("no-verify") << u"postgres://h/x?sslmode=no-verify"_s << false;
        QTest::newRow("plain") << u"postgres://h/x"_s << false;
        QTest::newRow("keywords") << u"host=h sslmode=require"_s << false;
    }
    void certificatesOnlyNodeVerifiesAreAWarning()
    {
        QFETCH(QString, text);
        const auto settings = ConnectionSettings::parse(text);
        QVERIFY(settings);
        QTEST(!settings->warning().isEmpty(), "isWarning");
    }

    void nonsenseIsRefusedWithoutThePassword_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << u"  "_s;
        QTest::newRow("other database") << u"mysql://u:s3cret@h/x"_s;
        QTest::newRow("bad escape") << u"postgres://u:s3cret%zz@h/x"_s;
        QTest::newRow("bad parameter") << u"postgres://u:s3cret@h/x?colour=red"_s;
        QTest::newRow("bad keyword") << u"host=h pasword=s3cret"_s;
        QTest::newRow("missing equals") << u"password=s3cret host"_s;
        QTest::newRow("open quote") << u"host=h password='s3cret"_s;
        QTest::newRow("secret as parameter") << u"postgres://u@h/x?password=a&s3cret"_s;
        QTest::newRow("slash in password") << u"postgres://u:se/s3cret@h/x"_s;
        QTest::newRow("number before the slash") << u"postgres://u:12/s3cret@h/x"_s;
        QTest::newRow("at in password") << u"postgres://u:p@s3cret@h/x"_s;
        QTest::newRow("question mark in password") << u"postgres://u:s3cret?x@h/x"_s;
        QTest::newRow("no user") << u"postgres://h:s3cret/x"_s;
        QTest::newRow("no scheme") << u"app:s3cret@h/x"_s;
        QTest::newRow("no colon") << u"postgres//app:s3cret@h/x"_s;
        QTest::newRow("text before the scheme") << u"u:s3cret@postgres://h/x"_s;
        QTest::newRow("semicolons") << u"host=x;password=s3cret"_s;
        QTest::newRow("semicolon after the password") << u"password=s3cret;host=x"_s;
        QTest::newRow("semicolons of other drivers") << u"Server=x;User Id=u;Password=s3cret"_s;
    }
    void nonsenseIsRefusedWithoutThePassword()
    {
        QFETCH(const QString, text);
        const auto settings = ConnectionSettings::parse(text);
        QVERIFY(!settings);
        QVERIFY(!settings.error().isEmpty());
        QVERIFY2(!settings.error().contains("s3cret"_L1), qPrintable(settings.error()));
        QVERIFY(!settings.error().contains(u'\n'));
    }

    void theOptionWinsOverTheVariables()
    {
        const auto variables = environment(
            {{u"DATABASE_URL"_s, u"postgres://h/fromurl"_s}, {u"PGDATABASE"_s, u"frompg"_s}});
        const auto settings = ConnectionSettings::resolve(u"fromoption"_s, variables);
        QVERIFY(settings && *settings);
        QCOMPARE((*settings)->value(u"dbname"_s), u"fromoption"_s);
        QCOMPARE((*settings)->origin(), u"--connection"_s);
    }

    void databaseUrlWinsOverPgVariables()
    {
        const auto variables = environment(
            {{u"DATABASE_URL"_s, u"postgres://h/fromurl"_s}, {u"PGDATABASE"_s, u"frompg"_s}});
        const auto settings = ConnectionSettings::resolve(std::nullopt, variables);
        QVERIFY(settings && *settings);
        QCOMPARE((*settings)->value(u"dbname"_s), u"fromurl"_s);
    }

    void pgVariablesAreLeftToLibpq()
    {
        for (const QString &name : {u"PGDATABASE"_s, u"PGHOST"_s, u"PGSERVICE"_s}) {
            const auto settings
                = ConnectionSettings::resolve(std::nullopt, environment({{name, u"x"_s}}));
            QVERIFY(settings && *settings);
            QVERIFY((*settings)->keywords().isEmpty());
        }
    }

    void nothingGivenIsNoConnection()
    {
        const auto settings
            = ConnectionSettings::resolve(std::nullopt, environment({{u"PGPASSWORD"_s, u"x"_s}}));
        QVERIFY(settings);
        QVERIFY(!*settings);
    }

    void aBrokenDatabaseUrlIsNamed()
    {
        const auto settings = ConnectionSettings::resolve(
            std::nullopt, environment({{u"DATABASE_URL"_s, u"http://h/x"_s}}));
        QVERIFY(!settings);
        QVERIFY(settings.error().startsWith("DATABASE_URL: "_L1));
    }

    void descriptionsLeaveThePasswordOut()
    {
        const auto settings = ConnectionSettings::parse(u"postgres://ann:s3cret@h:6432/shop"_s);
        QCOMPARE(settings->describe(), u"ann@h:6432/shop"_s);
    }
};

YARDMASTER_TEST(TestConnectionSettings)
#include "tst_connectionsettings.moc"
