#pragma once

#include <yardmaster/jobrecord.h>

#include <QList>

#include <span>

namespace yardmaster {

/// A statement about one job, to be copied and run elsewhere.
struct JobSql
{
    QString title;
    QString sql;  ///< one statement, with its semicolon
    QString note; ///< what to know before running it; may be empty
};

/// What one can ask for and do with `job` in psql. Pure.
/// @param payload  as it may be shown; JSON.
/// @param isRedacted  something of the payload is left out, so that adding it again adds another.
[[nodiscard]] QList<JobSql> jobStatements(const JobRecord &job, const QString &schema,
                                          const QByteArray &payload, bool isRedacted);

/// Adds a job like this one: a call of add_job() with all its options. Pure.
/// @param payload  as it may be shown; JSON.
[[nodiscard]] QString addStatement(const JobRecord &job, const QString &schema,
                                   const QByteArray &payload);
/// Reads these jobs, with the names of their tasks and queues. Pure.
[[nodiscard]] QString readStatement(std::span<const qint64> ids, const QString &schema);

} // namespace yardmaster
