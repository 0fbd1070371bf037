#pragma once

#include <QString>

#include <tl/expected.hpp>

namespace yardmaster {

class TaskRegistry;

/// Loads the plugin `file` (see TaskPlugin) and has it register its handlers. Blocks on the file
/// system; the plugin stays loaded for good.
/// @returns one sentence if that cannot be done: no such file, no plugin, not one of ours, built
///          for another version of Qt or of this library.
[[nodiscard]] tl::expected<void, QString> loadPlugin(const QString &file, TaskRegistry *registry);

} // namespace yardmaster
