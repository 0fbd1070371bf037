#pragma once

#include <yardmaster/result.h>

#include <QString>

#include <functional>
#include <optional>

namespace yardmaster {
class Session;
}

namespace yardmaster::bench {

/// The flag that the mix's forbidden jobs carry.
inline constexpr QLatin1StringView kForbiddenFlag{"held"};

/// Adds `jobs` jobs in a realistic mix of states, tasks, queues, errors and payloads, see
/// job_mix.sql; then vacuums and analyzes. About 25,000 jobs a second. Blocks.
/// @param progress  called with the number added so far.
/// @param failures  so many of them failed for good; unset: 27 %.
[[nodiscard]] Result<void> fillJobMix(Session &session, const QString &schema, qint64 jobs,
                                      const std::function<void(qint64)> &progress = {},
                                      std::optional<qint64> failures = {});

} // namespace yardmaster::bench
