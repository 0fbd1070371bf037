#pragma once

#include "models/history/runreads.h"
#include "models/query/exportformat.h"
#include "models/session/readcontrol.h"

#include <functional>

class QIODevice;

namespace yardmaster {

/// "id", "outcome", …: the header of a CSV file, the keys of the objects.
[[nodiscard]] QByteArrayList runColumnNames();
/// A run as one JSON object: times as texts in UTC, durations in microseconds.
[[nodiscard]] QByteArray runJson(const PastRun &run);
/// The same of several, as an array.
[[nodiscard]] QByteArray runsJson(const QList<PastRun> &runs);

/// Writes the runs of a filter into a file, the newest first, page by page; it appears, or is
/// replaced, only when all is in it. Times of a CSV file name their offset, in the zone of
/// `context`.
/// @param control  cancels it, and hears after each page how many were found so far; may be null.
/// @returns how many. Errors: as readRunPage(); Cancelled by `control`; SchemaMissing where there
/// is no history to read; InvalidInput if the file cannot be written, one sentence. Blocks.
[[nodiscard]] Result<qint64> exportRunsToFile(Session &session, const FilterContext &context,
                                              const Filter &filter, const QString &path,
                                              ExportFormat format, ReadControl *control);

/// The same as work for a Query.
[[nodiscard]] std::function<Result<qint64>(Session &, ReadControl &)>
runExport(const FilterContext &context, const Filter &filter, const QString &path,
          ExportFormat format);

} // namespace yardmaster
