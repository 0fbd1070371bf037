#pragma once

#include "app/commands/command.h"

namespace yardmaster {

/// `yardmaster stats`: jobs by state, the oldest due job, workers.
[[nodiscard]] Command statsCommand();
/// `yardmaster queues`: named queues, their locks and jobs.
[[nodiscard]] Command queuesCommand();
/// `yardmaster tasks counts`: the jobs of each task.
[[nodiscard]] Command tasksCountsCommand();

} // namespace yardmaster
