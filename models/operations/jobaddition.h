#pragma once

#include <yardmaster/jobrecord.h>
#include <yardmaster/jobspec.h>
#include <yardmaster/result.h>

#include <QList>

#include <vector>

namespace yardmaster {

class Session;

/// Adds a job by hand: written to the operator log first, then through the schema's own add_job.
/// Blocks; on the session's thread.
/// @param folder  of the operator log.   @param connection  as ConnectionSettings::describe().
[[nodiscard]] Result<JobRecord> addByHand(Session &session, const QString &schema,
                                          const JobSpec &spec, const QString &folder,
                                          const QString &connection);
/// @param again  the finished job that it is to repeat, for the log; 0: none.
[[nodiscard]] Result<JobRecord> addAgainByHand(Session &session, const QString &schema,
                                               const JobSpec &spec, const QString &folder,
                                               const QString &connection, qint64 again);

/// The same for many, all or none, in their order. @returns their ids.
/// @param again  the finished jobs that they are to repeat.
[[nodiscard]] Result<QList<qint64>> addManyByHand(Session &session, const QString &schema,
                                                  const std::vector<JobSpec> &specs,
                                                  const QString &folder, const QString &connection,
                                                  const QList<qint64> &again = {});

/// The same as a statement for psql.
[[nodiscard]] QString addJobStatement(const QString &schema, const JobSpec &spec);

/// The task identifiers that have had jobs, by name; the first 500. Blocks.
[[nodiscard]] Result<QStringList> readTaskNames(Session &session, const QString &schema);

} // namespace yardmaster
