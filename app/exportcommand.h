#pragma once

#include "app/commands/command.h"

namespace yardmaster {

/// `yardmaster jobs export`: writes the jobs of a filter to a file or to standard output.
[[nodiscard]] Command jobsExportCommand();

} // namespace yardmaster
