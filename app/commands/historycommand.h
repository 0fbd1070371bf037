#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `history status|install|remove|rollup|prune`.
[[nodiscard]] std::vector<ShellCommand> historyCommands();

} // namespace yardmaster
