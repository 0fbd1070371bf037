#include "models/connecting/connectionimport.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

/// Connections of other programs.
class TestConnectionImport : public QObject
{
    Q_OBJECT

private:
    /// Each as "name = where", with the environment if it is known.
    static QStringList shown(const ImportOutcome &outcome)
    {
        QStringList lines;
        for (const Profile &profile : outcome.profiles) {
            QString line = profile.name + u" = "_s + profile.connection.describe();
            if (!profile.group.isEmpty())
                line.prepend(profile.group + u'/');
            if (profile.environment != Environment::Unknown)
                line += u" ("_s + environmentKey(profile.environment) + u')';
            lines << line;
        }
        return lines;
    }
    /// @param text  with ' for ".
    static QByteArray json(QByteArray text) { return text.replace('\'', '"'); }
    static ImportOutcome import(const QByteArray &text)
    {
        return importConnections(text, importFormatOf(text));
    }

private Q_SLOTS:
    void init()
    {
        for (const char *variable :
             {"PGHOST", "PGHOSTADDR", "PGPORT", "PGUSER", "PGDATABASE", "PGSERVICE"})
            qunsetenv(variable);
    }

    void serviceFile()
    {
        const ImportOutcome found = import("# ours\n[shop]\nhost=db.example.com\nport=6543\n"
                                           "user=ada\npassword=s3cret\ndbname=shop\r\n\n"
                                           "[empty]\n[odd]\nhost=x\ncolour=red\n");
        QCOMPARE(shown(found),
                 (QStringList{u"shop = ada@db.example.com:6543/shop"_s, u"odd = x"_s}));
        QVERIFY(found.profiles.first().connection.value(u"password"_s).isEmpty());
        QCOMPARE(found.problems.size(), 1);
        QVERIFY(found.problems.first().contains(u"\"colour\""_s));
    }

    void passwordFile()
    {
        const ImportOutcome found = import("#comment\ndb.example.com:5432:shop:ada:s3c\\:ret\n"
                                           "*:*:*:ada:x\nfe80\\:\\:1:*:*:bob:y\nbroken:line\n");
        QCOMPARE(shown(found),
                 (QStringList{u"shop = ada@db.example.com:5432/shop"_s,
                              u"bob@fe80::1 = bob@fe80::1"_s}));
        QVERIFY(found.problems.isEmpty());
    }

    void dbeaver()
    {
        const ImportOutcome found = import(json(
            "{'folders':{},'connections':{"
            "'postgres-jdbc-1':{'provider':'postgresql','name':'Shop','folder':'Work','read-only':"
            "true,"
            "'configuration':{'host':'db.example.com','port':'6543','database':'shop','user':'ada',"
            "'type':'prod','handlers':{"
            "'ssh_tunnel':{'type':'TUNNEL','enabled':true,'user':'eve','properties':{"
            "'host':'bastion','port':2222,'authType':'PUBLIC_KEY','keyPath':'/k 1'}},"
            "'postgre_ssl':{'enabled':true,'properties':{'sslMode':'verify-full',"
            "'ssl.ca.cert':'/ca.pem'}}}}},"
            "'mysql8-1':{'provider':'mysql','name':'Other','configuration':{'host':'x'}},"
            "'postgres-jdbc-2':{'provider':'postgresql','name':'Off','configuration':{'host':'y',"
            "'handlers':{'ssh_tunnel':{'enabled':false,'properties':{'host':'bastion'}}}}}}}"));
        QCOMPARE(shown(found),
                 (QStringList{u"Work/Shop = ada@db.example.com:6543/shop through eve@bastion "
                              "(production)"_s,
                              u"Off = y"_s}));
        const Profile &shop = found.profiles.first();
        QVERIFY(shop.isReadOnly);
        QCOMPARE(shop.connection.sshOptions(), u"-p 2222 -i \"/k 1\""_s);
        QCOMPARE(shop.connection.value(u"sslmode"_s), u"verify-full"_s);
        QCOMPARE(shop.connection.value(u"sslrootcert"_s), u"/ca.pem"_s);
        QVERIFY(problemsOf(found.profiles.last(), {}).isEmpty());
    }

    void pgAdmin()
    {
        const ImportOutcome found = import(
            json("{'Servers':{"
                 "'1':{'Name':'Shop','Group':'Work','Host':'db.example.com','Port':6543,"
                 "'MaintenanceDB':'shop','Username':'ada','UseSSHTunnel':1,'TunnelHost':'bastion',"
                 "'TunnelPort':'22','TunnelUsername':'eve','PasswordExecCommand':'rm -rf /',"
                 "'ConnectionParameters':{'sslmode':'verify-full','connect_timeout':10}},"
                 "'2':{'Name':'Plain','Group':'Servers','Host':'localhost','Port':5432,"
                 "'SSLMode':'prefer','UseSSHTunnel':0}}}"));
        QCOMPARE(shown(found),
                 (QStringList{u"Work/Shop = ada@db.example.com:6543/shop through eve@bastion"_s,
                              u"Plain = localhost:5432"_s}));
        // It would be run.
        QVERIFY(found.profiles.first().connection.passwordCommand().isEmpty());
        QCOMPARE(found.problems.size(), 1);
    }

