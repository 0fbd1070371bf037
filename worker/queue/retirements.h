#pragma once

#include <yardmaster/result.h>

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace yardmaster {

class Session;

/// graphile_worker_rs (from its revision 22) marks jobs that were replaced, removed or failed for
/// good while a worker held them, in a table of their own: such a job's attempt is not restored.
/// Its functions set and clear the marks; we read them. Other schemas show the same by the columns
/// of the job.
///
/// A statement that restores attempts has a query `marked` that finds nothing; heedingRetirements()
/// puts the table in. Marks of a concurrent transaction are seen only by statements that begin
/// after the job's row was locked; hence lockJobsOf().

/// Whether the schema has the table; no error in the server's log if not. One round trip: the
/// other program may upgrade the schema while we run.
[[nodiscard]] Result<bool> hasRetirements(Session &session, const QString &schema);

/// Locks the rows of the jobs that these workers hold until the transaction ends.
/// @param waits  for rows locked by other transactions, instead of skipping them.
[[nodiscard]] Result<void> lockJobsOf(Session &session, const QString &schema,
                                      const QStringList &workerIds, bool waits);

/// The statement with the table put in. Pure.
[[nodiscard]] QByteArray heedingRetirements(QByteArray sql, const QString &schema);

} // namespace yardmaster
