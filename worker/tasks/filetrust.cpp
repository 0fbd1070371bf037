#include "worker/tasks/filetrust.h"

#include <QFile>
#include <QFileInfo>

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString userName(uid_t id)
{
    const passwd *account = ::getpwuid(id);
    return account ? QString::fromLocal8Bit(account->pw_name) : QString::number(id);
}

QString whoMayChangeOne(const QString &path)
{
    struct stat status = {};
    if (::stat(QFile::encodeName(path).constData(), &status) != 0)
        return {};
    const bool isRoot = ::geteuid() == 0;
    if (isRoot && status.st_uid != 0)
        return u"%1 belongs to %2"_s.arg(path, userName(status.st_uid));
    // In a sticky folder like /tmp all users may add files, but not change those of others.
    if (S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0)
        return {};
    if ((status.st_mode & S_IWOTH) != 0)
        return u"everyone may write to %1"_s.arg(path);
    if (isRoot && status.st_gid != 0 && (status.st_mode & S_IWGRP) != 0)
        return u"a group may write to %1"_s.arg(path);
    return {};
}

} // namespace

QString whoElseMayChange(const QString &path)
{
    // The link itself can be replaced by accounts that may write to its folder.
    const QFileInfo info(path);
    QString who;
    if (info.isSymLink())
        who = whoElseMayChange(QFileInfo(info.absolutePath()).canonicalFilePath());
    for (QString part = info.canonicalFilePath(); who.isEmpty() && !part.isEmpty();
         part = QFileInfo(part).path()) {
        who = whoMayChangeOne(part);
        if (part == "/"_L1)
            break;
    }
    return who;
}

} // namespace yardmaster
