#pragma once

#include "app/commandline.h"

namespace yardmaster {

/// The program without a window: installs the schema and exits (--schema-only), or runs a worker
/// until it is drained (--once) or stopped. Needs a QCoreApplication; blocks until the end.
/// @returns the process's exit code. Errors go to standard error, results to standard output.
[[nodiscard]] int runHeadless(const CommandLine &line);

/// "yardmaster: SENTENCE", one line each, on standard error; entries of the log where programs read
/// it.
void complain(const QString &sentences);

} // namespace yardmaster
