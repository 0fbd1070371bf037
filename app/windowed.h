#pragma once

#include "app/commandline.h"

namespace yardmaster {

/// The program with a window. Opens it at once; the sandbox, if one is used, starts behind it.
/// Blocks until the window is closed. @returns the process's exit code.
///
/// There are two programs with one main(): a headless worker would otherwise map Qt's Gui half at
/// each start. In `yardmaster-window` this is windowed.cpp; in `yardmaster` it is execwindow.cpp,
/// which execs `yardmaster-window`.
[[nodiscard]] int runWindowed(const CommandLine &line, int &argc, char **argv);

/// The variable by which `yardmaster` passes its version to `yardmaster-window`.
inline constexpr char kStartedBy[] = "YARDMASTER_STARTED_BY";

} // namespace yardmaster
