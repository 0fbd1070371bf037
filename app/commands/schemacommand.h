#pragma once

#include "app/commands/shellcommand.h"

#include <vector>

namespace yardmaster {

/// `schema show|install|upgrade`.
[[nodiscard]] std::vector<ShellCommand> schemaCommands();

} // namespace yardmaster
