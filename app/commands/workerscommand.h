#pragma once

#include "app/commands/command.h"

namespace yardmaster {

/// `yardmaster workers list`: who holds jobs, and who is alive.
[[nodiscard]] Command workersListCommand();
/// `yardmaster workers sweep`: returns the jobs of stale workers to the queue.
[[nodiscard]] Command workersSweepCommand();

} // namespace yardmaster
