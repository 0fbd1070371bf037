#pragma once

#include <yardmaster/jobrecord.h>
#include <yardmaster/jobspec.h>
#include <yardmaster/result.h>

namespace yardmaster {

class Session;

/// Adds a job by hand: written to the operator log first, then through the schema's own add_job.
/// Blocks; on the session's thread.
/// @param folder  of the operator log.   @param connection  as ConnectionSettings::describe().
[[nodiscard]] Result<JobRecord> addByHand(Session &session, const QString &schema,
                                          const JobSpec &spec, const QString &folder,
                                          const QString &connection);

/// The same as a statement for psql.
[[nodiscard]] QString addJobStatement(const QString &schema, const JobSpec &spec);

/// The task identifiers that have had jobs, by name; the first 500. Blocks.
[[nodiscard]] Result<QStringList> readTaskNames(Session &session, const QString &schema);

} // namespace yardmaster
