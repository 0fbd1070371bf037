#pragma once

#include "models/values/environment.h"
#include "models/views/savedview.h"
#include <yardmaster/connectionsettings.h>
#include <yardmaster/tasksources.h>
#include <yardmaster/workeroptions.h>

#include <memory>
#include <optional>

namespace yardmaster {

class TaskRegistry;
struct ConsoleTarget;

/// Everything a window needs to show one queue, and to run jobs of it if asked to.
struct MainWindowSetup
{
    ConnectionSettings connection;
    bool keepsPassword = false; ///< in the keychain, once a login with it has worked
    QString schema = QStringLiteral("graphile_worker");
    QString profileId;   ///< under which the window's layout is kept; empty: of no profile
    QString profileName; ///< as the user calls it; in the title
    Environment environment = Environment::Development;
    bool isReadOnly = false;             ///< the profile says so
    QString colour;                      ///< of the strip, "#rrggbb"; empty: the environment's
    std::optional<SavedView> view;       ///< to show first; unset: all jobs
    std::optional<WorkerOptions> worker; ///< unset: the window only watches
    std::shared_ptr<const TaskRegistry> registry; ///< needed with `worker`
    TaskSources sources;                          ///< of the registry; for people
    TaskListing listing;                          ///< what was found there
    bool startWorker = false;                     ///< at once, without being asked

    [[nodiscard]] ConsoleTarget target() const;
    /// Those of `worker`, or the window's own: of a worker that is set up in the window.
    [[nodiscard]] WorkerOptions workerOptions() const;
};

} // namespace yardmaster
