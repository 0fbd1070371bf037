#include "models/query/jobdetails.h"

#include "models/query/workersalive.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QJsonDocument>
#include <QJsonObject>

namespace yardmaster {

namespace {

/// Fills in what the registry knows of the lock holders.
Result<void> readHolders(Session &session, const FilterContext &context, JobDetails *details)
{
    QStringList ids;
    if (!details->holder.id.isEmpty())
        ids << details->holder.id;
    if (details->queue && !details->queue->holder.id.isEmpty())
        ids << details->queue->holder.id;
    const auto rows = session.query(sqlText("models/query/job_workers.sql", context.schema),
                                    {param(ids), param(context.staleWorkers)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    const auto fill = [&rows](LockHolder *holder) {
        for (int row = 0; row < rows->count(); ++row) {
            if (!rows->isNull(row, 0) && rows->text(row, 0) == holder->id) {
                holder->isRegistered = true;
                holder->silentFor = std::chrono::milliseconds(rows->int64(row, 1));
                holder->isStale = rows->boolean(row, 4);
                if (!rows->isNull(row, 3))
                    holder->running = rows->int64(row, 3);
            }
        }
    };
    fill(&details->holder);
    if (details->queue)
        fill(&details->queue->holder);
    details->liveWorkers = int(rows->int64(0, 2));
    return {};
}

/// Which jobs run in the queue: those its holder has locked, which are few.
Result<void> readRunning(Session &session, const QString &schema, JobDetails *details)
{
    const auto rows
        = session.query("select jobs.id from " + quotedIdentifier(schema)
                            + "._private_jobs as jobs join " + quotedIdentifier(schema)
                            + "._private_job_queues as queues on queues.id = jobs.job_queue_id"
                              " where queues.queue_name = $1::text and jobs.locked_at is not null"
                              " order by jobs.id limit 10",
                        {param(details->job.queueName)});
    // The whole table may have to be read: then it is not known.
    if (!rows)
        return rows.error().kind == DbError::Kind::Cancelled
            ? Result<void>()
            : Result<void>(tl::make_unexpected(rows.error()));
    for (int row = 0; row < rows->count(); ++row)
        details->queue->running << rows->int64(row, 0);
    return {};
}

Result<std::optional<JobDetails>> read(Session &session, FilterContext context, qint64 id)
{
    auto stale = readStaleWorkers(session, context.schema);
    if (!stale)
        return tl::make_unexpected(stale.error());
    context.staleWorkers = *std::move(stale);
    Params params{param(id)};
    FilterSql sql(context, &params);
    QByteArray text = sqlText("models/query/job_details.sql", context.schema);
    text.replace("0 /*state*/", sql.stateNumber());
    const auto rows = session.query(text, params);
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->isEmpty())
        return std::optional<JobDetails>();
    JobDetails details;
    details.job = jobRecordFrom(*rows, 0);
    details.state = JobState(rows->int64(0, 16));
    details.now = timestampAt(*rows, 0, 17);
    details.holder.id = details.job.lockedBy;
    if (rows->boolean(0, 18)) {
        JobDetails::Queue queue;
        queue.isMissing = rows->boolean(0, 19);
        if (!rows->isNull(0, 20))
            queue.lockedAt = timestampAt(*rows, 0, 20);
        queue.holder.id = rows->text(0, 21);
        details.queue = queue;
    }
    details.hasRegistry = rows->boolean(0, 22);
    details.aheadOfIt = rows->int64(0, 23);
    details.flags = QJsonDocument::fromJson(details.job.flags).object().keys();
    for (const QString &flag : context.forbiddenFlags) {
        if (details.flags.contains(flag))
            details.forbiddenFlags << flag;
    }
    if (details.hasRegistry) {
        if (auto known = readHolders(session, context, &details); !known)
            return tl::make_unexpected(known.error());
    }
    return std::optional(details);
}

} // namespace

Result<std::optional<JobDetails>> readJobDetails(Session &session, const FilterContext &context,
                                                 qint64 id)
{
    constexpr const char *kBegin = "begin read only; set local statement_timeout = '3s';"
                                   " set local jit = off;"
                                   " set local max_parallel_workers_per_gather = 0";
    Result<std::optional<JobDetails>> details = std::optional<JobDetails>();
    if (auto begun = session.script(kBegin); !begun)
        details = tl::make_unexpected(begun.error());
    else
        details = read(session, context, id);
    // Last, because a timeout ends the transaction.
    if (details && *details && (*details)->queue && (*details)->queue->lockedAt) {
        if (auto running = readRunning(session, context.schema, &**details); !running)
            details = tl::make_unexpected(running.error());
    }
    if (!session.isLost())
        (void)session.script("rollback");
    return details;
}

} // namespace yardmaster
