#pragma once

#include "models/operations/jobtarget.h"

namespace yardmaster {

class JobsTable;

/// What an action in the list is about: the selected jobs, else the current one; nullopt: nothing.
/// @param context  in which the filter was understood.
[[nodiscard]] std::optional<JobTarget> targetOf(const JobsTable &table,
                                                const FilterContext &context);

/// All jobs that pass the filter of the list. @param count  as far as it is known.
[[nodiscard]] JobTarget targetOfList(const Filter &filter, const Count &count,
                                     const FilterContext &context);

} // namespace yardmaster
