#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `yardmaster jobs show ID`: all of one job.
[[nodiscard]] ShellCommand jobsShowCommand();
/// `yardmaster jobs why ID`: why it is not running.
[[nodiscard]] ShellCommand jobsWhyCommand();

} // namespace yardmaster
