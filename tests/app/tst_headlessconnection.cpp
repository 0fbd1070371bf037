#include "tests/app/headlesstest.h"
#include "tests/support/renumberedserver.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// How the program is told its database, and what it says where one cannot be used.
class TestHeadlessConnection : public HeadlessTest
{
    Q_OBJECT

private slots:
    void aLockedTableDoesNotDelayAStop()
    {
        YardmasterProcess process(
            worker({u"--grace-period"_s, u"1s"_s, u"--poll-interval"_s, u"20"_s}));
        QVERIFY(process.waitForOutput(u"serves"_s));
        m_database->script("begin; lock table graphile_worker._private_jobs");
        QTRY_COMPARE(m_database->scalar("select count(*) from pg_stat_activity where datname = "
                                        "current_database() and wait_event_type = 'Lock' and "
                                        "application_name = 'yardmaster fetch'"),
                     u"1"_s);
        process.sendSignal(SIGTERM);
        QVERIFY(process.waitForExit(10s) >= 0); // 3 s are enough, but for a machine under load
        m_database->script("rollback");
    }

    void anOutageIsTwoLines()
    {
        YardmasterProcess process(worker({u"--poll-interval"_s, u"20"_s}));
        QVERIFY(process.waitForOutput(u"serves"_s));
        const TestDatabase elsewhere = TestDatabase::createEmpty();
        const QByteArray alter = "alter database \"" + m_database->name().toUtf8() + '"';
        elsewhere.script(alter + " allow_connections false");
        m_database->script("select pg_terminate_backend(pid) from pg_stat_activity where datname = "
                           "current_database() and application_name like 'yardmaster %' "
                           "and pid <> pg_backend_pid()");
        QVERIFY(process.waitForOutput(u"is unreachable: "_s));
        elsewhere.script(alter + " allow_connections true");
        QVERIFY(process.waitForOutput(u"is back after "_s));
        process.sendSignal(SIGTERM);
        QCOMPARE(process.waitForExit(), 0);
        QCOMPARE(process.standardError().count(u" warn "_s), 1);
        QCOMPARE(process.standardError().count(u"is back after "_s), 1);
    }

    void oldServersAreRefused()
    {
        const RenumberedServer old(m_database->settings(), "11");
        YardmasterProcess process({u"--schema-only"_s, u"-c"_s, old.url()});
        QVERIFY(process.waitForExit() > 0);
        QVERIFY2(process.standardError().contains(
                     u"the server is PostgreSQL 11; version 12 or newer is needed"_s),
                 qPrintable(process.standardError()));
    }

    void variablesNameTheConnection()
    {
        QProcessEnvironment environment = YardmasterProcess::cleanEnvironment();
        environment.insert(u"DATABASE_URL"_s, m_database->url());
        YardmasterProcess byUrl({u"--schema-only"_s}, environment);
        QCOMPARE(byUrl.waitForExit(), 0);

        environment = YardmasterProcess::cleanEnvironment();
        const ConnectionSettings &settings = m_database->settings();
        environment.insert(u"PGHOST"_s, settings.value(u"host"_s));
        environment.insert(u"PGPORT"_s, settings.value(u"port"_s));
        environment.insert(u"PGUSER"_s, settings.value(u"user"_s));
        environment.insert(u"PGDATABASE"_s, settings.value(u"dbname"_s));
        YardmasterProcess byVariables({u"--schema-only"_s}, environment);
        QCOMPARE(byVariables.waitForExit(), 0);

        // A service file, and a bare name on top of the other variables.
        QTemporaryDir elsewhere;
        QFile services(elsewhere.filePath(u"services.conf"_s));
        QVERIFY(services.open(QIODevice::WriteOnly));
        services.write("[queue]\nhost=" + settings.value(u"host"_s).toUtf8()
                       + "\nport=" + settings.value(u"port"_s).toUtf8()
                       + "\nuser=" + settings.value(u"user"_s).toUtf8()
                       + "\ndbname=" + settings.value(u"dbname"_s).toUtf8() + '\n');
        services.close();
        QProcessEnvironment serviced = YardmasterProcess::cleanEnvironment();
        serviced.insert(u"PGSERVICEFILE"_s, services.fileName());
        YardmasterProcess byService({u"--schema-only"_s, u"-c"_s, u"service=queue"_s}, serviced);
        QCOMPARE(byService.waitForExit(), 0);
        environment.insert(u"PGDATABASE"_s, u"wrong"_s);
        YardmasterProcess byName({u"--schema-only"_s, u"-c"_s, m_database->name()}, environment);
        QCOMPARE(byName.waitForExit(), 0);
    }

    void theOptionWinsOverDatabaseUrl()
    {
        QProcessEnvironment environment = YardmasterProcess::cleanEnvironment();
        environment.insert(u"DATABASE_URL"_s, u"postgres://127.0.0.1:1/wrong"_s);
        YardmasterProcess process({u"--schema-only"_s, u"-c"_s, m_database->url()}, environment);
        QCOMPARE(process.waitForExit(), 0);
    }

