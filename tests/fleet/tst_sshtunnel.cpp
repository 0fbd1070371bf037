#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"
#include "tests/support/yardmasterprocess.h"
#include "worker/db/connectionroute.h"
#include "worker/db/sshtunnel.h"

#include <QFile>
#include <QProcess>
#include <QTest>

#include <csignal>
#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Known = SshServer::Known;

namespace {

bool isThere(qint64 process)
{
    QFile stat(u"/proc/%1/stat"_s.arg(process));
    return stat.open(QIODevice::ReadOnly) && !stat.readAll().contains(") Z ");
}

} // namespace

/// Databases reached through a real sshd, which is killed and frozen in between.
class TestSshTunnel : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SshServer> m_ssh;

    /// The database through the SSH server; there it is a Unix socket.
    [[nodiscard]] ConnectionSettings settings() const
    {
        ConnectionSettings settings = m_database->settings();
        settings.setSsh(u"bastion"_s, m_ssh->options());
        return settings;
    }
    [[nodiscard]] std::shared_ptr<SshTunnel> tunnel() const
    {
        const ConnectionSettings &server = m_database->settings();
        return SshTunnel::of({u"bastion"_s,
                              m_ssh->options(),
                              {{server.value(u"host"_s), server.value(u"port"_s).toUShort()}}});
    }
    static QString refusal(const ConnectionSettings &settings)
    {
        const auto session = Session::open(settings, u"test"_s);
        return session ? QString() : session.error().message;
    }
    /// Of the sessions that the server has, by application.
    [[nodiscard]] QString sessions(const QByteArray &application) const
    {
        return m_database->scalar("select count(*) from pg_stat_activity where datname = "
                                  "current_database() and application_name = 'yardmaster "
                                  + application + "' and client_addr is null");
    }

