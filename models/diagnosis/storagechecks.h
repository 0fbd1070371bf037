#pragma once

#include "models/diagnosis/queuecheck.h"
#include "models/session/schemaprobe.h"

namespace yardmaster {

/// The indexes that fetches use, unfinished ones, and those much larger than their content. Blocks.
[[nodiscard]] Result<QueueCheck> checkIndexes(Session &session, const SchemaProbe &probe);

/// Dead rows, autovacuum, and what keeps it from removing them. Blocks.
[[nodiscard]] Result<QueueCheck> checkVacuum(Session &session, const SchemaProbe &probe);

/// Whether finished jobs are recorded where they are meant to be. Blocks.
[[nodiscard]] Result<QueueCheck> checkHistory(Session &session, const SchemaProbe &probe);

} // namespace yardmaster
