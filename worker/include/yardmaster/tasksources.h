#pragma once

#include <yardmaster/task.h>
#include <yardmaster/taskfolder.h>

#include <QMetaType>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

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
    QStringList http{};       ///< NAME=URL: tasks whose jobs are posted, besides `.http` files

    [[nodiscard]] bool operator==(const TaskSources &) const = default;
};

/// The tasks found.
struct LoadedTasks
{
    std::shared_ptr<TaskRegistry> registry; ///< never null, without problems()
    QStringList warnings;                   ///< files that cannot run, tasks that are not used
    std::vector<UnusedFile> unused{};       ///< some of these, item by item
};

/// A task, or a file that would be one.
struct ListedTask
{
    QString identifier;
    TaskFacts facts;
    QString problem; ///< why its jobs are not run; empty: they are
};

/// What is in some sources.
struct TaskListing
{
    std::vector<ListedTask> tasks{};    ///< sorted by identifier
    std::vector<UnusedFile> notTasks{}; ///< files that cannot be tasks
    QStringList warnings{};             ///< about something else than one of these files
    QStringList errors{};               ///< for which a worker does not start
};

/// Reads all of `sources`. Blocks on the file system and a task host; plugins stay loaded for good.
/// @returns the errors, one sentence a line: a plugin that cannot be loaded, a folder that cannot
///          be read, a task that two claim.
[[nodiscard]] tl::expected<LoadedTasks, QString> loadTasks(const TaskSources &sources,
                                                           ModuleCheck check = ModuleCheck::Load);
/// The same for people, with all that could be read where there are errors.
[[nodiscard]] TaskListing listTasks(const TaskSources &sources,
                                    ModuleCheck check = ModuleCheck::Load);
[[nodiscard]] TaskListing listTasks(const LoadedTasks &loaded);

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::LoadedTasks)
