#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `yardmaster jobs retry|reschedule|change|complete|fail|unlock|remove`: operations, as the window
/// begins them.
[[nodiscard]] std::vector<ShellCommand> jobsChangeCommands();

} // namespace yardmaster
