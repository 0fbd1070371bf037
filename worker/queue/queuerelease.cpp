#include "worker/queue/queuerelease.h"

#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include "worker/queue/queueerror.h"
#include <yardmaster/session.h>

namespace yardmaster {

Result<QueueRelease> releaseQueue(Session &session, const QString &schema, const QueueLock &seen)
{
    const auto rows
        = session.query(sqlText("worker/queue/release_queue.sql", schema),
                        {param(seen.queue), seen.owner.isEmpty() ? nullParam() : param(seen.owner),
                         param(qint64(seen.since.time_since_epoch().count()))});
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), schema));
    using Outcome = QueueRelease::Outcome;
    QueueRelease release;
    if (rows->boolean(0, 0))
        return release;
    release.jobs = rows->int64(0, 4);
    if (!rows->isNull(0, 3))
        release.lock = QueueLock{seen.queue, rows->text(0, 2), timestampAt(*rows, 0, 3)};
    if (!rows->boolean(0, 1))
        release.outcome = Outcome::QueueGone;
    else if (!release.lock)
        release.outcome = Outcome::Free;
    else if (*release.lock == seen && release.jobs > 0)
        release.outcome = Outcome::StillRuns;
    else
        // Or its row was changed while the statement ran; then the report is slightly outdated.
        release.outcome = Outcome::TakenAnew;
    return release;
}

QByteArray releaseQueueStatement(const QString &schema, const QueueLock &seen)
{
    const QByteArray queues = quotedIdentifier(schema) + "._private_job_queues";
    const QByteArray jobs = quotedIdentifier(schema) + "._private_jobs";
    const QByteArray owner = seen.owner.isEmpty() ? QByteArray("null") : quotedLiteral(seen.owner);
    return "update " + queues
        + " as queues set locked_by = null, locked_at = null\nwhere queue_name = "
        + quotedLiteral(seen.queue) + "\n  and locked_by is not distinct from " + owner
        + "\n  and (extract(epoch from locked_at) * 1000000)::bigint = "
        + QByteArray::number(qint64(seen.since.time_since_epoch().count()))
        + "\n  and not exists (select from " + jobs
        + " as jobs\n    where jobs.job_queue_id = queues.id and jobs.locked_at is not null\n"
          "      and jobs.locked_by is not distinct from queues.locked_by)";
}

} // namespace yardmaster
