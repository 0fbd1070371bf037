#pragma once

#include "models/query/filter.h"
#include "models/query/supportingindex.h"

#include <QSet>

namespace yardmaster {

/// The orders in which jobs can be listed at any size of the table.
enum class JobOrder {
    NewestFirst, ///< id, descending
    OldestFirst, ///< id, ascending
    Pickup,      ///< as workers take them: priority, run_at, id; only of jobs that wait
};

/// What it takes to find the jobs a term asks for.
enum class FilterCost {
    Indexed, ///< an index leads to them
    Bounded, ///< looked for among those that an indexed term leaves
    Scan,    ///< looked for in the whole table
};

struct TermCost
{
    FilterCost cost = FilterCost::Scan;
    QString reason; ///< one sentence
};

/// Whether every job that passes `filter` waits for a worker.
[[nodiscard]] bool asksForWaitingOnly(const Filter &filter);

/// Pickup where it is possible, else NewestFirst.
[[nodiscard]] JobOrder naturalOrder(const Filter &filter);

/// What each term costs in a list of this order, one for each term.
/// @param indexes  the optional ones that are there.
[[nodiscard]] QList<TermCost> termCosts(const Filter &filter, JobOrder order,
                                        const QSet<SupportingIndex> &indexes);

/// Of the whole filter: its most expensive term; Indexed if there is none.
[[nodiscard]] FilterCost filterCost(const QList<TermCost> &costs);

} // namespace yardmaster
