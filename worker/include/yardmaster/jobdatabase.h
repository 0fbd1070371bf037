#pragma once

#include <yardmaster/jobrecord.h>
#include <yardmaster/jobspec.h>
#include <yardmaster/result.h>

#include <QMap>

#include <functional>
#include <optional>
#include <vector>

class QSqlDatabase;

namespace yardmaster {

class Session;
class WorkerUtils;

/// The job added; nothing if an interceptor said to skip it.
using AddedJob = Result<std::optional<JobRecord>>;
/// The jobs added, by ascending id, without those an interceptor said to skip.
using AddedJobs = Result<std::vector<JobRecord>>;

/// A connection to the database the jobs are in, for a handler's own statements, see
/// TaskContext::withDatabase(). Belongs to the calling thread. Between the handler's begin and
/// commit, everything here is part of that transaction:
///
///     context.withDatabase([&](JobDatabase &db) -> Result<void> {
///         db.database().transaction();
///         QSqlQuery(db.database()).exec(u"update orders set …"_s);
///         if (auto added = db.addJob({.identifier = u"send_receipt"_s}); !added)
///             return tl::make_unexpected(added.error()); // rolled back
///         db.database().commit();
///         return {};
///     });
class JobDatabase final
{
public:
    /// Changes a spec before it is added. @returns whether to add it.
    using Prepare = std::function<Result<bool>(JobSpec *)>;

    JobDatabase(Session &session, const QString &schema, std::function<QDateTime()> clock = {},
                Prepare prepare = {});

    /// Open, on QPSQL: for QSqlQuery, transaction(), commit(). Include <QSqlQuery>.
    [[nodiscard]] QSqlDatabase database() const;
    /// The same connection with `$1` parameters and arrays.
    [[nodiscard]] Session &session() const { return m_session; }
    [[nodiscard]] const QString &schema() const { return m_schema; }

    /// As TaskContext::addJob(), but in this transaction.
    [[nodiscard]] AddedJob addJob(JobSpec spec) const;
    [[nodiscard]] AddedJobs addJobs(std::vector<JobSpec> specs) const;
    /// All other changes of a queue. For jobs added through it no interceptor is asked and no trace
    /// is set. Include <yardmaster/workerutils.h>.
    [[nodiscard]] WorkerUtils utils() const;
    /// The ids of these tasks in the schema's table of tasks, as they are now: a clean-up of task
    /// identifiers changes them. Tasks it does not have are missing.
    [[nodiscard]] Result<QMap<QString, qint64>> taskIds(const QStringList &identifiers) const;

private:
    Session &m_session;
    QString m_schema;
    std::function<QDateTime()> m_clock;
    Prepare m_prepare;
};

} // namespace yardmaster
