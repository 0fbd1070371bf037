#include "models/connecting/connectiontest.h"
#include "tests/support/renumberedserver.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include <yardmaster/session.h>

#include <QFile>
#include <QLocalSocket>
#include <QPointer>
#include <QProcess>
#include <QSignalSpy>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QtConcurrentRun>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using yardmaster::test::TestDatabase;
using Name = TestStep::Name;
using Outcome = TestStep::Outcome;

namespace {

/// Makes the test server, which has a Unix socket only, reachable by TCP.
class Relay final : public QTcpServer
{
public:
    explicit Relay(QString socketFile)
        : m_socketFile(std::move(socketFile))
    {
        if (!listen(QHostAddress::LocalHost))
            qFatal("no port to listen on");
    }

protected:
    void incomingConnection(qintptr descriptor) override
    {
        auto *client = new QTcpSocket(this);
        client->setSocketDescriptor(descriptor);
        auto *server = new QLocalSocket(client);
        server->connectToServer(m_socketFile);
        connect(client, &QTcpSocket::readyRead, server,
                [client, server] { server->write(client->readAll()); });
        connect(server, &QLocalSocket::readyRead, client,
                [client, server] { client->write(server->readAll()); });
        connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
        connect(server, &QLocalSocket::disconnected, client, &QTcpSocket::disconnectFromHost);
    }

private:
    const QString m_socketFile;
};

/// Answers a request for TLS as PostgreSQL does, shakes hands, and knows nothing else.
class TlsServer final : public QTcpServer
{
public:
    TlsServer(const QString &certificate, const QString &key)
        : m_chain(QSslCertificate::fromPath(certificate))
    {
        QFile file(key);
        if (!file.open(QIODevice::ReadOnly) || !listen(QHostAddress::LocalHost))
            qFatal("no TLS server");
        m_key = QSslKey(file.readAll(), QSsl::Rsa);
    }

protected:
    void incomingConnection(qintptr descriptor) override
    {
        auto *client = new QSslSocket(this);
        client->setSocketDescriptor(descriptor);
        client->setLocalCertificateChain(m_chain);
        client->setPrivateKey(m_key);
        connect(client, &QSslSocket::readyRead, client, [client] {
            if (client->isEncrypted() || client->bytesAvailable() < 8)
                return;
            client->readAll();
            client->write("S");
            client->flush();
            client->startServerEncryption();
        });
        connect(client, &QSslSocket::encrypted, client, [client] {
            connect(client, &QSslSocket::readyRead, client, &QSslSocket::disconnectFromHost);
        });
        connect(client, &QSslSocket::disconnected, client, &QObject::deleteLater);
    }

private:
    const QList<QSslCertificate> m_chain;
    QSslKey m_key;
};

/// Accepts connections and never answers.
class SilentServer final : public QTcpServer
{
public:
    SilentServer()
    {
        if (!listen(QHostAddress::LocalHost))
            qFatal("no port to listen on");
    }
};

QString socketFileOf(const ConnectionSettings &settings)
{
    const QString port = settings.value(u"port"_s);
    return settings.value(u"host"_s) + u"/.s.PGSQL."_s + (port.isEmpty() ? u"5432"_s : port);
}

ConnectionSettings over(const QTcpServer &server, const ConnectionSettings &base = {})
{
    ConnectionSettings settings = base;
    settings.set(u"host"_s, u"localhost"_s);
    settings.set(u"hostaddr"_s, u"127.0.0.1"_s);
    settings.set(u"port"_s, QString::number(server.serverPort()));
    return settings;
}

const TestStep &step(const ConnectionTest &test, Name name)
{
    return test.steps().at(std::size_t(name));
}

} // namespace

#define COMPARE_OUTCOME(test, name, expected)                                                      \
    QVERIFY2(step(test, name).outcome == (expected), qUtf8Printable(step(test, name).sentence))

