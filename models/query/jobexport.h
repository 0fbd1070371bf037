#pragma once

#include "models/query/exportwriter.h"
#include "models/query/operationspec.h"
#include "models/session/readcontrol.h"

#include <functional>

class QIODevice;

namespace yardmaster {

class Session;

/// Which jobs to export, and how. A value.
struct ExportRequest
{
    QString schema = QStringLiteral("graphile_worker");
    OperationScope scope; ///< as of now; what was frozen for an operation does not count
    ExportStyle style;
};

struct ExportProgress
{
    qint64 written = 0; ///< jobs
    qint64 hidden = 0;  ///< values of payloads, see ExportStyle
    double share = 0;   ///< of the ids looked through, 0..1
};

/// Writes the jobs of `request` to `device`, in the order of their ids, page by page: never more
/// than a few megabytes of them are in memory, however many there are. Jobs added after it has
/// begun do not belong; the others are as they were when their page was read. Rests between pages,
/// so that workers have the server for themselves most of the time.
/// @param progress  called after each page, on the calling thread; may be empty.
/// @returns the last progress. Errors: Cancelled by `control`; InvalidInput (the filter, no
/// columns); Statement if the device does not take what it is given. Blocks; on the session's
/// thread.
[[nodiscard]] Result<ExportProgress>
exportJobs(Session &session, const ExportRequest &request, QIODevice *device, ReadControl *control,
           const std::function<void(ExportProgress)> &progress);

/// The same into a file, which appears (or is replaced) only when all is in it: until then it is
/// another one beside it, which is gone after an error or a cancel.
/// Errors also: InvalidInput if the file cannot be written, one sentence.
[[nodiscard]] Result<ExportProgress>
exportJobsToFile(Session &session, const ExportRequest &request, const QString &path,
                 ReadControl *control, const std::function<void(ExportProgress)> &progress);

} // namespace yardmaster
