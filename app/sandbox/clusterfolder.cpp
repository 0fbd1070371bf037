#include "app/sandbox/clusterfolder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<QString> systemError(const QString &what, const QString &path)
{
    return tl::make_unexpected(u"cannot %1 %2: %3"_s.arg(what, path, qt_error_string(errno)));
}

/// Creates the missing folders above `folder`. Those created by root are accessible to the server's
/// account, whatever the umask.
tl::expected<void, QString> makeParents(const QString &folder, const ServerAccount &account)
{
    const QString parent = QFileInfo(folder).path();
    if (QFileInfo(parent).isDir())
        return {};
    if (auto made = makeParents(parent, account); !made)
        return made;
    const QByteArray path = QFile::encodeName(parent);
    if (::mkdir(path.constData(), 0755) != 0 && errno != EEXIST)
        return systemError(u"create the folder"_s, parent);
    if (account.isOther() && ::chmod(path.constData(), 0755) != 0)
        return systemError(u"change the mode of"_s, parent);
    return {};
}

/// A folder with other files in it must never get another mode or owner.
bool isForeign(const QString &folder)
{
    // In this order: another instance may be filling the folder, and the lock is its first file.
    return !QDir(folder).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden
                                 | QDir::System)
        && !QFile::exists(folder + u'/' + QLatin1StringView(kStartLockName));
}

} // namespace

QString nearestExistingFolder(const QString &path)
{
    QString folder = path;
    while (!QFileInfo::exists(folder) && folder != "/"_L1)
        folder = QFileInfo(folder).path();
    return folder;
}

tl::expected<void, QString> prepareClusterFolder(const QString &folder,
                                                 const ServerAccount &account)
{
    if (account.isOther() && !account.canEnter(nearestExistingFolder(QFileInfo(folder).path())))
        return tl::make_unexpected(
            u"PostgreSQL refuses to run as root, and the account %1, which is to run it, cannot "
            "enter %2; choose another folder with --sandbox-dir"_s.arg(
                account.name(), nearestExistingFolder(QFileInfo(folder).path())));
    if (auto made = makeParents(folder, account); !made)
        return made;

    const QByteArray path = QFile::encodeName(folder);
    if (::mkdir(path.constData(), 0700) != 0 && errno != EEXIST)
        return systemError(u"create the folder"_s, folder);
    const int descriptor = ::open(path.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return systemError(u"open the folder"_s, folder);

    const auto prepare = [&]() -> tl::expected<void, QString> {
        struct stat info
        { };
        if (::fstat(descriptor, &info) != 0)
            return systemError(u"examine"_s, folder);
        if (isForeign(folder))
            return tl::make_unexpected(
                u"%1 holds other files; the sandbox needs a folder of its own"_s.arg(folder));
        if (info.st_uid != account.uid()) {
            if (!account.isOther())
                return tl::make_unexpected(
                    u"%1 belongs to another account than %2"_s.arg(folder, account.name()));
            if (::fchown(descriptor, account.uid(), account.gid()) != 0)
                return systemError(u"give to %1 the folder"_s.arg(account.name()), folder);
        }
        if ((info.st_mode & 0777) != 0700 && ::fchmod(descriptor, 0700) != 0)
            return systemError(u"change the mode of"_s, folder);
        return {};
    };
    auto result = prepare();
    ::close(descriptor);
    return result;
}

} // namespace yardmaster
