#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `yardmaster workers list`: who holds jobs, and who is alive.
[[nodiscard]] ShellCommand workersListCommand();
/// `yardmaster workers sweep`: returns the jobs of stale workers to the queue.
[[nodiscard]] ShellCommand workersSweepCommand();

} // namespace yardmaster