    void badInputIsOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("words");
        const QString tasks = m_folder.path();
        const auto with = [&](const QString &url) {
            return QStringList{u"--no-gui"_s, u"--tasks"_s, tasks, u"-c"_s, url};
        };
        QTest::newRow("no connection") << QStringList{u"--no-gui"_s} << 2 << u"--sandbox"_s;
        QTest::newRow("wrong scheme") << with(u"mysql://u:s3cret@h/d"_s) << 2 << u"mysql://"_s;
        QTest::newRow("server down") << with(u"postgres://u:s3cret@127.0.0.1:1/d"_s) << 1
                                     << u"no connection to u@127.0.0.1:1/d"_s;
        QTest::newRow("no such host")
            << with(u"postgres://u:s3cret@nowhere.invalid/d"_s) << 1 << u"nowhere.invalid"_s;
        QTest::newRow("no such database") << with(urlOfNoDatabase()) << 1 << u"nowhere"_s;
        QTest::newRow("unknown option")
            << QStringList{u"--no-gui"_s, u"--job=3"_s} << 2 << u"did you mean --jobs?"_s;
        QTest::newRow("missing folder")
            << QStringList{u"--no-gui"_s, u"-c"_s, u"x"_s, u"--tasks"_s, u"/no/such"_s} << 2
            << u"/no/such"_s;
        QTest::newRow("long schema")
            << QStringList{u"--no-gui"_s, u"-c"_s, u"x"_s, u"-s"_s, QString(64, u'x')} << 2
            << u"63"_s;
    }

    void badInputIsOneSentence()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QString, words);
        YardmasterProcess process(arguments);
        QTEST(process.waitForExit(), "exitCode");
        const QString &log = process.standardError();
        QVERIFY2(log.contains(words), qPrintable(log));
        QVERIFY2(!log.contains("s3cret"_L1), qPrintable(log));
        QVERIFY2(log.trimmed().count(u'\n') <= 1, qPrintable(log)); // the sentence, a hint at most
        QVERIFY(log.startsWith("yardmaster: "_L1));
    }

    void aRefusedLoginIsOneSentence()
    {
        m_database->script("create role nologin_role nologin password 's3cret'");
        ConnectionSettings settings = m_database->settings();
        YardmasterProcess process(
            {u"--schema-only"_s, u"-c"_s,
             u"host=%1 port=%2 dbname=%3 user=nologin_role password=s3cret"_s.arg(
                 settings.value(u"host"_s), settings.value(u"port"_s), m_database->name())});
        QCOMPARE(process.waitForExit(), 1);
        QVERIFY2(process.standardError().contains("refused the login"_L1),
                 qPrintable(process.standardError()));
        QVERIFY(!process.standardError().contains("s3cret"_L1));
        m_database->script("drop role nologin_role");
    }

    void withoutRightsOnTheDatabaseTheRemedyIsNamed()
    {
        m_database->script("create role poor_role login");
        const TestDatabase empty = TestDatabase::createEmpty();
        YardmasterProcess process({u"--schema-only"_s, u"-c"_s,
                                   u"host=%1 port=%2 dbname=%3 user=poor_role"_s.arg(
                                       empty.settings().value(u"host"_s),
                                       empty.settings().value(u"port"_s), empty.name())});
        QCOMPARE(process.waitForExit(), 1);
        QVERIFY2(process.standardError().contains("poor_role"_L1),
                 qPrintable(process.standardError()));
        m_database->script("drop role poor_role");
    }

    void refusedTlsIsOneSentence()
    {
        // Answers 'N' to the request for TLS, as a server without it does.
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        connect(&server, &QTcpServer::newConnection, &server, [&server] {
            QTcpSocket *socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                socket->readAll();
                socket->write("N");
            });
        });
        YardmasterProcess process(
            {u"--schema-only"_s, u"-c"_s,
             u"postgres://u:s3cret@127.0.0.1:%1/d?ssl=true"_s.arg(server.serverPort())});
        QTRY_VERIFY_WITH_TIMEOUT(process.waitForExit(100ms) != -1, 60000);
        QCOMPARE(process.waitForExit(), 1);
        QVERIFY2(process.standardError().contains("SSL"_L1), qPrintable(process.standardError()));
        QVERIFY(!process.standardError().contains("s3cret"_L1));
    }

    void aSessionThatEndsAtOnceIsOneSentence()
    {
        // Lets the client in, and ends the session instead of an answer, as pgbouncer does while it
        // cannot reach the server.
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        connect(&server, &QTcpServer::newConnection, &server, [&server] {
            QTcpSocket *socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                const bool isLogin = !socket->property("isIn").toBool();
                socket->setProperty("isIn", true);
                socket->readAll();
                if (isLogin)
                    socket->write(QByteArray("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", 15));
                else
                    socket->disconnectFromHost();
            });
        });
        YardmasterProcess process(
            {u"--schema-only"_s, u"-c"_s,
             u"postgres://u@127.0.0.1:%1/d?sslmode=disable"_s.arg(server.serverPort())});
        QTRY_VERIFY_WITH_TIMEOUT(process.waitForExit(100ms) != -1, 60000);
        QCOMPARE(process.waitForExit(), 1);
        const QString said = process.standardError();
        QVERIFY2(said.contains("ended the session at once"_L1), qPrintable(said));
        QCOMPARE(said.count(u'\n'), 1);
    }

    void aNewerHarmlessSchemaIsAWarning()
    {
        m_database->script(
            "insert into graphile_worker.migrations (id, breaking) values (99, false)");
        YardmasterProcess process(worker({u"--once"_s}));
        QCOMPARE(process.waitForExit(), 0);
        QVERIFY2(process.standardError().contains("warn"_L1), qPrintable(process.standardError()));
    }

private:
    [[nodiscard]] static QString urlOfNoDatabase()
    {
        const TestDatabase database = TestDatabase::createEmpty();
        return database.url().replace(database.name(), u"nowhere"_s);
    }
};

YARDMASTER_TEST(TestHeadlessConnection)
#include "tst_headlessconnection.moc"
