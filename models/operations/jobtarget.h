#pragma once

#include "models/query/jobrow.h"
#include "models/query/operationspec.h"
#include "models/values/count.h"

#include <optional>

namespace yardmaster {

/// The jobs an action is about: those chosen in a list, or the one under the cursor. A value.
/// Nothing chosen is no target at all, since an empty scope means every job.
struct JobTarget
{
    OperationScope scope;
    Count count;               ///< how many there are, as far as it is known
    QString description;       ///< for people: "12 selected jobs", "jobs that match state:failed"
    std::optional<JobRow> job; ///< if it is one job that is on the screen

    /// The job, if the target is a single one. 0: it is not.
    [[nodiscard]] qint64 singleId() const { return scope.ids.size() == 1 ? scope.ids.first() : 0; }
};

} // namespace yardmaster
