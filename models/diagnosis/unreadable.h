#pragma once

#include "models/diagnosis/queuecheck.h"
#include "models/session/schemaprobe.h"

namespace yardmaster {

/// What takes the place of a check that cannot be made.
/// @param readsJobs  it needs more than the catalog.
/// @returns unset if it can.
[[nodiscard]] std::optional<QueueCheck> whyUnreadable(const SchemaProbe &probe, bool readsJobs);

/// What to do about statements that are cancelled too soon.
[[nodiscard]] QString timeoutRemedy();
/// What to do about a check that failed to read; empty if nothing is known.
[[nodiscard]] QString remedyFor(const DbError &error);

} // namespace yardmaster
