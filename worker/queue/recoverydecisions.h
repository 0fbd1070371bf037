#pragma once

#include <yardmaster/params.h>
#include <yardmaster/sweep.h>

#include <vector>

namespace yardmaster {

class Session;

/// Asks `options.decide` about each job that a sweep would take back from `workers`, outside of any
/// transaction of ours: the answers can take their time, and hold nothing up but the caller.
/// @returns parameter 4 of sweep_stale_workers.sql: the answers, and what they were given about.
[[nodiscard]] Result<Param> recoveryDecisions(Session &session, const QString &schema,
                                              const std::vector<SweptWorker> &workers,
                                              const SweepOptions &options);

} // namespace yardmaster