private slots:
    void initTestCase()
    {
        if (const QString problem = SshServer::problem(); !problem.isEmpty()) {
            if (qEnvironmentVariableIsSet("CI"))
                QFAIL(qPrintable(problem));
            QSKIP(qPrintable(problem));
        }
    }
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_ssh = std::make_unique<SshServer>();
    }
    void cleanup()
    {
        SshTunnel::stopAll();
        m_ssh.reset();
        m_database.reset();
    }

    void allSessionsShareOneProcess()
    {
        std::vector<std::thread> threads;
        std::atomic<int> opened = 0;
        for (int i = 0; i < 6; ++i)
            threads.emplace_back([&] {
                if (const auto session = Session::open(settings(), u"test"_s))
                    opened += (*session)->query("select 1") ? 1 : 0;
            });
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(opened, 6);
        QCOMPARE(m_ssh->log().count("Accepted publickey"), 1);
        const qint64 process = tunnel()->processId();
        QVERIFY(isThere(process));
        SshTunnel::stopAll();
        QVERIFY(!isThere(process));
    }

    void aStoppedServerIsReachedAgain()
    {
        auto session = Session::open(settings(), u"test"_s);
        QVERIFY(session);
        const auto ports = tunnel()->ports();
        m_ssh->stop();
        QTRY_VERIFY_WITH_TIMEOUT(!(*session)->isAlive(), kPatience);
        QTRY_VERIFY2_WITH_TIMEOUT(
            refusal(settings()).contains("no SSH server answers on bastion"_L1),
            qPrintable(refusal(settings())), kPatience);
        m_ssh->start();
        QTRY_VERIFY_WITH_TIMEOUT(Session::open(settings(), u"test"_s), kPatience);
        QCOMPARE(tunnel()->ports(), ports); // what others were told still holds
    }

    void aKilledProcessIsReplaced()
    {
        QVERIFY(Session::open(settings(), u"test"_s));
        const qint64 first = tunnel()->processId();
        ::kill(pid_t(first), SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT(tunnel()->processId() != first, kPatience);
        const auto again = Session::open(settings(), u"test"_s);
        QVERIFY2(again, again ? "" : qPrintable(again.error().message));
    }

    void aFrozenProcessIsReplaced()
    {
        auto session = Session::open(settings(), u"test"_s);
        QVERIFY(session);
        const qint64 first = tunnel()->processId();
        ::kill(pid_t(first), SIGSTOP);
        QTRY_VERIFY_WITH_TIMEOUT(!isThere(first), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!(*session)->isAlive(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(Session::open(settings(), u"test"_s), kPatience);
    }

    void aFrozenServerIsNoticed()
    {
        auto session = Session::open(settings(), u"test"_s);
        QVERIFY(session);
        m_ssh->signalAll(SIGSTOP);
        QTRY_VERIFY_WITH_TIMEOUT(!(*session)->isAlive(), kPatience); // three times five seconds
        m_ssh->signalAll(SIGCONT);
        QTRY_VERIFY_WITH_TIMEOUT(Session::open(settings(), u"test"_s), kPatience);
    }

    void theEndOfTheProgramEndsIt_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("in good order") << SIGTERM;
        QTest::newRow("killed") << SIGKILL;
    }
    void theEndOfTheProgramEndsIt()
    {
        QFETCH(const int, signal);
        QTemporaryDir tasks;
        QFile task(tasks.filePath(u"hello"_s));
        QVERIFY(task.open(QIODevice::WriteOnly));
        task.write("#!/bin/sh\n");
        task.close();
        task.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner);
        YardmasterProcess worker({u"--no-gui"_s, u"-c"_s, m_database->url(), u"--tasks"_s,
                                  tasks.path(), u"--ssh"_s, u"bastion"_s, u"--ssh-options"_s,
                                  m_ssh->options()});
        QVERIFY2(worker.waitForOutput(u"serves"_s), qPrintable(worker.standardError()));
        QCOMPARE(sessions("fetch"), u"1"_s);
        QProcess ps;
        ps.start(u"ps"_s, {u"-o"_s, u"pid="_s, u"--ppid"_s, QString::number(worker.pid())});
        QVERIFY(ps.waitForFinished());
        const qint64 ssh = ps.readAllStandardOutput().trimmed().toLongLong();
        QVERIFY(isThere(ssh));
        ::kill(pid_t(ssh), SIGSTOP); // even so
        worker.sendSignal(signal);
        QCOMPARE(worker.waitForExit(), signal == SIGKILL ? 128 + SIGKILL : 0);
        QTRY_VERIFY_WITH_TIMEOUT(!isThere(ssh), kPatience);
    }

    void aWorkerResumesAfterOutages()
    {
        TestWorker worker(*m_database);
        worker.options.connection = settings();
        worker.options.pollInterval = 50ms;
        worker.handle(u"t"_s, succeed);
        worker.start();
        for (int round = 0; round < 3; ++round) {
            m_database->script("select graphile_worker.add_job('t') from generate_series(1, 20)");
            QTRY_COMPARE_WITH_TIMEOUT(
                m_database->scalar("select count(*) from graphile_worker.jobs"), u"0"_s, kPatience);
            if (round == 0) {
                m_ssh->stop();
                m_ssh->start();
            } else if (round == 1) {
                ::kill(pid_t(tunnel()->processId()), SIGKILL);
            }
        }
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->succeeded, qint64{60});
    }

    void commandsGoThroughIt()
    {
        YardmasterProcess stats({u"stats"_s, u"-c"_s, m_database->url(), u"--ssh"_s, u"bastion"_s,
                                 u"--ssh-options"_s, m_ssh->options()});
        QCOMPARE(stats.waitForExit(), 0);
        QCOMPARE(m_ssh->log().count("Accepted publickey"), 1);
        YardmasterProcess nowhere({u"stats"_s, u"-c"_s, m_database->url(), u"--ssh"_s,
                                   u"nowhere.invalid"_s, u"--ssh-options"_s, u"-F none"_s});
        QVERIFY(nowhere.waitForExit() > 0);
        QVERIFY2(nowhere.standardError().contains("the SSH host nowhere.invalid cannot be "
                                                  "resolved: "_L1),
                 qPrintable(nowhere.standardError()));
    }

    void refusalsAreInWords_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("words");
        QTest::newRow("key") << u"key"_s << u"refused the login of "_s;
        QTest::newRow("unknown host key") << u"unknown"_s << u"is not known; check and accept"_s;
        QTest::newRow("changed host key") << u"changed"_s << u"is not the known one"_s;
        QTest::newRow("forwarding") << u"forwarding"_s << u"does not allow forwarding"_s;
        QTest::newRow("target") << u"target"_s << u"the SSH host bastion cannot connect to"_s;
        QTest::newRow("passphrase") << u"passphrase"_s << u"ssh cannot ask for a passphrase"_s;
        QTest::newRow("options") << u"options"_s << u"cannot be used for a tunnel"_s;
    }
    void refusalsAreInWords()
    {
        QFETCH(const QString, what);
        QFETCH(const QString, words);
        if (what == u"key"_s)
            m_ssh->forbidKey();
        else if (what == u"unknown"_s)
            m_ssh->trust(Known::None);
        else if (what == u"changed"_s)
            m_ssh->trust(Known::Wrong);
        else if (what == u"forwarding"_s)
            m_ssh = std::make_unique<SshServer>("AllowTcpForwarding no\n"
                                                "AllowStreamLocalForwarding no\n");
        else if (what == u"passphrase"_s)
            m_ssh->setPassphrase(u"open sesame"_s);
        ConnectionSettings settings = this->settings();
        if (what == u"target"_s || what == u"forwarding"_s) {
            settings.set(u"host"_s, u"127.0.0.1"_s);
            settings.set(u"port"_s, u"1"_s);
        } else if (what == u"options"_s) {
            settings.setSsh(u"bastion"_s, u"-L 1:a:2"_s);
        }
        const QString sentence = refusal(settings);
        QVERIFY2(sentence.contains(words), qPrintable(sentence));
        QVERIFY(!sentence.contains(u'\n'));
    }

    void theCertificateIsTheDatabases()
    {
        // The test server has no TLS on its socket; pgbouncer in front of it does.
        const QString program = QStandardPaths::findExecutable(
            u"pgbouncer"_s, {u"/usr/sbin"_s, u"/usr/bin"_s, u"/usr/local/bin"_s});
        if (program.isEmpty())
            QSKIP("there is no pgbouncer; apt install pgbouncer");
        QTemporaryDir folder(QDir::tempPath() + u"/ymt-XXXXXX"_s);
        QFile::setPermissions(folder.path(), QFileDevice::Permissions(0x7777));
        const QString certificate = folder.filePath(u"server.crt"_s);
        QProcess openssl;
        openssl.start(u"openssl"_s,
                      {u"req"_s, u"-x509"_s, u"-newkey"_s, u"rsa:2048"_s, u"-nodes"_s, u"-days"_s,
                       u"2"_s, u"-subj"_s, u"/CN=db.internal"_s, u"-addext"_s,
                       u"subjectAltName=DNS:db.internal"_s, u"-keyout"_s,
                       folder.filePath(u"server.key"_s), u"-out"_s, certificate});
        QVERIFY(openssl.waitForFinished(kPatience));
        QTcpServer free;
        QVERIFY(free.listen(QHostAddress::LocalHost));
        const QString port = QString::number(free.serverPort());
        free.close();
        const ConnectionSettings &server = m_database->settings();
        QFile config(folder.filePath(u"pgbouncer.ini"_s));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write(u"[databases]\n* = host=%1 port=%2 user=%3\n[pgbouncer]\nauth_type = any\n"
                     "listen_addr = 127.0.0.1\nlisten_port = %4\nunix_socket_dir =\n"
                     "client_tls_sslmode = require\nclient_tls_key_file = %5/server.key\n"
                     "client_tls_cert_file = %5/server.crt\n"_s
                         .arg(server.value(u"host"_s), server.value(u"port"_s),
                              server.value(u"user"_s), port, folder.path())
                         .toUtf8());
        config.close();
        const auto account = ServerAccount::choose(folder.path());
        QVERIFY(account);
        const QStringList files = QDir(folder.path()).entryList(QDir::Files);
        for (const QString &file : files)
            QFile::setPermissions(folder.filePath(file), QFileDevice::Permissions(0x6644));
        QProcess pooler;
        if (account->isOther())
            pooler.setChildProcessModifier(account->stepDown());
        pooler.start(program, {config.fileName()});
        QVERIFY(pooler.waitForStarted());

        ConnectionSettings through = server;
        through.set(u"host"_s, u"db.internal"_s); // no name server knows it
        through.set(u"hostaddr"_s, u"127.0.0.1"_s);
        through.set(u"port"_s, port);
        through.set(u"sslmode"_s, u"verify-full"_s);
        through.set(u"sslrootcert"_s, certificate);
        through.setSsh(u"bastion"_s, m_ssh->options());
        QTRY_VERIFY2_WITH_TIMEOUT(
            Session::open(through, u"test"_s),
            qPrintable(refusal(through) + QString::fromUtf8(pooler.readAll())), kPatience);
        through.set(u"host"_s, u"other.internal"_s);
        const auto wrong = Session::open(through, u"test"_s);
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().kind, DbError::Kind::Certificate);
        pooler.terminate();
        pooler.waitForFinished();
    }

    void passwordsOfTheFileAreFoundByTheRealPort()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(u"pgpass"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("db.internal:5432:*:*:s3cret\n");
        file.close();
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        ConnectionSettings through = settings();
        through.set(u"host"_s, u"db.internal"_s);
        through.set(u"hostaddr"_s, u"127.0.0.1"_s);
        through.set(u"port"_s, u"5432"_s);
        through.set(u"passfile"_s, file.fileName());
        const auto route = ConnectionRoute::find(through);
        QVERIFY2(route, route ? "" : qPrintable(route.error().message));
        QCOMPARE(route->settings().value(u"password"_s), u"s3cret"_s);
        QCOMPARE(route->settings().value(u"host"_s), u"db.internal"_s);
        QCOMPARE(route->settings().value(u"hostaddr"_s), u"127.0.0.1"_s);
        QVERIFY(route->settings().value(u"port"_s) != u"5432"_s);
        QCOMPARE(ConnectionRoute::forOthers(through).value(u"port"_s),
                 route->settings().value(u"port"_s));
    }
};

YARDMASTER_TEST(TestSshTunnel)
#include "tst_sshtunnel.moc"
