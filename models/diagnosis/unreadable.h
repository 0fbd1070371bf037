#pragma once

#include "models/diagnosis/queuecheck.h"
#include "models/session/schemaprobe.h"

namespace yardmaster {

/// What takes the place of a check that cannot be made.
/// @param readsJobs  it needs more than the catalog.
/// @returns unset if it can.
[[nodiscard]] std::optional<QueueCheck> whyUnreadable(const SchemaProbe &probe, bool readsJobs);

} // namespace yardmaster
