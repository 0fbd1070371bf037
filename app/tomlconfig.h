#pragma once

#include "worker/tasks/graphileconfig.h"

namespace yardmaster {

/// A file for --config that is not one of graphile-worker.
[[nodiscard]] bool isTomlConfig(const QString &file);

/// Reads a configuration in TOML: one flat table, whose keys are the long names of options, with
/// underscores or hyphens. Switches are booleans; repeatable options are arrays, or tables of
/// NAME = VALUE. Any thread.
/// @returns one sentence for each mistake, with file and line, joined by newlines; or that root
/// must not use it.
[[nodiscard]] tl::expected<ConfigFile, QString> readTomlConfig(const QString &file);

} // namespace yardmaster
