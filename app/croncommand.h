#pragma once

#include "app/commands/command.h"

namespace yardmaster {

/// `yardmaster cron check FILE` and `cron next FILE`: need no database.
[[nodiscard]] Command cronCheckCommand();
[[nodiscard]] Command cronNextCommand();

} // namespace yardmaster
