#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `yardmaster errors`: failures grouped by task and by what went wrong.
[[nodiscard]] ShellCommand errorsCommand();

} // namespace yardmaster
