#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `yardmaster config show`.
[[nodiscard]] ShellCommand configShowCommand();

} // namespace yardmaster
