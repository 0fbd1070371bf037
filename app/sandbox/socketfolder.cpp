#include "app/sandbox/socketfolder.h"

#include <QCryptographicHash>
#include <QFile>

#include <cerrno>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kLongestPath = sizeof(sockaddr_un::sun_path) - 1;
constexpr auto kSocketName = "/.s.PGSQL.5432";

bool fits(const QString &folder)
{
    return QFile::encodeName(folder).size() + qsizetype(qstrlen(kSocketName)) <= kLongestPath
        && !folder.contains(u',') && !folder.contains(u'"');
}

QString shortBase(const ServerAccount &account)
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    struct stat info
    { };
    const bool isOurs = !account.isOther() && runtime.startsWith(u'/')
        && ::stat(QFile::encodeName(runtime).constData(), &info) == 0 && S_ISDIR(info.st_mode)
        && info.st_uid == account.uid();
    return isOurs ? runtime : u"/tmp"_s;
}

} // namespace

tl::expected<QString, QString> prepareSocketFolder(const QString &clusterFolder,
                                                   const ServerAccount &account)
{
    if (fits(clusterFolder))
        return clusterFolder;

    const QByteArray hash
        = QCryptographicHash::hash(clusterFolder.toUtf8(), QCryptographicHash::Sha256)
              .toHex()
              .left(12);
    const QString name = u"/yardmaster-%1-%2"_s.arg(account.uid()).arg(QLatin1StringView(hash));
    QString folder = shortBase(account) + name;
    if (!fits(folder))
        folder = u"/tmp"_s + name;

    const QByteArray path = QFile::encodeName(folder);
    if (::mkdir(path.constData(), 0700) == 0) {
        if (account.isOther() && ::lchown(path.constData(), account.uid(), account.gid()) != 0)
            return tl::make_unexpected(
                u"cannot give %1 to %2: %3"_s.arg(folder, account.name(), qt_error_string(errno)));
    } else if (errno != EEXIST) {
        return tl::make_unexpected(
            u"cannot create the folder %1: %2"_s.arg(folder, qt_error_string(errno)));
    }
    struct stat info
    { };
    if (::lstat(path.constData(), &info) != 0 || !S_ISDIR(info.st_mode)
        || info.st_uid != account.uid() || (info.st_mode & 0777) != 0700)
        return tl::make_unexpected(
            u"%1, where the sandbox's socket is to be, is not a private folder of %2; remove it"_s
                .arg(folder, account.name()));
    return folder;
}

void removeSocketFolder(const QString &socketFolder, const QString &clusterFolder)
{
    if (socketFolder != clusterFolder)
        ::rmdir(QFile::encodeName(socketFolder).constData()); // only if empty
}

} // namespace yardmaster
