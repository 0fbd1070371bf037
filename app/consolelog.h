#pragma once

#include "app/commandline.h"

namespace yardmaster {

/// Sends Qt's log to standard error, one line a message: UTC time, level, text; shorter and in
/// colour on a terminal. Begins with the warnings about the command line. Call once, before other
/// threads log.
void startConsoleLog(const CommandLine &line);

/// Whether another program reads the log: it is not plain text.
[[nodiscard]] bool isLogForPrograms();

} // namespace yardmaster
