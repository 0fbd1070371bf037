#pragma once

#include "models/query/filter.h"
#include "models/query/supportingindex.h"

#include <QSet>

namespace yardmaster {

/// The indexes that are not there and would each spare a scan of the whole table, in the order of
/// the terms they help. Empty if no scan is needed.
/// @param indexes  those that are there.
[[nodiscard]] QList<SupportingIndex> helpfulIndexes(const Filter &filter,
                                                    const QSet<SupportingIndex> &indexes);

} // namespace yardmaster
