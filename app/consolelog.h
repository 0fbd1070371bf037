#pragma once

#include "app/commandline.h"

namespace yardmaster {

/// Sends Qt's log to standard error, one line a message: UTC time, level, text; shorter and in
/// colour on a terminal. Call once, before other threads log.
void installConsoleLog(CommandLine::LogLevel level);

} // namespace yardmaster
