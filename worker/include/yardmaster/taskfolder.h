#pragma once

#include <yardmaster/taskhostoptions.h>

#include <QMap>
#include <QString>
#include <QStringList>

#include <vector>

namespace yardmaster {

class TaskRegistry;

/// Whether modules are loaded by a task host to find out which can be. That runs code of theirs.
enum class ModuleCheck {
    Load,
    Skip, ///< jobs of a module that cannot be loaded fail
};

/// A file of a tasks folder that runs no jobs.
struct UnusedFile
{
    QString file;         ///< absolute
    QString identifier;   ///< of the task that it would be; empty: it cannot be one
    QString kind;         ///< see TaskFacts; empty: unknown
    QString reason;       ///< one clause, or several
    QStringList warnings; ///< the same as sentences, as among TaskFolder::warnings
};

/// What a tasks folder holds. `tasks/a/b.sh` serves the identifier `a/b`.
struct TaskFolder
{
    QString path{};                     ///< absolute; empty if it cannot be used
    QMap<QString, QString> executables; ///< identifier → file
    /// Identifier → JavaScript or TypeScript file, run by a task host; by graphile-worker's rules,
    /// so a module comes before an executable file of the same identifier.
    QMap<QString, QString> modules;
    /// Identifier → Python file, run by a task host: those that are not executable.
    QMap<QString, QString> python;
    QMap<QString, QString> http; ///< identifier → `.http` file, see HttpTarget
    std::vector<UnusedFile> unused{};
    QStringList warnings; ///< files that cannot run, and what others may change
    QString error;        ///< why the folder cannot be used at all; empty if it can

    /// Nothing in it can run.
    [[nodiscard]] bool isEmpty() const
    {
        return executables.isEmpty() && modules.isEmpty() && python.isEmpty() && http.isEmpty();
    }
    [[nodiscard]] bool serves(const QString &identifier) const
    {
        return executables.contains(identifier) || modules.contains(identifier)
            || python.contains(identifier) || http.contains(identifier);
    }

    /// Reads `path` and its sub-folders; links are followed, for modules only those to files. What
    /// others may change is a warning; root leaves it out, see whoElseMayChange(). Blocks on the
    /// file system.
    /// @param extensions  of modules, with all dots, in the order of their precedence; empty: .js,
    ///                    .cjs, .mjs, .ts, .mts.
    [[nodiscard]] static TaskFolder scan(const QString &path, const QStringList &extensions = {});

    /// Adds an executor per file; identifiers already taken become warnings, and so do modules that
    /// cannot be loaded, and `.http` files with mistakes. Blocks until they are.
    /// @param notUsed  gets the files for which there is no executor, besides `unused`.
    void addTo(TaskRegistry *registry, QStringList *takenWarnings,
               const TaskHostOptions &hosts = {}, ModuleCheck check = ModuleCheck::Load,
               std::vector<UnusedFile> *notUsed = nullptr) const;
};

} // namespace yardmaster
