#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `history status|rollup|prune`.
[[nodiscard]] std::vector<ShellCommand> historyCommands();

} // namespace yardmaster
