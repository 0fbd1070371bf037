#pragma once

#include "app/sandbox/clusterfolder.h"
#include "app/sandbox/filelock.h"
#include "app/sandbox/postgresbinaries.h"
#include "app/sandbox/postmasterfile.h"
#include "app/sandbox/privatecluster.h"
#include "app/sandbox/serverprogram.h"
#include "tests/support/choosepostgres.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

namespace yardmaster::test {

/// Copies a running server to where `standby` can be started: it follows that server, and is
/// read-only until it is promoted.
inline void copyServer(const ConnectionSettings &primary, const PrivateClusterOptions &standby)
{
    const auto account = ServerAccount::choose(standby.folder);
    const auto binaries = findPostgres(standby.bindir, standby.searchFolders, 0);
    QVERIFY(account && binaries);
    QVERIFY(prepareClusterFolder(standby.folder, *account));
    QVERIFY(FileLock::open(standby.folder + u'/' + QLatin1StringView(kStartLockName), *account));
    const auto copied = runServerProgram(
        *account, binaries->program(QStringLiteral("pg_basebackup")),
        {QStringLiteral("--pgdata=") + standby.folder + QStringLiteral("/data"),
         QStringLiteral("--host=") + primary.value(QStringLiteral("host")),
         QStringLiteral("--port=") + primary.value(QStringLiteral("port")),
         QStringLiteral("--username=") + primary.value(QStringLiteral("user")),
         QStringLiteral("--write-recovery-conf"), QStringLiteral("--wal-method=stream"),
         QStringLiteral("--checkpoint=fast"), QStringLiteral("--no-sync")},
        std::chrono::seconds(60));
    QVERIFY2(copied, copied ? "" : qPrintable(copied.error()));
}

/// A server for one test alone, which may stop it and start it again. The first start makes it.
class OwnServer final
{
public:
    explicit OwnServer(const QString &database)
    {
        // The account that PostgreSQL runs as, where that is not ours, has to get in.
        QFile::setPermissions(m_folder.path(),
                              QFile::permissions(m_folder.path()) | QFileDevice::ReadOther
                                  | QFileDevice::ExeOther);
        m_options.folder = m_folder.filePath(QStringLiteral("c"));
        choosePostgres(&m_options);
        m_options.database = database;
        m_options.isDisposable = true;
    }

    void start()
    {
        m_cluster.reset();
        auto cluster = PrivateCluster::start(m_options);
        if (!cluster)
            qFatal("%s", qPrintable(cluster.error()));
        m_cluster = *std::move(cluster);
    }
    /// As a copy of another one, which it follows until it is promoted.
    void startAsStandbyOf(const OwnServer &primary)
    {
        copyServer(primary.settings(), m_options);
        start();
    }
    /// Until it is gone. SIGQUIT: at once, as in a crash; SIGINT: in good order.
    void stop(int signal)
    {
        const QString data = m_options.folder + QStringLiteral("/data");
        const auto server = PostmasterFile::read(data);
        QVERIFY(server && server->pid > 1);
        ::kill(pid_t(server->pid), signal);
        QVERIFY(QTest::qWaitFor([&] { return !server->isRunning(data); }, 60000));
    }

    /// Of the server that was started last.
    [[nodiscard]] const ConnectionSettings &settings() const { return m_cluster->settings(); }
    /// Ours, and gone with it.
    [[nodiscard]] QString filePath(const QString &name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder{QDir::tempPath() + QStringLiteral("/ymc-XXXXXX")};
    PrivateClusterOptions m_options;
    std::unique_ptr<PrivateCluster> m_cluster;
};

} // namespace yardmaster::test
