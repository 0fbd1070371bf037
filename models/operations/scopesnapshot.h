#pragma once

#include "models/operations/scopelist.h"
#include "models/query/operationspec.h"
#include "models/values/jobstate.h"

#include <QMap>

#include <functional>

namespace yardmaster {

class Session;

/// What one pass over the jobs of a scope found. A value.
struct ScopeCount
{
    qint64 jobs = 0;
    qint64 vanished = 0;            ///< ids asked for that are not there
    QMap<JobState, qint64> states;  ///< jobs by state
    QHash<qint64, qint64> tasks;    ///< by the id of their task
    QHash<qint64, qint64> queues;   ///< by the id of their queue; 0: none
    QHash<QString, qint64> skipped; ///< jobs that will be skipped, by reason
    QList<qint64> first;            ///< ids of the first few
};

/// Reads the jobs of a scope as they are now, page by page, and sets its `maxId`, `takenAt` and
/// `expected`: jobs added later do not belong. Blocks; on the session's thread.
/// @param each  gets every page. An error ends the pass.
/// Errors: InvalidInput, SchemaMissing, PermissionDenied, Cancelled, ConnectionLost.
[[nodiscard]] Result<ScopeCount>
countScope(Session &session, OperationSpec *spec,
           const std::function<Result<void>(std::span<const ScopeEntry>)> &each);

/// Called with the number of jobs found so far; returns whether to continue, else: Cancelled.
using ScopeProgress = std::function<bool(qint64 jobs)>;

/// Takes a snapshot of the scope: counts it, and writes the ScopeList of the operation.
[[nodiscard]] Result<ScopeCount> snapshotScope(Session &session, OperationSpec *spec,
                                               const QString &folder,
                                               const ScopeProgress &onProgress = {});

/// The condition on `jobs` of a scope that was counted, parameters appended.
[[nodiscard]] Result<QByteArray> snapshotCondition(const OperationSpec &spec, Params *params);

/// Where a row has another xmin, this decides whether the job is still as it was counted: a hash of
/// 31 bits of what matters, an SQL expression on `jobs`.
[[nodiscard]] QByteArray jobHash();

} // namespace yardmaster
