#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `history install|remove`.
[[nodiscard]] std::vector<ShellCommand> historyInstallCommands();

} // namespace yardmaster
