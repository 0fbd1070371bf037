#pragma once

#include "models/count.h"
#include "models/jobstate.h"
#include "worker/db/result.h"

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

/// Due jobs, and later ones, counted at most; beyond it a count is a lower bound.
inline constexpr int kCountCap = 10000;

/// Fills in Ready, Blocked, Scheduled and Retrying: an index reads them, a few milliseconds
/// whatever the size of the table. Blocks.
[[nodiscard]] Result<void> readWaitingCounts(Session &session, const QString &schema,
                                             QueueCounts *counts);

/// Fills in Running, Stuck and FailedForGood, exactly: reads the whole table, about 55 ms a million
/// jobs. Blocks. Errors: Cancelled after three seconds.
[[nodiscard]] Result<void> readTakenCounts(Session &session, const QString &schema,
                                           QueueCounts *counts);

} // namespace yardmaster