/// Long because each step of the test fails for reasons of its own.
class TestConnectionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void localSocketPassesAllSteps();
    void tcpWithoutTlsWarns();
    void encryptionThatIsNeededAndMissingFails();
    void certificateIsShown_data();
    void certificateIsShown();
    void closedPortFails();
    void missingSocketFails();
    void unknownNameFails();
    void unknownServiceFails();
    void unknownRoleFailsToLogIn();
    void missingSchemaFails();
    void oldServerFails();
    void rightsAreReported();
    void cancelEndsTheTestOfAHangingServer();
    void newStartForgetsTheOldTest();
    void cleanupTestCase();

private:
    void start(ConnectionTest &test, const ConnectionSettings &settings,
               const QString &schema = kSchema);
    bool run(ConnectionTest &test, const ConnectionSettings &settings,
             const QString &schema = kSchema);
    /// Notes that the thread of a test is deleted.
    bool eventFilter(QObject *watched, QEvent *event) override;

    int m_started = 0; ///< threads
    int m_deleted = 0;
};

void TestConnectionTest::initTestCase()
{
    QCoreApplication::instance()->installEventFilter(this);
}

void TestConnectionTest::cleanupTestCase()
{
    QTRY_COMPARE_WITH_TIMEOUT(m_deleted, m_started, kPatience); // or they would count as leaks
}

bool TestConnectionTest::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::DeferredDelete && qobject_cast<QThread *>(watched))
        ++m_deleted;
    return false;
}

void TestConnectionTest::start(ConnectionTest &test, const ConnectionSettings &settings,
                               const QString &schema)
{
    ++m_started;
    test.start(settings, schema);
}

bool TestConnectionTest::run(ConnectionTest &test, const ConnectionSettings &settings,
                             const QString &schema)
{
    QSignalSpy finished(&test, &ConnectionTest::finished);
    start(test, settings, schema);
    return finished.wait(kPatience) && !test.isRunning();
}

void TestConnectionTest::localSocketPassesAllSteps()
{
    const TestDatabase database = TestDatabase::createMigrated();
    ConnectionTest test;
    QVERIFY(run(test, database.settings()));
    QVERIFY(test.hasPassed());
    COMPARE_OUTCOME(test, Name::Resolve, Outcome::Passed);
    COMPARE_OUTCOME(test, Name::Tcp, Outcome::Skipped);
    COMPARE_OUTCOME(test, Name::Tls, Outcome::Skipped);
    COMPARE_OUTCOME(test, Name::Authentication, Outcome::Passed);
    COMPARE_OUTCOME(test, Name::Schema, Outcome::Passed);
    COMPARE_OUTCOME(test, Name::Privileges, Outcome::Passed);
    COMPARE_OUTCOME(test, Name::Standby, Outcome::Skipped);
    QVERIFY(step(test, Name::Authentication).sentence.contains(database.name()));
    QVERIFY(step(test, Name::Schema).sentence.contains(u"revision 20"_s));
}

void TestConnectionTest::tcpWithoutTlsWarns()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const Relay relay(socketFileOf(database.settings()));
    ConnectionTest test;
    QVERIFY(run(test, over(relay, database.settings())));
    COMPARE_OUTCOME(test, Name::Tcp, Outcome::Passed);
    COMPARE_OUTCOME(test, Name::Tls, Outcome::Warned);
    QVERIFY(step(test, Name::Tls).sentence.contains(u"offers no encryption"_s));
    COMPARE_OUTCOME(test, Name::Authentication, Outcome::Passed);
    QVERIFY(test.hasPassed());
}

void TestConnectionTest::encryptionThatIsNeededAndMissingFails()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const Relay relay(socketFileOf(database.settings()));
    ConnectionSettings settings = over(relay, database.settings());
    settings.set(u"sslmode"_s, u"require"_s);
    ConnectionTest test;
    QVERIFY(run(test, settings));
    COMPARE_OUTCOME(test, Name::Tls, Outcome::Failed);
    COMPARE_OUTCOME(test, Name::Authentication, Outcome::Skipped);
    QVERIFY(!test.hasPassed());
}

