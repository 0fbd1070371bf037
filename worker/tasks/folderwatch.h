#pragma once

#include <QByteArray>
#include <QString>
#include <QTimer>

#include <chrono>
#include <functional>

namespace yardmaster {

/// Notices that files in a folder have changed, by looking at their times, sizes and inodes again
/// and again: notifications of the system would miss a folder that is replaced, and file systems of
/// other machines. Folders that hold no code of its owner are left out (node_modules, virtual
/// environments, those that begin with a dot). Blocks on the file system.
class FolderWatch final
{
public:
    /// @param onChanged  called once the folder has not changed between two looks.
    FolderWatch(QString folder, std::chrono::milliseconds interval,
                std::function<void()> onChanged);
    void start();

private:
    void look();

    const QString m_folder;
    const std::function<void()> m_onChanged;
    QByteArray m_known; ///< fingerprint of what was reported
    QByteArray m_last;  ///< that of the last look
    QTimer m_timer;
};

} // namespace yardmaster
