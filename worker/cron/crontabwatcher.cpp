#include "worker/cron/crontabwatcher.h"

#include <QFileInfo>

#include <chrono>

namespace yardmaster {

using namespace std::chrono_literals;

CrontabWatcher::CrontabWatcher(const QString &file, QObject *parent)
    : QObject(parent)
    , m_file(QFileInfo(file).absoluteFilePath())
    , m_watcher(this)
    , m_settle(this)
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(200ms);
    connect(&m_settle, &QTimer::timeout, this, &CrontabWatcher::mayHaveChanged);
    const auto onChange = [this] {
        watch();
        m_settle.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, onChange);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, onChange);
    watch();
}

void CrontabWatcher::watch()
{
    // The folder too, because a replaced file is another file, which is not watched. Where the file
    // is a link to one that is swapped with its folder, both disappear at once.
    for (const QString &path : {m_file, QFileInfo(m_file).path()}) {
        if (QFileInfo::exists(path) && !m_watcher.files().contains(path)
            && !m_watcher.directories().contains(path))
            m_watcher.addPath(path);
    }
}

} // namespace yardmaster
