#pragma once

#include "models/query/jobdetails.h"
#include "ui/kit/factlist.h"

namespace yardmaster {

/// What the overview lists about a job. @param now  for relative times. Pure.
[[nodiscard]] QList<Fact> jobFacts(const JobDetails &details, Timestamp now);

/// "in 4 min, 2026-11-20 14:03:07 UTC"; "never" and "always" at the ends of time.
[[nodiscard]] QString momentText(Timestamp time, Timestamp now);

} // namespace yardmaster
