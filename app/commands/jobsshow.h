#pragma once

#include "app/commands/command.h"

namespace yardmaster {

/// `yardmaster jobs show ID`: all of one job.
[[nodiscard]] Command jobsShowCommand();
/// `yardmaster jobs why ID`: why it is not running.
[[nodiscard]] Command jobsWhyCommand();

} // namespace yardmaster
