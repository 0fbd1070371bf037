#pragma once

#include "models/values/count.h"
#include "models/values/jobstate.h"
#include <yardmaster/result.h>

#include <array>

namespace yardmaster {

class Session;

/// How many jobs are in each state. A value; unknown states are unset.
class QueueCounts final
{
public:
    [[nodiscard]] const Count &of(JobState state) const { return m_counts.at(index(state)); }
    void set(JobState state, const Count &count) { m_counts.at(index(state)) = count; }

    [[nodiscard]] bool operator==(const QueueCounts &) const = default;

private:
    static std::size_t index(JobState state) { return static_cast<std::size_t>(state); }

    std::array<Count, kJobStates> m_counts;
};

/// Due jobs, and later ones, that readWaitingCounts() counts at most; beyond it a count is a lower
/// bound.
inline constexpr int kCountCap = 10000;

/// Fills in Ready and Blocked: an index tells, a few milliseconds whatever the size of the table.
/// With `hasLater` also Scheduled and Retrying, which looks at up to kCountCap rows. Blocks.
[[nodiscard]] Result<void> readWaitingCounts(Session &session, const QString &schema,
                                             QueueCounts *counts, bool hasLater = true);

/// Fills in Running, Stuck and FailedForGood, exactly. Where supporting indexes know them they are
/// counted there; else this reads the whole table, about 0.1 s a million jobs. One processor of the
/// server at most. Blocks. Errors: Cancelled after five seconds.
[[nodiscard]] Result<void> readTakenCounts(Session &session, const QString &schema,
                                           QueueCounts *counts);

} // namespace yardmaster
