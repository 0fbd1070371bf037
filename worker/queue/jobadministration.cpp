#include <yardmaster/jobadministration.h>

#include "worker/db/sqltext.h"
#include "worker/queue/atomically.h"
#include "worker/queue/queueerror.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

Result<void> check(const Reschedule &change)
{
    const auto within
        = [](const char *name, const std::optional<int> &value, int from, int to) -> Result<void> {
        if (!value || (*value >= from && *value <= to))
            return {};
        return fail(DbError::Kind::InvalidInput,
                    u"%1 is %2; it must be from %3 to %4"_s.arg(
                        QLatin1StringView(name), QString::number(*value), QString::number(from),
                        QString::number(to)));
    };
    return within("priority", change.priority, -32768, 32767)
        .and_then([&] { return within("attempts", change.attempts, 0, 32767); })
        .and_then([&] { return within("max_attempts", change.maxAttempts, 1, 32767); });
}

} // namespace

JobAdministration::JobAdministration(const QString &schema)
    : m_schema(schema)
    , m_complete(sqlText("worker/queue/admin_complete.sql", schema))
    , m_fail(sqlText("worker/queue/admin_fail.sql", schema))
    , m_reschedule(sqlText("worker/queue/admin_reschedule.sql", schema))
    , m_remove(sqlText("worker/queue/admin_remove.sql", schema))
    , m_removeLeftover(sqlText("worker/queue/remove_leftover.sql", schema))
    , m_markRetired(sqlText("worker/queue/mark_retired.sql", schema))
    , m_unlock(sqlText("worker/queue/admin_unlock.sql", schema))
{ }

Result<std::vector<JobRecord>> JobAdministration::completeJobs(Session &session,
                                                               std::span<const qint64> ids) const
{
    return session.query(m_complete, {param(ids)})
        .map(jobRecordsFrom)
        .map_error([this](const DbError &error) { return explained(error, m_schema); });
}

Result<std::vector<JobRecord>> JobAdministration::permanentlyFailJobs(Session &session,
                                                                      std::span<const qint64> ids,
                                                                      const QString &reason) const
{
    if (reason.contains(QChar(u'\0')))
        return fail(DbError::Kind::InvalidInput, u"the reason contains a zero character"_s);
    return session.query(m_fail, {param(ids), reason.isEmpty() ? nullParam() : param(reason)})
        .map(jobRecordsFrom)
        .map_error([this](const DbError &error) { return explained(error, m_schema); });
}

Result<std::vector<JobRecord>> JobAdministration::rescheduleJobs(Session &session,
                                                                 std::span<const qint64> ids,
                                                                 const Reschedule &change) const
{
    if (auto fine = check(change); !fine)
        return tl::make_unexpected(fine.error());
    const Param runAt
        = change.runAt ? param(qint64(change.runAt->time_since_epoch().count())) : nullParam();
    return session
        .query(m_reschedule,
               {param(ids), runAt, orNull(change.priority), orNull(change.attempts),
                orNull(change.maxAttempts), param(change.atOnce)})
        .map(jobRecordsFrom)
        .map_error([this](const DbError &error) { return explained(error, m_schema); });
}

Result<std::optional<JobRecord>> JobAdministration::removeJob(Session &session,
                                                              const QString &key) const
{
    if (key.contains(QChar(u'\0')))
        return std::optional<JobRecord>();
    const auto work = [&]() -> Result<std::optional<JobRecord>> {
        auto rows = session.query(m_remove, {param(key)});
        if (!rows)
            return tl::make_unexpected(rows.error());
        if (rows->isEmpty())
            return std::optional<JobRecord>();
        JobRecord job = jobRecordFrom(*rows, 0);
        if (job.key.isEmpty()) {
            // It could not be deleted at once: a worker runs it, or it is a new one, not running,
            // that replaced one which disappeared between the function's two statements.
            Result<Rows> done = job.lockedAt
                ? session.query(m_markRetired, {param(std::span<const qint64>(&job.id, 1))})
                : session.query(m_removeLeftover, {param(job.id)});
            if (!done)
                return tl::make_unexpected(done.error());
        }
        return std::optional(std::move(job));
    };
    return atomically(session, work).map_error([this](const DbError &error) {
        return explained(error, m_schema);
    });
}

Result<JobAdministration::Unlocked>
JobAdministration::forceUnlockWorkers(Session &session, const QStringList &workerIds) const
{
    return session.query(m_unlock, {param(workerIds)})
        .map([](const Rows &rows) {
            return Unlocked{int(rows.int64(0, 0)), int(rows.int64(0, 1))};
        })
        .map_error([this](const DbError &error) { return explained(error, m_schema); });
}

} // namespace yardmaster
