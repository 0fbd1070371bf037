#pragma once

#include "app/commands/command.h"

namespace yardmaster {

/// `yardmaster tasks list`: needs no database.
[[nodiscard]] Command tasksListCommand();

} // namespace yardmaster
