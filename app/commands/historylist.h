#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `yardmaster history list`: runs that have ended.
[[nodiscard]] ShellCommand historyListCommand();

} // namespace yardmaster
