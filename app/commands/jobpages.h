#pragma once

#include "models/query/jobreads.h"

namespace yardmaster {

/// Reads the jobs of a query page by page, in its order, with the help of the indexes there are.
/// @param limit  jobs at most; 0: all.   @param each  gets every page, the last one may be empty.
/// Blocks. @returns whether there are more.
[[nodiscard]] Result<bool> readJobPages(Session &session, const QString &schema, JobQuery query,
                                        qint64 limit,
                                        const std::function<void(const QList<JobRow> &)> &each);

} // namespace yardmaster
