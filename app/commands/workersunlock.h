#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

[[nodiscard]] ShellCommand workersUnlockCommand();

} // namespace yardmaster
