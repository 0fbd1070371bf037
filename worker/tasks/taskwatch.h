#pragma once

#include <yardmaster/tasksources.h>

#include <QByteArray>
#include <QThread>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <thread>

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

/// Watches the folder of a worker's tasks on a thread of its own, and loads them again on another
/// one when something in it has changed. A further change meanwhile ends that, and begins it anew,
/// because a file that hangs while it is loaded would put off what mends it; but not for longer
/// than that takes, or changes without end would never be taken.
class TaskWatch final
{
public:
    /// Called on the thread that loads. When it returns, the worker starts no job by the registry
    /// before.
    using OnLoaded = std::function<void(const LoadedTasks &)>;

    /// @param registry  has TaskRegistry::watched().
    TaskWatch(std::shared_ptr<const TaskRegistry> registry, OnLoaded onLoaded);
    /// Waits for a call that is under way.
    ~TaskWatch();
    Q_DISABLE_COPY_MOVE(TaskWatch)

private:
    void run();
    [[nodiscard]] bool begin();
    void load(const std::stop_token &stop);

    const OnLoaded m_onLoaded;
    std::shared_ptr<const TaskRegistry> m_registry;   // m_loading's while it runs
    std::chrono::steady_clock::time_point m_outdated; // since then; m_thread's, as is m_loading
    std::atomic<bool> m_isLoading = false;
    std::jthread m_loading;
    const std::unique_ptr<QThread> m_thread;
};

} // namespace yardmaster
