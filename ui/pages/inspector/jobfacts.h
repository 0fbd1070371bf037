#pragma once

#include "models/query/jobdetails.h"
#include "ui/kit/factlist.h"

namespace yardmaster {

/// What the overview lists about a job. @param now  for relative times. Pure.
[[nodiscard]] QList<Fact> jobFacts(const JobDetails &details, Timestamp now);

} // namespace yardmaster
