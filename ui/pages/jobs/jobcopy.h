#pragma once

#include "models/jobs/jobcolumns.h"
#include "ui/kit/rowcopy.h"

namespace yardmaster {

/// Jobs as they are copied. @param columns  which, in this order.
[[nodiscard]] CopiedRows copiedJobs(const QList<JobRow> &jobs,
                                    const QList<JobColumnEntry> &columns);

} // namespace yardmaster
