#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

[[nodiscard]] ShellCommand schemaRemoveCommand();

} // namespace yardmaster
