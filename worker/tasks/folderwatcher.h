#pragma once

#include <QByteArray>
#include <QString>
#include <QTimer>

#include <chrono>
#include <functional>

namespace yardmaster {

/// Notices that files in a folder have changed, by looking at their times, sizes, inodes and
/// permissions again and again: notifications of the system would miss a folder that is replaced,
/// and file systems of other machines. Folders that hold no code of its owner are left out
/// (node_modules, virtual environments, those that begin with a dot). Blocks on the file system.
class FolderWatcher final
{
public:
    /// @param onChanged  called once the folder has not changed between two looks. If it returns
    /// false, it is called again after the next look.
    FolderWatcher(QString folder, std::chrono::milliseconds interval,
                  std::function<bool()> onChanged);
    /// @param known  the fingerprint that the folder had when it was read.
    void start(const QByteArray &known);
    /// Of times, sizes, inodes and permissions. @returns empty: there is no such folder at the
    /// moment.
    [[nodiscard]] static QByteArray fingerprint(const QString &folder);

private:
    void look();

    const QString m_folder;
    const std::function<bool()> m_onChanged;
    QByteArray m_known; ///< fingerprint of what was reported
    QByteArray m_last;  ///< that of the last look
    QTimer m_timer;
};

} // namespace yardmaster
