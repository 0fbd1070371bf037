#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `yardmaster stats`: jobs by state, the oldest due job, workers.
[[nodiscard]] ShellCommand statsCommand();
/// `yardmaster queues`: named queues, their locks and jobs.
[[nodiscard]] ShellCommand queuesListCommand();
/// `yardmaster tasks counts`: the jobs of each task.
[[nodiscard]] ShellCommand tasksCountsCommand();

} // namespace yardmaster
