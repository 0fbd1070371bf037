#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// Scripts that complete words in a shell, from the tables of commands and options.
[[nodiscard]] QString bashCompletion();
[[nodiscard]] QString zshCompletion();
[[nodiscard]] QString fishCompletion();

[[nodiscard]] ShellCommand completionCommand();

} // namespace yardmaster
