#include "models/operations/operationbatch.h"

#include "worker/db/session.h"
#include "worker/db/sqltext.h"
#include "worker/queue/queueerror.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

enum Column {
    Id,
    Xid,
    Now,
    IsTaken,
    IsThere,
    SkipReason,
    RunAt,
    Priority,
    Attempts,
    MaxAttempts,
    LastError,
    UpdatedAt,
    LockedBy,
    IsLocked,
    Key,
    Identifier,
    QueueName,
    Payload,
    Flags,
    CreatedAt,
    Revision
};

Timestamp timeAt(const Rows &rows, int row, int column)
{
    return Timestamp(std::chrono::microseconds(rows.int64(row, column)));
}

std::optional<QByteArray> optionalText(const Rows &rows, int row, int column)
{
    if (rows.isNull(row, column))
        return std::nullopt;
    return rows.bytes(row, column).toByteArray();
}

bool needsErrors(OperationKind kind)
{
    return kind == OperationKind::FailForGood || kind == OperationKind::Complete
        || kind == OperationKind::RemoveByKey;
}

bool needsDetails(OperationKind kind)
{
    return kind == OperationKind::Complete || kind == OperationKind::RemoveByKey
        || kind == OperationKind::EditPayload;
}

LockedJob lockedJob(const Rows &rows, int row, bool withDetails)
{
    LockedJob job;
    job.image.id = rows.int64(row, Id);
    job.image.runAt = timeAt(rows, row, RunAt);
    job.image.priority = int(rows.int64(row, Priority));
    job.image.attempts = int(rows.int64(row, Attempts));
    job.image.maxAttempts = int(rows.int64(row, MaxAttempts));
    job.image.lastError = optionalText(rows, row, LastError);
    job.updatedAt = timeAt(rows, row, UpdatedAt);
    job.lockedBy = optionalText(rows, row, LockedBy);
    if (withDetails) {
        job.image.details = JobImage::Details{rows.bytes(row, Identifier).toByteArray(),
                                              optionalText(rows, row, QueueName),
                                              rows.bytes(row, Payload).toByteArray(),
                                              optionalText(rows, row, Key),
                                              optionalText(rows, row, Flags),
                                              timeAt(rows, row, CreatedAt),
                                              int(rows.int64(row, Revision))};
    }
    return job;
}

} // namespace

QByteArray skipExpression(const OperationChange &change)
{
    const QByteArray locked
        = "when jobs.locked_at >= now() - interval '4 hours' then 'locked by ' || "
          "coalesce(jobs.locked_by, 'an unnamed worker')";
    switch (change.kind) {
    case OperationKind::Unlock:
        return "case when jobs.locked_at is null then 'not locked' end";
    case OperationKind::RemoveByKey:
        return "case " + locked + " when jobs.key is null then 'has no key' end";
    case OperationKind::FailForGood:
        return "case " + locked
            + " when jobs.attempts >= jobs.max_attempts then 'failed for good already' end";
    case OperationKind::EditPayload: {
        QByteArray changed;
        if (change.readAt)
            changed = " when (extract(epoch from jobs.updated_at) * 1000000)::bigint <> "
                + QByteArray::number(qint64(change.readAt->time_since_epoch().count()))
                + " then 'changed since it was read'";
        return "case " + locked + changed + " end";
    }
    default:
        return "case " + locked + " end";
    }
}

OperationBatches::OperationBatches(const OperationSpec &spec)
    : m_spec(spec)
    , m_sql(sqlText("models/operations/operation_batch.sql", spec.schema))
{
    m_sql.replace("null::text /*skip*/", skipExpression(spec.change));
}

Result<OperationBatches::Lookup> OperationBatches::run(Session &session,
                                                       const QByteArray &candidates, Params params,
                                                       const QByteArray &condition) const
{
    QByteArray sql = m_sql;
    sql.replace("null /*candidates*/", candidates);
    sql.replace("true /*where*/", condition);
    auto rows = session.query(sql, params);
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), m_spec.schema));

    Lookup lookup;
    for (int row = 0; row < rows->count(); ++row) {
        const qint64 id = rows->int64(row, Id);
        if (row == 0) {
            lookup.batch.xid = rows->bytes(row, Xid).toByteArray();
            lookup.batch.now = timeAt(*rows, row, Now);
        }
        lookup.batch.until = id;
        if (rows->boolean(row, IsTaken) && rows->isNull(row, SkipReason))
            lookup.taken.push_back(lockedJob(*rows, row, needsDetails(m_spec.change.kind)));
        else if (rows->boolean(row, IsTaken))
            lookup.batch.skipped.push_back({id, rows->text(row, SkipReason)});
        else if (rows->boolean(row, IsThere)) {
            lookup.batch.skipped.push_back({id, u"being changed at this moment"_s});
            ++lookup.batch.contended;
        } else
            lookup.batch.vanished.push_back(id);
    }
    return lookup;
}

Result<OperationBatches::Lookup> OperationBatches::take(Session &session,
                                                        std::span<const qint64> ids) const
{
    Params params{param(needsErrors(m_spec.change.kind)), param(needsDetails(m_spec.change.kind)),
                  param(ids)};
    return run(session, "select wanted.id from unnest($3::bigint[]) as wanted (id)",
               std::move(params), "true");
}

Result<std::optional<OperationBatch>> OperationBatches::next(Session &session, qint64 position,
                                                             int size) const
{
    const OperationScope &scope = m_spec.scope;
    Result<Lookup> lookup;
    qint64 until = 0;
    if (scope.isByFilter()) {
        Params params{param(needsErrors(m_spec.change.kind)),
                      param(needsDetails(m_spec.change.kind)),
                      param(position),
                      param(scope.maxId),
                      timestampParam(scope.takenAt),
                      param(size)};
        auto filter = scope.condition(m_spec.schema, &params);
        if (!filter)
            return tl::make_unexpected(filter.error());
        // Both where the candidates are looked for and where they are locked: a job that somebody
        // has changed in between is looked at again as it is then.
        const QByteArray condition = '(' + *filter + "\n  and jobs.created_at <= $5::timestamptz)";
        const QByteArray candidates = "select jobs.id from " + quotedIdentifier(m_spec.schema)
            + "._private_jobs as jobs\n    where jobs.id > $3::bigint and jobs.id <= $4::bigint"
              "\n      and "
            + condition + "\n    order by jobs.id\n    limit $6::integer";
        lookup = run(session, candidates, std::move(params), condition);
    } else {
        const auto ids = std::span<const qint64>(scope.ids);
        const auto begin = std::min(size_t(position), ids.size());
        const auto part = ids.subspan(begin, std::min(size_t(size), ids.size() - begin));
        if (part.empty())
            return std::nullopt;
        until = position + qint64(part.size());
        lookup = take(session, part);
    }
    if (!lookup)
        return tl::make_unexpected(lookup.error());
    OperationBatch batch = std::move(lookup->batch);
    if (!scope.isByFilter())
        batch.until = until;
    for (LockedJob &job : lookup->taken) {
        batch.jobs.push_back(std::move(job.image));
        if (m_spec.change.kind == OperationKind::Unlock)
            batch.lockedBy.push_back(std::move(job.lockedBy));
    }
    if (batch.seen() == 0)
        return std::nullopt;
    return batch;
}

} // namespace yardmaster
