#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `yardmaster jobs export`: writes the jobs of a filter to a file or to standard output.
[[nodiscard]] ShellCommand jobsExportCommand();

} // namespace yardmaster
