#include "app/sandbox/postmasterfile.h"

#include <QDir>
#include <QFile>

#include <cerrno>
#include <csignal>
#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString pathIn(const QString &dataFolder)
{
    return dataFolder + "/postmaster.pid"_L1;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

#ifdef Q_OS_LINUX
bool isServerOf(qint64 pid, const QString &dataFolder)
{
    const QString process = u"/proc/%1"_s.arg(pid);
    // The postmaster works inside its data folder.
    if (const QString folder = QFile::symLinkTarget(process + "/cwd"_L1); !folder.isEmpty())
        return folder == QDir(dataFolder).canonicalPath();
    // Root in a container may not look into other accounts' processes, but sees their arguments.
    return contentOf(process + "/cmdline"_L1).split('\0').contains(QFile::encodeName(dataFolder));
}
#else
bool isServerOf(qint64, const QString &)
{
    return true;
}
#endif

} // namespace

std::optional<PostmasterFile> PostmasterFile::read(const QString &dataFolder)
{
    if (!QFile::exists(pathIn(dataFolder)))
        return std::nullopt;
    const QList<QByteArray> lines = contentOf(pathIn(dataFolder)).split('\n');
    // 0 pid, 1 data folder, 2 start time, 3 port, 4 socket folder, 5 address, 6 memory, 7 status
    PostmasterFile file;
    file.pid = lines.value(0).trimmed().toLongLong();
    file.port = lines.value(3).trimmed().toInt();
    file.socketFolder = QFile::decodeName(lines.value(4));
    file.status = lines.value(7).trimmed();
    return file;
}

bool PostmasterFile::isRunning(const QString &dataFolder) const
{
    if (pid <= 0 || (::kill(pid_t(pid), 0) != 0 && errno == ESRCH))
        return false;
    return isServerOf(pid, dataFolder);
}

void disarmPostmasterFile(const QString &dataFolder)
{
    const auto left = PostmasterFile::read(dataFolder);
    if (!left)
        return;
    if (left->pid <= 0) {
        QFile::remove(pathIn(dataFolder));
        return;
    }
    if (::kill(pid_t(left->pid), 0) != 0)
        return;
    QByteArray content = contentOf(pathIn(dataFolder));
    content.replace(0, content.indexOf('\n'),
                    QByteArray::number(std::numeric_limits<qint32>::max()));
    // In place: the file keeps its owner, which is not us if we are root.
    if (QFile file(pathIn(dataFolder)); file.open(QIODevice::ReadWrite)) {
        file.resize(0);
        file.write(content);
    }
}

} // namespace yardmaster
