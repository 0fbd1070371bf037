#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `yardmaster operations list|show|undo|resume|cancel`: what this user has changed on this
/// machine, by commands and in the window.
[[nodiscard]] std::vector<ShellCommand> operationsCommands();

} // namespace yardmaster
