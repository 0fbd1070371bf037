#include "app/sandbox/sandbox.h"

#include "app/sandbox/clusterfolder.h"
#include "worker/tasks/filetrust.h"

#include <QDir>
#include <QFileInfo>

#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString dataHome(const QProcessEnvironment &environment)
{
    const QString given = environment.value(u"XDG_DATA_HOME"_s);
    // The XDG specification ignores relative paths.
    return given.startsWith(u'/') ? given : QDir::homePath() + "/.local/share"_L1;
}

/// Under sudo, HOME may still be the caller's: root's files do not belong there.
bool suitsRoot(const QString &folder)
{
    const auto account = ServerAccount::choose(folder);
    const QString existing = nearestExistingFolder(folder);
    if (existing == folder)
        return account && account->canEnter(folder);
    return account && QFileInfo(existing).ownerId() == 0 && account->canEnter(existing);
}

} // namespace

QString sandboxFolder(const SandboxOptions &options, const QProcessEnvironment &environment)
{
    if (options.folder)
        return QDir::cleanPath(QDir().absoluteFilePath(*options.folder));
    const QString usual = QDir::cleanPath(dataHome(environment)) + "/yardmaster/sandbox"_L1;
    const auto account = ServerAccount::choose(usual);
    if (account && account->isOther() && !suitsRoot(usual))
        return u"/var/lib/yardmaster/sandbox"_s;
    return usual;
}

QString sandboxFiles(const PrivateCluster &sandbox)
{
    return QFileInfo(sandbox.folder()).path();
}

tl::expected<std::unique_ptr<PrivateCluster>, QString>
openSandbox(const SandboxOptions &options, const QProcessEnvironment &environment)
{
    const QString folder = sandboxFolder(options, environment);
    // Root writes and runs tasks there.
    if (const QString who = whoElseMayChange(nearestExistingFolder(folder));
        !who.isEmpty() && ::geteuid() == 0) {
        return tl::make_unexpected(
            u"root cannot have its sandbox in %1: %2; remove it, or choose another folder with --sandbox-dir"_s
                .arg(folder, who));
    }
    PrivateClusterOptions cluster;
    cluster.folder = folder + "/server"_L1;
    cluster.bindir = options.bindir;
    cluster.searchFolders = usualPostgresFolders(environment);
    cluster.database = u"yardmaster"_s;
    return PrivateCluster::start(cluster);
}

} // namespace yardmaster
