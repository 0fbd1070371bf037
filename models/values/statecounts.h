#pragma once

#include "models/values/count.h"
#include "models/values/jobstate.h"

#include <array>

namespace yardmaster {

/// How many jobs are in each state. A value; unknown states are unset, and so are always those
/// that no job in the table has.
struct StateCounts
{
    Count ready;
    Count blocked; ///< due, but their queue is locked, or its row is missing
    Count scheduled;
    Count retrying;
    Count running;
    Count stuck;
    Count failed; ///< for good

    /// All of them, ready first, failed last.
    [[nodiscard]] std::array<Count *, 7> counts();
    [[nodiscard]] const Count &of(JobState state) const;
    void set(JobState state, const Count &count);

    [[nodiscard]] bool operator==(const StateCounts &) const = default;
};

} // namespace yardmaster
