#include "worker/queue/workerunlock.h"

#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include "worker/queue/atomically.h"
#include "worker/queue/queueerror.h"
#include <yardmaster/session.h>

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace { } // namespace

int WorkerLocks::lastAttempts() const
{
    return int(std::ranges::count_if(jobs, &Job::isLastAttempt));
}

WorkerUnlock::WorkerUnlock(const QString &schema)
    : m_schema(schema)
    , m_held(sqlText("worker/queue/held_by_worker.sql", schema))
    , m_unlock(sqlText("worker/queue/unlock_worker.sql", schema))
{ }

Result<std::optional<Timestamp>> WorkerUnlock::heartbeat(Session &session,
                                                         const QString &workerId) const
{
    const QByteArray table = quotedIdentifier(m_schema) + "._private_workers";
    const auto exists = session.query("select to_regclass($1::text) is not null", {table});
    if (!exists)
        return tl::make_unexpected(exists.error());
    if (!exists->boolean(0, 0))
        return std::optional<Timestamp>();
    return session
        .query("select (extract(epoch from last_heartbeat_at) * 1000000)::bigint from " + table
                   + " where id = $1::text",
               {param(workerId)})
        .map([](const Rows &rows) {
            return rows.isEmpty() ? std::optional<Timestamp>()
                                  : std::optional(timestampAt(rows, 0, 0));
        });
}

Result<WorkerLocks> WorkerUnlock::look(Session &session, const QString &workerId) const
{
    WorkerLocks locks;
    locks.workerId = workerId;
    const auto time = session.query("select (extract(epoch from now()) * 1000000)::bigint");
    if (!time)
        return tl::make_unexpected(time.error());
    locks.takenAt = timestampAt(*time, 0, 0);
    const auto beat = heartbeat(session, workerId);
    if (!beat)
        return tl::make_unexpected(beat.error());
    locks.heartbeat = *beat;
    const auto rows = session.query(m_held, {param(workerId), param(kMostJobs + 1)});
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), m_schema));
    locks.isCut = rows->count() > kMostJobs;
    for (int row = 0; row < std::min(rows->count(), kMostJobs); ++row)
        locks.jobs << WorkerLocks::Job{rows->int64(row, 0),      rows->text(row, 1),
                                       rows->text(row, 2),       timestampAt(*rows, row, 3),
                                       int(rows->int64(row, 4)), int(rows->int64(row, 5))};
    const auto queues = session.query("select queue_name from " + quotedIdentifier(m_schema)
                                          + "._private_job_queues where not is_available and "
                                            "locked_by = $1::text order by queue_name",
                                      {param(workerId)});
    if (!queues)
        return tl::make_unexpected(explained(queues.error(), m_schema));
    for (int row = 0; row < queues->count(); ++row)
        locks.queues << queues->text(row, 0);
    return locks;
}

Result<WorkerUnlock::Report> WorkerUnlock::unlock(Session &session, const WorkerLocks &locks,
                                                  bool isSilenceVouched) const
{
    QList<qint64> ids;
    for (const WorkerLocks::Job &job : locks.jobs)
        ids << job.id;
    return atomically(session, [&]() -> Result<Report> {
        if (isSilenceVouched) {
            const auto beat = heartbeat(session, locks.workerId);
            if (!beat)
                return tl::make_unexpected(beat.error());
            if (*beat && (!locks.heartbeat || **beat > *locks.heartbeat))
                return fail(
                    DbError::Kind::Contention,
                    u"the worker has sent a heartbeat in the meantime; nothing was unlocked"_s);
        }
        const qint64 since = locks.takenAt.time_since_epoch().count();
        const auto rows = session.query(m_unlock,
                                        {param(locks.workerId), param(std::span<const qint64>(ids)),
                                         param(locks.queues), param(since)});
        if (!rows)
            return tl::make_unexpected(explained(rows.error(), m_schema));
        Report report;
        const QJsonArray jobs = QJsonDocument::fromJson(rows->bytes(0, 0).toByteArray()).array();
        for (const auto &id : jobs)
            report.jobs << id.toInteger();
        const QJsonArray queues = QJsonDocument::fromJson(rows->bytes(0, 1).toByteArray()).array();
        for (const auto &name : queues)
            report.queues << name.toString();
        return report;
    });
}

} // namespace yardmaster
