#include "worker/tasks/folderwatcher.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostFiles = 20000;

bool holdsNoTasks(const QFileInfo &folder)
{
    return folder.fileName() == "node_modules"_L1 || folder.fileName() == "__pycache__"_L1
        || QFileInfo::exists(folder.filePath() + "/pyvenv.cfg"_L1);
}

void addFolder(QCryptographicHash *hash, const QDir &folder, int *left)
{
    const QFileInfoList entries
        = folder.entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const QFileInfo &entry : entries) {
        if (entry.isDir()) {
            if (!holdsNoTasks(entry) && !entry.isSymLink())
                addFolder(hash, QDir(entry.filePath()), left);
            continue;
        }
        struct stat status;
        const QByteArray path = QFile::encodeName(entry.filePath());
        if (--*left < 0 || ::stat(path.constData(), &status) != 0)
            continue;
        hash->addData(path + '\0');
        for (const qint64 fact :
             {entry.lastModified().toMSecsSinceEpoch(), entry.size(), qint64(status.st_ino),
              qint64(status.st_mode), qint64(status.st_uid)})
            hash->addData(QByteArray::number(fact) + ' ');
    }
}

} // namespace

QByteArray FolderWatcher::fingerprint(const QString &folder)
{
    if (!QFileInfo(folder).isDir())
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha1);
    int left = kMostFiles;
    addFolder(&hash, QDir(folder), &left);
    return hash.result();
}

FolderWatcher::FolderWatcher(QString folder, std::chrono::milliseconds interval,
                             std::function<bool()> onChanged)
    : m_folder(std::move(folder))
    , m_onChanged(std::move(onChanged))
{
    m_timer.setInterval(interval);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { look(); });
}

void FolderWatcher::start(const QByteArray &known)
{
    m_known = known;
    m_last = fingerprint(m_folder);
    m_timer.start();
}

void FolderWatcher::look()
{
    const QByteArray now = fingerprint(m_folder);
    const bool isSettled = now == m_last;
    m_last = now;
    if (!isSettled || now.isEmpty() || now == m_known)
        return;
    if (m_onChanged())
        m_known = now;
}

} // namespace yardmaster
