#pragma once

#include "models/jobs/jobcolumns.h"

#include <QList>

namespace yardmaster {

/// How jobs are written onto the clipboard.
enum class JobCopy {
    Ids,      ///< one a line
    Rows,     ///< the cells as they look, separated by tabs
    Csv,      ///< RFC 4180 with a header; times in ISO 8601, UTC
    Json,     ///< an array of objects; times likewise
    Ndjson,   ///< one object a line
    Markdown, ///< a table, the cells as they look
};

/// @param columns  of Rows, Csv and Markdown, in this order; the others have the same ones.
[[nodiscard]] QString copyOf(const QList<JobRow> &jobs, const QList<JobColumnEntry> &columns,
                             JobCopy format);

} // namespace yardmaster
