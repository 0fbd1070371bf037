#pragma once

#include "app/commands/command.h"

namespace yardmaster {

/// `yardmaster jobs retry|reschedule|change|complete|fail|unlock|remove`: operations, as the window
/// begins them.
[[nodiscard]] std::vector<Command> jobsChangeCommands();

} // namespace yardmaster
