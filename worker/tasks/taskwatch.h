#pragma once

#include <yardmaster/tasksources.h>

#include <QByteArray>
#include <QThread>

#include <functional>
#include <memory>
#include <stop_token>

namespace yardmaster {

/// What a registry was loaded from that is loaded again when files change.
struct WatchedTasks
{
    TaskSources sources;
    QStringList named;      ///< tasks of plugins and options, which stay
    QByteArray fingerprint; ///< of the folder, from before it was read
    QStringList warnings{}; ///< that were given when it was read
};

/// The tasks of `now` with those that its folder has by now. Blocks on the file system and task
/// hosts. Task hosts of files that both have start fresh processes.
/// @returns why the folder cannot be used; `now` stays in use then.
[[nodiscard]] tl::expected<LoadedTasks, QString> loadAgain(const TaskRegistry &now,
                                                           const std::stop_token &stop = {});

/// Watches the folder of a worker's tasks on a thread of its own, and loads them again when
/// something in it has changed.
class TaskWatch final
{
public:
    /// Called on that thread. When it returns, the worker starts no job by the registry before.
    using OnLoaded = std::function<void(const LoadedTasks &)>;

    /// @param registry  has TaskRegistry::watched().
    TaskWatch(std::shared_ptr<const TaskRegistry> registry, OnLoaded onLoaded);
    /// Waits for a call that is under way.
    ~TaskWatch();
    Q_DISABLE_COPY_MOVE(TaskWatch)

private:
    void run();
    void load();

    const OnLoaded m_onLoaded;
    std::shared_ptr<const TaskRegistry> m_registry; // that thread's
    std::stop_source m_stop;
    const std::unique_ptr<QThread> m_thread;
};

} // namespace yardmaster
