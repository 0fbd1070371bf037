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
    QHash<QString, qint64> skipped; ///< jobs that will be left alone, by reason
    QList<qint64> first;            ///< ids of the first few
};

/// Goes through a scope as it is from now on, page by page, and sets its `maxId`, `takenAt` and
/// `expected`: jobs added later do not belong. Blocks; on the session's thread.
/// @param each  gets every page. An error ends the pass.
/// Errors: InvalidInput, SchemaMissing, PermissionDenied, Cancelled, ConnectionLost.
[[nodiscard]] Result<ScopeCount>
countScope(Session &session, OperationSpec *spec,
           const std::function<Result<void>(std::span<const ScopeEntry>)> &each);

/// The same, and writes the ScopeList of the operation.
/// @param goOn  is told how many jobs were found so far; false: Cancelled.
[[nodiscard]] Result<ScopeCount> freezeScope(Session &session, OperationSpec *spec,
                                             const QString &folder,
                                             const std::function<bool(qint64 jobs)> &goOn = {});

/// The condition on `jobs` of a frozen scope, parameters appended.
[[nodiscard]] Result<QByteArray> frozenCondition(const OperationSpec &spec, Params *params);

/// What decides whether a job is still the one that was counted where its row is another: a hash of
/// 31 bits, an SQL expression on `jobs`.
[[nodiscard]] QByteArray jobHash();

} // namespace yardmaster
