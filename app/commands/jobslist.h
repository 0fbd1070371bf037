#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `yardmaster jobs list`.
[[nodiscard]] ShellCommand jobsListCommand();

} // namespace yardmaster
