#pragma once

#include "app/commandline.h"

namespace yardmaster {

/// The program with a window. Opens it at once; the sandbox, if one is used, starts behind it.
/// Blocks until the window is closed. @returns the process's exit code.
[[nodiscard]] int runWindowed(const CommandLine &line, int &argc, char **argv);

} // namespace yardmaster