    void dotEnv()
    {
        const ImportOutcome found
            = import("NODE_ENV=production\nexport DATABASE_URL=\"postgres://ada:s3cret@db/shop\"\n"
                     "REPORTS_URL=postgresql://bob@reports/stats # nightly\n"
                     "X='postgres://${USER}@db/x'\nREDIS=redis://x\nBAD=postgres://a:b@c@d/e\n");
        QCOMPARE(shown(found),
                 (QStringList{u"shop = ada@db/shop"_s, u"reports_url = bob@reports/stats"_s}));
        QCOMPARE(found.problems.size(), 2);
        QVERIFY(!found.problems.join(u' ').contains(u"s3cret"_s));
    }

    void pastedText()
    {
        QCOMPARE(shown(import("postgres://ada:s3cret@db.example.com/shop")),
                 QStringList{u"shop = ada@db.example.com/shop"_s});
        QCOMPARE(shown(import("host=db dbname=shop user=ada password=x")),
                 QStringList{u"shop = ada@db/shop"_s});
        const ImportOutcome wrong = import("mysql://u:s3cret@h/d");
        QVERIFY(wrong.profiles.isEmpty());
        QVERIFY(wrong.problems.first().contains(u"mysql://"_s));
        QVERIFY(!wrong.problems.first().contains(u"s3cret"_s));
    }

    void hostileInputIsHarmless_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("null bytes") << QByteArray("\0\0[x]\nhost=\0", 11);
        QTest::newRow("not JSON") << QByteArray("{\"connections\": {");
        QTest::newRow("wrong types")
            << json("{'connections':{'a':[1],'b':{'provider':'postgresql',"
                    "'configuration':'x'},'c':{'provider':'postgresql','configuration':{'host':{},"
                    "'port':[],'handlers':7}}}}");
        QTest::newRow("deep") << json("{'Servers':") + QByteArray(5000, '[');
        QTest::newRow("long line") << "[x]\nhost=" + QByteArray(100000, 'a') + '\n';
        QTest::newRow("many") << QByteArray("[x]\nhost=a\n").repeated(50000);
        QTest::newRow("large") << QByteArray(5 * 1024 * 1024, 'x');
        QTest::newRow("not UTF-8") << QByteArray("[\xff\xfe]\nhost=\xc3\n");
        QTest::newRow("line feed in a value")
            << json("{'Servers':{'1':{'Name':'a\\nb\\u202ec','Host':'x\\ny'}}}");
        QTest::newRow("controls in a name")
            << json("{'Servers':{'1':{'Name':'a\\u0007\\nb','Host':'h'}}}");
        QTest::newRow("backslashes") << QByteArray("a:1:b:c:\\\\\\\n\\:\\:\\:\\:\\:\n");
        QTest::newRow("options of ssh")
            << json("{'Servers':{'1':{'Name':'a','Host':'h','UseSSHTunnel':1,"
                    "'TunnelHost':'-oProxyCommand=id','TunnelIdentityFile':'k\\\" "
                    "-oProxyCommand=\\\"id'}}}");
    }
    void hostileInputIsHarmless()
    {
        QFETCH(const QByteArray, text);
        for (const ImportFormat format :
             {importFormatOf(text), ImportFormat::ServiceFile, ImportFormat::PasswordFile,
              ImportFormat::DBeaver, ImportFormat::PgAdmin, ImportFormat::DotEnv,
              ImportFormat::Text}) {
            const ImportOutcome found = importConnections(text, format);
            QVERIFY(!found.profiles.isEmpty() || !found.problems.isEmpty());
            QVERIFY(found.profiles.size() <= 1000 && found.problems.size() <= 20);
            for (const Profile &profile : found.profiles) {
                QVERIFY(!profile.name.isEmpty() && profile.name.size() <= 100);
                QVERIFY(!profile.name.contains(u'\n') && !profile.name.contains(QChar(0x202e)));
                const QMap<QString, QString> &keywords = profile.connection.keywords();
                for (const QString &value : keywords)
                    QVERIFY(value.size() <= 1000 && !value.contains(u'\n'));
                // What could lead elsewhere is refused before anything is started.
                if (!profile.connection.sshHost().isEmpty())
                    QVERIFY(!problemsOf(profile, {}).isEmpty());
            }
            for (const QString &problem : found.problems)
                QVERIFY(problem.size() < 1000 && !problem.contains(u'\n'));
        }
    }
};

YARDMASTER_TEST(TestConnectionImport)
#include "tst_connectionimport.moc"
