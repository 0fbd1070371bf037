#pragma once

#include "app/sandbox/serveraccount.h"
#include "tests/support/patience.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

#include <unistd.h>

namespace yardmaster::test {

/// A private sshd of an unprivileged account, on a port of the loopback address, with keys of its
/// own; and a configuration for `ssh -F` in which it is the host `bastion`. The files of the person
/// who runs the tests are neither read nor written.
class SshServer final
{
public:
    /// @returns why there can be no such server; empty: there can be.
    [[nodiscard]] static QString problem()
    {
        return program().isEmpty() ? QStringLiteral("there is no sshd; apt install openssh-server")
                                   : QString();
    }

    /// @param more  lines of sshd_config.
    explicit SshServer(const QByteArray &more = {})
    {
        const auto account = ServerAccount::choose(m_folder.path());
        if (!account)
            qFatal("%s", qPrintable(account.error()));
        m_account = std::make_unique<ServerAccount>(*account);
        QFile::setPermissions(m_folder.path(), QFileDevice::Permissions(0x7755));
        makeKey(QStringLiteral("host_key"), {});
        makeKey(QStringLiteral("user_key"), {});
        // sshd, as its account, reads its key; ssh, as ours, reads ours.
        if (::chown(QFile::encodeName(path(QStringLiteral("host_key"))).constData(),
                    m_account->uid(), m_account->gid())
            != 0)
            qFatal("no chown");
        put(QStringLiteral("authorized_keys"), get(QStringLiteral("user_key.pub")));
        QTcpServer free;
        free.listen(QHostAddress::LocalHost);
        m_port = free.serverPort();
        free.close();
        put(QStringLiteral("sshd_config"),
            more + "ListenAddress 127.0.0.1:" + QByteArray::number(m_port) + "\nHostKey "
                + path(QStringLiteral("host_key")).toUtf8() + "\nAuthorizedKeysFile "
                + path(QStringLiteral("authorized_keys")).toUtf8()
                + "\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n"
                  "KbdInteractiveAuthentication no\nPidFile none\nLogLevel VERBOSE\n");
        trust();
        configure();
        start();
    }
    ~SshServer() { stop(); }
    Q_DISABLE_COPY_MOVE(SshServer)

    void start()
    {
        if (m_account->isOther())
            m_process.setChildProcessModifier([down = m_account->stepDown()] {
                ::setsid(); // to signal all of its processes
                down();
            });
        else
            m_process.setChildProcessModifier([] { ::setsid(); });
        m_process.setStandardErrorFile(path(QStringLiteral("sshd.log")), QIODevice::Append);
        m_process.start(program(),
                        {QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"),
                         path(QStringLiteral("sshd_config"))});
        const bool answers = QTest::qWaitFor(
            [this] {
                QTcpSocket socket;
                socket.connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
                return socket.waitForConnected(1000) && socket.waitForReadyRead(1000);
            },
            kPatience);
        if (!answers)
            qFatal("sshd: %s", get(QStringLiteral("sshd.log")).constData());
    }
    /// With the sessions that it serves.
    void stop()
    {
        signalAll(SIGKILL);
        m_process.waitForFinished();
    }
    /// To sshd and the processes of its sessions.
    void signalAll(int signal)
    {
        const qint64 group = m_process.processId();
        if (group <= 0)
            return;
        // All are found before the first is signalled: what a killed server leaves behind is no
        // longer known as its own.
        QList<qint64> found;
        const QStringList all = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
        for (const QString &one : all) {
            if (one.toLongLong() > 1 && isServed(one.toLongLong(), group))
                found << one.toLongLong();
        }
        for (const qint64 process : std::as_const(found))
            ::kill(pid_t(process), signal);
        ::kill(pid_t(group), signal);
    }

    /// The host key is known, or another one is, or none.
    enum class Known { Right, Wrong, None };
    void trust(Known known = Known::Right)
    {
        QByteArray key = get(QStringLiteral("host_key.pub"));
        if (known == Known::Wrong) {
            makeKey(QStringLiteral("other_key"), {});
            key = get(QStringLiteral("other_key.pub"));
        }
        put(QStringLiteral("known_hosts"),
            known == Known::None ? QByteArray()
                                 : "[127.0.0.1]:" + QByteArray::number(m_port) + ' ' + key);
    }
    /// Protects the user's key.
    void setPassphrase(const QString &passphrase)
    {
        makeKey(QStringLiteral("user_key"), passphrase);
        put(QStringLiteral("authorized_keys"), get(QStringLiteral("user_key.pub")));
    }
    void forbidKey() { put(QStringLiteral("authorized_keys"), {}); }

    /// For `--ssh-options`.
    [[nodiscard]] QString options() const
    {
        return QStringLiteral("-F ") + path(QStringLiteral("ssh_config"));
    }
    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] QByteArray log() const { return get(QStringLiteral("sshd.log")); }
    [[nodiscard]] QByteArray get(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }

private:
    static QString program()
    {
        return QStandardPaths::findExecutable(
            QStringLiteral("sshd"),
            {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin")});
    }
    void configure() const
    {
        put(QStringLiteral("ssh_config"),
            "Host bastion\n  HostName 127.0.0.1\n  Port " + QByteArray::number(m_port) + "\n  User "
                + m_account->name().toUtf8() + "\n  IdentityFile "
                + path(QStringLiteral("user_key")).toUtf8()
                + "\n  IdentitiesOnly yes\n  IdentityAgent none\n  GlobalKnownHostsFile none\n"
                  "  UserKnownHostsFile "
                + path(QStringLiteral("known_hosts")).toUtf8() + '\n');
    }
    void makeKey(const QString &name, const QString &passphrase) const
    {
        QFile::remove(path(name));
        QFile::remove(path(name + QStringLiteral(".pub")));
        QProcess keygen;
        keygen.start(QStringLiteral("ssh-keygen"),
                     {QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"),
                      QStringLiteral("-N"), passphrase, QStringLiteral("-f"), path(name)});
        if (!keygen.waitForFinished() || keygen.exitCode() != 0)
            qFatal("ssh-keygen: %s", keygen.readAllStandardError().constData());
    }
    void put(const QString &name, const QByteArray &text) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write %s", qPrintable(name));
        file.write(text);
        file.close();
        QFile::setPermissions(path(name), QFileDevice::Permissions(0x6644));
    }
    /// Whether `process` is a descendant of `ancestor`.
    static bool isServed(qint64 process, qint64 ancestor)
    {
        while (process > 1 && process != ancestor) {
            QFile stat(QStringLiteral("/proc/%1/stat").arg(process));
            if (!stat.open(QIODevice::ReadOnly))
                return false;
            const QByteArray text = stat.readAll();
            process = text.mid(text.lastIndexOf(')') + 2).split(' ').value(1).toLongLong();
        }
        return process == ancestor;
    }

    QTemporaryDir m_folder{QDir::tempPath() + QStringLiteral("/yms-XXXXXX")};
    std::unique_ptr<ServerAccount> m_account;
    quint16 m_port = 0;
    QProcess m_process;
};

} // namespace yardmaster::test
