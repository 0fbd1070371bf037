#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `yardmaster cron check FILE` and `cron next FILE`: need no database.
[[nodiscard]] ShellCommand cronCheckCommand();
[[nodiscard]] ShellCommand cronNextCommand();

} // namespace yardmaster
