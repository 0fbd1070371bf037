#pragma once

#include "app/commandline.h"
#include "worker/tasks/graphileconfig.h"

namespace yardmaster {

/// What a command line, an environment and the configuration file that these name say together.
struct ReadOptions
{
    CommandLine line;
    std::optional<ConfigFile> config; ///< unset: none was read
};

/// Reads that file, too: the one of --config, or graphile-worker's in the working directory, for a
/// worker without window. Runs Node.js for the latter, and takes over what that does to the
/// environment of its process; needs a QCoreApplication then, and makes one where there is none. No
/// other thread may use the environment.
/// @param arguments  without the program's name.
/// @returns sentences, joined by newlines, where there is something wrong.
[[nodiscard]] tl::expected<ReadOptions, QString>
readOptions(const QStringList &arguments, const QProcessEnvironment &environment);

} // namespace yardmaster
