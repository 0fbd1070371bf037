#pragma once

#include "worker/tasks/hostcheck.h"
#include <yardmaster/taskfolder.h>
#include <yardmaster/taskregistry.h>

#include <stop_token>

namespace yardmaster {

/// Makes the executors of the files in a tasks folder. Where the tasks are loaded again, those that
/// are served already go on: a task host whose files are the same ones keeps its processes, and a
/// file that cannot be used any more is served as it was before.
class FolderTasks final
{
public:
    /// @param before  the registry in use; null: there is none. Outlives this object.
    /// @param stop  the result is not wanted any more.
    FolderTasks(const TaskFolder &folder, const TaskHostOptions &hosts, ModuleCheck check,
                const TaskRegistry *before = nullptr, std::stop_token stop = {});

    /// Blocks, see TaskFolder::addTo().
    void addTo(TaskRegistry *registry);

    [[nodiscard]] const QStringList &warnings() const { return m_warnings; }
    /// The files for which there is no executor.
    [[nodiscard]] const std::vector<UnusedFile> &unused() const { return m_unused; }

private:
    void addHttp(TaskRegistry *registry);
    void addHosted(TaskRegistry *registry, const HostProgram &program,
                   const QMap<QString, QString> &identified, const TaskOptions &options);
    /// Which can be loaded now.
    [[nodiscard]] HostCheck check(const HostProgram &program,
                                  std::vector<HostedFiles::File> files) const;
    /// @returns null: the file has not served this task.
    [[nodiscard]] const TaskRegistry::Entry *entryBefore(const QString &identifier,
                                                         const QString &file) const;
    /// Serves it as before, if it was served, unless it is among `registry` already.
    void keepOrNote(TaskRegistry *registry, UnusedFile unusable);

    const TaskFolder &m_folder;
    const TaskHostOptions &m_hosts;
    const ModuleCheck m_check;
    const TaskRegistry *const m_before;
    const std::stop_token m_stop;
    QStringList m_warnings;
    std::vector<UnusedFile> m_unused;
};

/// Those that some of these tasks belong to. `registry` may be null.
[[nodiscard]] std::vector<std::shared_ptr<const HostedFiles>>
hostedFilesOf(const TaskRegistry *registry);

} // namespace yardmaster
