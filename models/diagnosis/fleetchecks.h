#pragma once

#include "models/diagnosis/queuecheck.h"
#include "models/session/schemaprobe.h"

namespace yardmaster {

/// Which registered workers are alive, and which are stale with what they hold. Blocks.
[[nodiscard]] Result<QueueCheck> checkWorkers(Session &session, const SchemaProbe &probe);

/// Whether somebody runs the tasks that have due jobs. Blocks.
[[nodiscard]] Result<QueueCheck> checkTasks(Session &session, const SchemaProbe &probe);

} // namespace yardmaster
