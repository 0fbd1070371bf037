#pragma once

#include "app/commands/shellcommand.h"

#include <vector>

namespace yardmaster {

/// `queues hold|resume|release`.
[[nodiscard]] std::vector<ShellCommand> queuesChangeCommands();

} // namespace yardmaster
