#pragma once

#include "models/query/jobrow.h"
#include <yardmaster/jobrecord.h>

#include <optional>

namespace yardmaster {

/// When the last run of a job failed, as far as its row shows: no column has it, and updated_at
/// does not change. But the next attempt is due the standard delay after a failure, with the last
/// one, too; so it follows from run_at, unless the job is locked or was changed since it was added.
/// Wrong by the difference where a task has another retry delay.
[[nodiscard]] std::optional<Timestamp> failureTime(const JobRow &job);
[[nodiscard]] std::optional<Timestamp> failureTime(const JobRecord &job);

} // namespace yardmaster
