#pragma once

#include "app/commandline.h"

namespace yardmaster {

/// The window is a file of its own, loaded when a window is wanted: a headless worker would
/// otherwise map Qt's Gui half at each start. Finds it beside the program or where it is
/// installed, and runs it; blocks until the last window is closed.
/// @returns the process's exit code; ExitUsage, after one sentence on standard error, where there
/// is
///          no window or one of another build.
[[nodiscard]] int runWindowModule(const CommandLine &line, int &argc, char **argv);

} // namespace yardmaster

// What the module exports, by these names.
extern "C" {
/// The build it belongs to: any other program must not call the second one.
const char *yardmaster_window_build();
int yardmaster_window_run(const yardmaster::CommandLine &line, int &argc, char **argv);
}
