#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `history rerun`: adds finished jobs again.
[[nodiscard]] ShellCommand historyRerunCommand();

} // namespace yardmaster
