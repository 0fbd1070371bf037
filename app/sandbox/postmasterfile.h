#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace yardmaster {

/// The contents of `postmaster.pid`, which a running server has in its data folder, and leaves
/// there when it is killed.
struct PostmasterFile
{
    qint64 pid = 0;
    int port = 0;
    QString socketFolder;
    QByteArray status; ///< "starting", "ready", "stopping"; empty very early

    /// nullopt if there is none. An empty or torn file, left by a crash of the machine, has pid 0.
    [[nodiscard]] static std::optional<PostmasterFile> read(const QString &dataFolder);

    /// Whether `pid` is alive and the server of `dataFolder`, not another process that was given
    /// the number later.
    [[nodiscard]] bool isRunning(const QString &dataFolder) const;
};

/// Makes a leftover file harmless before a start, when no server runs (the caller holds the start
/// lock). The pid of no process is left to PostgreSQL, which also checks that no orphaned backend
/// is still attached to the data; a pid that now belongs to another process is replaced by one that
/// cannot exist, so that PostgreSQL makes that check instead of refusing.
void disarmPostmasterFile(const QString &dataFolder);

} // namespace yardmaster