void TestConnectionTest::certificateIsShown_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isTrusted");
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<QString>("words");
    QTest::newRow("right") << u"verify-full"_s << u"localhost"_s << true << Outcome::Passed
                           << u"is valid for localhost"_s;
    QTest::newRow("another host") << u"verify-full"_s << u"db.example.com"_s << true
                                  << Outcome::Failed
                                  << u"is for db.example.com, not for localhost"_s;
    QTest::newRow("untrusted") << u"verify-full"_s << u"localhost"_s << false << Outcome::Warned
                               << u"not trusted"_s;
    QTest::newRow("unchecked") << u"require"_s << u"db.example.com"_s << false << Outcome::Warned
                               << u"the server is not authenticated"_s;
}

void TestConnectionTest::certificateIsShown()
{
    QFETCH(const QString, mode);
    QFETCH(const QString, name);
    QFETCH(const bool, isTrusted);
    QFETCH(const Outcome, outcome);
    QFETCH(const QString, words);
    const QTemporaryDir folder;
    const QString certificate = folder.filePath(u"server.crt"_s);
    const QString key = folder.filePath(u"server.key"_s);
    QProcess openssl;
    openssl.start(u"openssl"_s,
                  {u"req"_s, u"-x509"_s, u"-newkey"_s, u"rsa:2048"_s, u"-nodes"_s, u"-days"_s,
                   u"3"_s, u"-keyout"_s, key, u"-out"_s, certificate, u"-subj"_s,
                   u"/CN=Yard test"_s, u"-addext"_s, u"subjectAltName=DNS:"_s + name});
    QVERIFY2(openssl.waitForFinished(kPatience) && openssl.exitCode() == 0,
             openssl.readAllStandardError().constData());
    const TlsServer server(certificate, key);
    ConnectionSettings settings = over(server);
    settings.set(u"sslmode"_s, mode);
    // Trusting one file means trusting no other.
    if (isTrusted) {
        settings.set(u"sslrootcert"_s, certificate);
    } else {
        const QString empty = folder.filePath(u"none.crt"_s);
        QFile file(empty);
        QVERIFY(file.open(QIODevice::WriteOnly));
        settings.set(u"sslrootcert"_s, empty);
    }
    ConnectionTest test;
    QVERIFY(run(test, settings));
    COMPARE_OUTCOME(test, Name::Tls, outcome);
    const TestStep &tls = step(test, Name::Tls);
    QVERIFY2(tls.sentence.contains(words), qUtf8Printable(tls.sentence));
    const QString details = tls.details.join(u'\n');
    QVERIFY2(details.contains(u"Certificate of Yard test, issued by Yard test"_s)
                 && details.contains(u"Valid until 20"_s) && details.contains(u"TLSv1."_s)
                 && details.contains(name == "localhost"_L1 ? u"It covers the host localhost"_s
                                                            : u"It does not cover the host"_s),
             qUtf8Printable(details));
    if (mode != u"verify-full"_s || outcome == Outcome::Passed)
        return;
    // What a worker or the window is told: nothing about a login that was refused.
    const QFuture<DbError> refused = QtConcurrent::run([settings] {
        const auto session = Session::open(settings, u"test"_s);
        return session ? DbError{} : session.error();
    });
    QVERIFY(QTest::qWaitFor([&refused] { return refused.isFinished(); }, kPatience));
    QVERIFY2(refused.result().kind == DbError::Kind::Certificate,
             qUtf8Printable(refused.result().message));
}

void TestConnectionTest::closedPortFails()
{
    ConnectionSettings settings;
    {
        const SilentServer server;
        settings = over(server);
    }
    ConnectionTest test;
    QVERIFY(run(test, settings));
    COMPARE_OUTCOME(test, Name::Resolve, Outcome::Passed);
    COMPARE_OUTCOME(test, Name::Tcp, Outcome::Failed);
    QVERIFY(step(test, Name::Tcp).sentence.contains(u"127.0.0.1"_s));
    COMPARE_OUTCOME(test, Name::Privileges, Outcome::Skipped);
}

void TestConnectionTest::missingSocketFails()
{
    ConnectionSettings settings;
    settings.set(u"host"_s, u"/nonexistent"_s);
    ConnectionTest test;
    QVERIFY(run(test, settings));
    COMPARE_OUTCOME(test, Name::Resolve, Outcome::Failed);
    QVERIFY(step(test, Name::Resolve).sentence.contains(u"/nonexistent/.s.PGSQL.5432"_s));
}

