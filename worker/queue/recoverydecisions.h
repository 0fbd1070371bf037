#pragma once

#include <yardmaster/params.h>
#include <yardmaster/sweep.h>

#include <vector>

namespace yardmaster {

class Session;

/// Asks `options.decide` about each job that a sweep would return from `workers`, outside of any
/// transaction of ours, because answers may be slow; only the caller waits.
/// @returns parameter 4 of sweep_stale_workers.sql: the answers, and the state of the jobs they are
/// for.
[[nodiscard]] Result<Param> recoveryDecisions(Session &session, const QString &schema,
                                              const std::vector<SweptWorker> &workers,
                                              const SweepOptions &options);

} // namespace yardmaster
