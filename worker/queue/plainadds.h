#pragma once

#include <yardmaster/jobrecord.h>
#include <yardmaster/jobspec.h>
#include <yardmaster/result.h>

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace yardmaster {

class Session;

// A fast path for jobs that have neither key nor flags: inserted directly, and returned without
// being read back, because every value is known. At 1000 jobs a call it takes two thirds of the
// server's time for add_jobs, and a third of ours.

[[nodiscard]] bool arePlain(std::span<const JobSpec> specs);

/// @param statement  worker/queue/add_plain_jobs.sql.   @param specs  checked ones, all plain.
/// @param runAt  unset: the time of the transaction.
/// @returns the jobs by ascending id, in the order of the specs. Nothing, and nothing is done,
/// where this way could differ from the schema's add_jobs: a name is new, the table has triggers,
/// the function is not one we know. Use that then. Blocks for a round trip.
[[nodiscard]] Result<std::optional<std::vector<JobRecord>>>
addPlainJobs(Session &session, const QByteArray &statement, std::span<const JobSpec> specs,
             const std::function<std::optional<Timestamp>(const JobSpec &)> &runAt);

} // namespace yardmaster
