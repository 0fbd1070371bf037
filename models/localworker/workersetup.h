#pragma once

#include <yardmaster/tasksources.h>
#include <yardmaster/workeroptions.h>

class QSettings;

namespace yardmaster {

/// What the worker of a window is to be, as set up there. A value.
struct WorkerSetup
{
    TaskSources tasks;
    QString crontab; ///< file; empty: none
    int concurrency = 1;
    std::chrono::seconds gracePeriod{10};
    std::chrono::milliseconds pollInterval{2000};
    QStringList forbiddenFlags;
    QStringList acceptedFlags;
    bool startsByItself = false; ///< when the window opens

    [[nodiscard]] bool operator==(const WorkerSetup &) const = default;
    [[nodiscard]] bool isEmpty() const
    {
        return tasks.folder.isEmpty() && tasks.plugins.isEmpty() && tasks.http.isEmpty();
    }

    /// `options` with these in it; the rest stays.
    [[nodiscard]] WorkerOptions applyTo(WorkerOptions options) const;
    /// What a worker with these options is.
    [[nodiscard]] static WorkerSetup from(const WorkerOptions &options);

    /// @name Kept under `key`, see loginKey().
    /// @{
    void save(QSettings *settings, const QString &key) const;
    /// @returns `otherwise` where nothing is kept.
    [[nodiscard]] static WorkerSetup load(const QSettings &settings, const QString &key,
                                          const WorkerSetup &otherwise);
    /// @}
};

/// A setup that was looked at: whether a worker can be made of it.
struct CheckedSetup
{
    WorkerSetup setup;
    LoadedTasks tasks;   ///< registry null if there are problems
    TaskListing listing; ///< what was found, also if it cannot be used
    /// One sentence each, by what they are about.
    QStringList taskProblems;
    QStringList crontabProblems;
    QStringList optionProblems;

    [[nodiscard]] bool isUsable() const { return tasks.registry != nullptr; }
};

/// Loads the tasks and the crontab. Blocks on the file system; any thread.
/// @param options  of the worker it is for.
[[nodiscard]] CheckedSetup checkSetup(const WorkerSetup &setup, const WorkerOptions &options,
                                      ModuleCheck check = ModuleCheck::Load);

} // namespace yardmaster