void TestConnectionTest::unknownNameFails()
{
    ConnectionSettings settings;
    settings.set(u"host"_s, u"no such host.invalid"_s); // no name server is asked about spaces
    ConnectionTest test;
    QVERIFY(run(test, settings));
    COMPARE_OUTCOME(test, Name::Resolve, Outcome::Failed);
    QVERIFY(step(test, Name::Resolve).sentence.contains(u"cannot be resolved"_s));
}

void TestConnectionTest::unknownServiceFails()
{
    ConnectionSettings settings;
    settings.set(u"service"_s, u"no_such_service"_s);
    ConnectionTest test;
    QVERIFY(run(test, settings));
    COMPARE_OUTCOME(test, Name::Resolve, Outcome::Failed);
    QVERIFY(step(test, Name::Resolve).sentence.contains(u"no_such_service"_s));
}

void TestConnectionTest::unknownRoleFailsToLogIn()
{
    const TestDatabase database = TestDatabase::createEmpty();
    ConnectionSettings settings = database.settings();
    settings.set(u"user"_s, u"nobody_knows_me"_s);
    ConnectionTest test;
    QVERIFY(run(test, settings));
    COMPARE_OUTCOME(test, Name::Authentication, Outcome::Failed);
    QVERIFY(step(test, Name::Authentication).sentence.contains(u"nobody_knows_me"_s));
    COMPARE_OUTCOME(test, Name::Schema, Outcome::Skipped);
}

void TestConnectionTest::missingSchemaFails()
{
    const TestDatabase database = TestDatabase::createEmpty();
    ConnectionTest test;
    QVERIFY(run(test, database.settings()));
    COMPARE_OUTCOME(test, Name::Authentication, Outcome::Passed);
    COMPARE_OUTCOME(test, Name::Schema, Outcome::Failed);
    QCOMPARE(database.scalar("select count(*) from pg_namespace where nspname = 'graphile_worker'"),
             u"0"_s); // nothing is installed unasked
}

void TestConnectionTest::oldServerFails()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const RenumberedServer old(database.settings(), "11");
    ConnectionTest test;
    QVERIFY(run(test, old.settings()));
    COMPARE_OUTCOME(test, Name::Schema, Outcome::Failed);
    QCOMPARE(step(test, Name::Schema).sentence,
             u"The server is PostgreSQL 11; version 12 or newer is needed."_s);
}

void TestConnectionTest::rightsAreReported()
{
    const TestDatabase database = TestDatabase::createMigrated();
    ConnectionSettings settings = database.settings();
    settings.set(u"options"_s, u"-c default_transaction_read_only=on"_s);
    ConnectionTest test;
    QVERIFY(run(test, settings));
    COMPARE_OUTCOME(test, Name::Privileges, Outcome::Warned);
    QVERIFY(step(test, Name::Privileges).sentence.contains(u"read-only"_s));
}

void TestConnectionTest::cancelEndsTheTestOfAHangingServer()
{
    const SilentServer server;
    ConnectionTest test;
    QSignalSpy finished(&test, &ConnectionTest::finished);
    start(test, over(server));
    QTRY_COMPARE_WITH_TIMEOUT(step(test, Name::Tls).outcome, Outcome::Running, kPatience);
    test.cancel();
    QCOMPARE(finished.count(), 1); // within the call
    QVERIFY(!test.isRunning());
    COMPARE_OUTCOME(test, Name::Tcp, Outcome::Passed);
    COMPARE_OUTCOME(test, Name::Tls, Outcome::Skipped);
}

void TestConnectionTest::newStartForgetsTheOldTest()
{
    const SilentServer server;
    const TestDatabase database = TestDatabase::createMigrated();
    ConnectionTest test;
    start(test, over(server));
    QTRY_COMPARE_WITH_TIMEOUT(step(test, Name::Tls).outcome, Outcome::Running, kPatience);
    QVERIFY(run(test, database.settings()));
    QVERIFY(test.hasPassed());
    COMPARE_OUTCOME(test, Name::Tls, Outcome::Skipped);
}

YARDMASTER_TEST(TestConnectionTest)
#include "tst_connectiontest.moc"
