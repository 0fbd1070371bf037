#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

namespace yardmaster {

class TaskRegistry;

/// What a tasks folder holds. `tasks/a/b.sh` serves the identifier `a/b`.
struct TaskFolder
{
    QMap<QString, QString> executables; ///< identifier → file
    QStringList warnings;               ///< files that cannot run, and what others may change
    QString error;                      ///< why the folder cannot be used at all; empty if it can

    /// Reads `path` and its sub-folders; links are followed. What others may change is a warning;
    /// root leaves it out, see whoElseMayChange(). Blocks on the file system.
    [[nodiscard]] static TaskFolder scan(const QString &path);

    /// Adds an executor per file; identifiers already taken become warnings.
    void addTo(TaskRegistry *registry, QStringList *takenWarnings) const;
};

} // namespace yardmaster
