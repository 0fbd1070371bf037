#pragma once

#include <yardmaster/taskfolder.h>

#include <QString>
#include <QStringList>

#include <memory>

#include <tl/expected.hpp>

namespace yardmaster {

class TaskRegistry;

/// Where a worker's tasks come from: plugins, and a folder of task files. A value.
struct TaskSources
{
    QStringList plugins{};         ///< files, see loadPlugin()
    QString folder{};              ///< see TaskFolder; empty: none
    bool isFolderOptional = false; ///< it need not exist
    TaskHostOptions hosts{};
    QStringList extensions{}; ///< of modules, see TaskFolder::scan()

    [[nodiscard]] bool operator==(const TaskSources &) const = default;
};

/// The tasks found.
struct LoadedTasks
{
    std::shared_ptr<TaskRegistry> registry; ///< never null, without problems()
    QStringList warnings;                   ///< files that cannot run, tasks that are not used
};

/// Reads all of `sources`. Blocks on the file system and a task host; plugins stay loaded for good.
/// @returns the errors, one sentence a line: a plugin that cannot be loaded, a folder that cannot
///          be read, a task that two claim.
[[nodiscard]] tl::expected<LoadedTasks, QString> loadTasks(const TaskSources &sources,
                                                           ModuleCheck check = ModuleCheck::Load);

} // namespace yardmaster
