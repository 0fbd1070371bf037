#pragma once

#include "app/sandbox/filelock.h"
#include "app/sandbox/postgresbinaries.h"
#include "app/sandbox/serveraccount.h"
#include <yardmaster/connectionsettings.h>

#include <QMap>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

#include <tl/expected.hpp>

namespace yardmaster {

struct PrivateClusterOptions
{
    QString folder;                        ///< absolute; made if absent
    std::optional<QString> bindir;         ///< value of --pg-bindir: these binaries and no others
    QStringList searchFolders;             ///< otherwise the first suitable one of these
    QString database;                      ///< made if absent
    QMap<QString, QString> serverSettings; ///< e.g. fsync=off; for the instance that starts it
    bool isDisposable = false;             ///< do not wait for the disk when making the cluster
};

/// A PostgreSQL cluster of our own, on a Unix socket only, accessible to its owner only. Making one
/// of these objects starts the server or joins it, if another instance has started it already; the
/// last to leave stops it. All of it survives kill -9: the next instance adopts a running server,
/// cleans up after a killed one, and deletes a half-created cluster.
///
///     absent ──initdb──▶ stopped ──pg_ctl start──▶ running ──last one leaves──▶ stopped
///
/// In the folder: `data/`, `server.log`, the socket, `start.lock` (exclusive while an instance
/// creates, starts or stops the cluster) and `users.lock` (shared for as long as an instance uses
/// it).
///
/// Everything here blocks, for seconds when the cluster is made: never call it on the GUI thread.
/// Any thread, one at a time.
class PrivateCluster final
{
public:
    /// @returns one sentence if there is no running server afterwards.
    [[nodiscard]] static tl::expected<std::unique_ptr<PrivateCluster>, QString>
    start(const PrivateClusterOptions &options);
    ~PrivateCluster(); ///< leaves
    Q_DISABLE_COPY_MOVE(PrivateCluster)

    /// The settings to connect to `database` as superuser.
    [[nodiscard]] const ConnectionSettings &settings() const { return m_settings; }
    [[nodiscard]] const QString &folder() const { return m_options.folder; }
    [[nodiscard]] QString logFile() const;
    /// Whether the server was not running before.
    [[nodiscard]] bool hasStartedServer() const { return m_hasStartedServer; }

    /// Stops the server if no other instance uses it. Idempotent.
    /// @returns whether it was stopped, or one sentence if it should have been but was not.
    tl::expected<bool, QString> leave();

private:
    using Outcome = tl::expected<void, QString>;

    PrivateCluster(PrivateClusterOptions options, ServerAccount account, FileLock startLock,
                   FileLock usersLock);
    Outcome bringUp();
    Outcome makeCluster(const PostgresBinaries &binaries);
    Outcome launch(const PostgresBinaries &binaries);
    Outcome stopServer();
    Outcome ensureDatabase();
    [[nodiscard]] Outcome waitUntilReady();
    [[nodiscard]] QString dataFolder() const;
    [[nodiscard]] QString launchOptions(const QString &socketFolder) const;

    PrivateClusterOptions m_options;
    ServerAccount m_account;
    FileLock m_startLock;
    FileLock m_usersLock;
    PostgresBinaries m_binaries;
    ConnectionSettings m_settings;
    bool m_hasStartedServer = false;
    bool m_isUsing = false;
};

} // namespace yardmaster
