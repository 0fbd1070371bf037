#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `yardmaster tasks list`: needs no database.
[[nodiscard]] ShellCommand tasksListCommand();

} // namespace yardmaster
