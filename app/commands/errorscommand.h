#pragma once

#include "app/commands/command.h"

namespace yardmaster {

/// `yardmaster errors`: failures grouped by task and by what went wrong.
[[nodiscard]] Command errorsCommand();

} // namespace yardmaster
