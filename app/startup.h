#pragma once

#include "app/commandline.h"
#include "app/sandbox/privatecluster.h"
#include <yardmaster/dberror.h>
#include <yardmaster/tasksources.h>

#include <memory>

namespace yardmaster {

class TaskRegistry;

/// What the program needs, with and without a window, before a worker can start: a connection,
/// tasks, examples. The error of every function is one sentence for the user.
namespace startup {

/// Whether the sandbox is to be used: asked for, or the window's default when no connection is
/// given anywhere. Without a window that is an error: a server with a forgotten DATABASE_URL must
/// not look healthy.
struct Target
{
    bool isSandbox = false;
    ConnectionSettings connection; ///< unless isSandbox
};
[[nodiscard]] tl::expected<Target, QString> chooseTarget(const CommandLine &line,
                                                         const QProcessEnvironment &environment);

/// Starts or joins the sandbox and puts the example tasks into its folder. Blocks, for seconds the
/// first time. Keep the result for as long as the database is used.
[[nodiscard]] tl::expected<std::unique_ptr<PrivateCluster>, QString>
openSandboxFor(const CommandLine &line);

/// The folder of task files: --tasks, else the sandbox's own, else ./tasks.
[[nodiscard]] QString tasksFolder(const CommandLine &line, const PrivateCluster *sandbox);

/// Plugins and tasks folder. With plugins, a folder not set by --tasks need not exist.
[[nodiscard]] TaskSources taskSources(const CommandLine &line, const QString &folder);

/// Reads the plugins and the tasks folder; logs what cannot run. With plugins, a
/// folder not set by --tasks need not exist.
[[nodiscard]] tl::expected<LoadedTasks, QString> loadTasks(const CommandLine &line,
                                                           const QString &folder);

/// The crontab of a worker: --crontab, else the file `crontab` beside the folder of tasks, which
/// need not exist. None with --no-crontab and --once. Its problems are the error.
[[nodiscard]] tl::expected<CronSource, QString> cronSource(const CommandLine &line,
                                                           const QString &tasksFolder);

/// Installs the schema and queues the example jobs. Blocks.
[[nodiscard]] tl::expected<void, QString> prepareExamples(const ConnectionSettings &connection,
                                                          const CommandLine &line);

/// "no connection to localhost:5432/shop: …": what happened, in one sentence.
[[nodiscard]] QString sentenceFor(const DbError &error, const ConnectionSettings &connection);

/// The libpq keywords another client needs to reach the same database, password left out.
[[nodiscard]] QString psqlCommand(const ConnectionSettings &connection);

} // namespace startup

} // namespace yardmaster
