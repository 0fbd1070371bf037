#pragma once

#include "app/commands/command.h"

namespace yardmaster {

/// `yardmaster jobs list`.
[[nodiscard]] Command jobsListCommand();

} // namespace yardmaster
