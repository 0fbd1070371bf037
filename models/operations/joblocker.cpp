#include "models/operations/joblocker.h"

#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include "worker/queue/queueerror.h"
#include <yardmaster/session.h>

#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Of payloads and errors in a batch, which is held in memory several times: as rows, as a line of
/// the journal, as a statement.
constexpr qint64 kBatchBytes = 8 * 1024 * 1024;

enum Column {
    Id,
    Ordinal,
    Xid,
    Now,
    Xmin,
    IsThere,
    SkipReason,
    RunAt,
    Priority,
    Attempts,
    MaxAttempts,
    LastError,
    UpdatedAt,
    LockedBy,
    Key,
    Identifier,
    QueueName,
    Payload,
    Flags,
    CreatedAt,
    Revision
};

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

bool needsPayload(OperationKind kind)
{
    return kind == OperationKind::Complete || kind == OperationKind::RemoveByKey
        || kind == OperationKind::EditPayload;
}

LockedJob lockedJob(const Rows &rows, int row, bool withDetails)
{
    LockedJob job;
    job.image.id = rows.int64(row, Id);
    job.image.runAt = timestampAt(rows, row, RunAt);
    job.image.priority = int(rows.int64(row, Priority));
    job.image.attempts = int(rows.int64(row, Attempts));
    job.image.maxAttempts = int(rows.int64(row, MaxAttempts));
    job.image.lastError = optionalText(rows, row, LastError);
    job.updatedAt = timestampAt(rows, row, UpdatedAt);
    job.lockedBy = optionalText(rows, row, LockedBy);
    job.xmin = quint32(rows.int64(row, Xmin));
    job.place = size_t(rows.int64(row, Ordinal) - 1);
    if (withDetails) {
        job.image.details = JobImage::Details{rows.bytes(row, Identifier).toByteArray(),
                                              optionalText(rows, row, QueueName),
                                              rows.bytes(row, Payload).toByteArray(),
                                              optionalText(rows, row, Key),
                                              optionalText(rows, row, Flags),
                                              timestampAt(rows, row, CreatedAt),
                                              int(rows.int64(row, Revision))};
    }
    return job;
}

/// Whether the journal, which is JSON, can keep the job as it is; in an SQL_ASCII database texts
/// may hold any bytes.
bool canBeKept(const JobImage &job)
{
    const auto isFine = [](const std::optional<QByteArray> &text) {
        return !text || QUtf8StringView(*text).isValidUtf8();
    };
    const auto &details = job.details;
    return isFine(job.lastError)
        && (!details
            || (isFine(details->identifier) && isFine(details->queueName)
                && isFine(details->payload) && isFine(details->key) && isFine(details->flags)));
}

} // namespace

QByteArray skipExpression(const OperationSpec &spec)
{
    const OperationChange &change = spec.change;
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
    case OperationKind::Change: {
        if (!change.key || change.key->isEmpty())
            return "case " + locked + " end";
        const QByteArray others = "from " + quotedIdentifier(spec.schema)
            + "._private_jobs as other where other.id <> jobs.id and other.key = "
            + quotedLiteral(*change.key);
        return "case " + locked + " when exists (select " + others
            + ") then (select 'its key belongs to job ' || other.id " + others + ") end";
    }
    case OperationKind::EditPayload: {
        QByteArray changed;
        if (change.readAt)
            changed = " when (extract(epoch from greatest(least(jobs.updated_at, '294246-01-01'), "
                      "'0001-01-01')) * 1000000)::bigint <> "
                + QByteArray::number(qint64(change.readAt->time_since_epoch().count()))
                + " then 'changed since it was read'";
        return "case " + locked + changed + " end";
    }
    default:
        return "case " + locked + " end";
    }
}

LockedBatch batchWithoutJobs(LockedJobs *jobs)
{
    LockedBatch batch;
    batch.batch.xid = std::move(jobs->xid);
    batch.batch.now = jobs->now;
    batch.batch.skipped = std::move(jobs->skipped);
    batch.batch.vanished = std::move(jobs->vanished);
    batch.contended = jobs->contended;
    return batch;
}

JobLocker::JobLocker(const OperationSpec &spec)
    : m_kind(spec.change.kind)
    , m_needsPlace(spec.change.changesPlace())
    , m_schema(spec.schema)
    , m_sql(sqlText("models/operations/lock_jobs.sql", spec.schema))
{
    m_sql.replace("null::text /*skip*/", skipExpression(spec));
}

Params JobLocker::params(std::span<const qint64> ids, qint64 bytes) const
{
    return {param(needsErrors(m_kind)),
            param(needsPayload(m_kind) || m_needsPlace),
            param(ids),
            param(bytes),
            param(m_kind == OperationKind::Undo),
            param(needsPayload(m_kind))};
}

Result<LockedJobs> JobLocker::lock(Session &session, std::span<const qint64> ids) const
{
    return jobsFrom(session.query(m_sql, params(ids, std::numeric_limits<qint64>::max())));
}

Result<void> JobLocker::send(Session &session, std::span<const qint64> ids) const
{
    return session.send(m_sql, params(ids, kBatchBytes));
}

Result<LockedJobs> JobLocker::answer(Session &session) const
{
    return jobsFrom(session.answer());
}

Result<LockedJobs> JobLocker::jobsFrom(const Result<Rows> &rows) const
{
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), m_schema));

    LockedJobs jobs;
    jobs.looked = rows->count();
    for (int row = 0; row < rows->count(); ++row) {
        const qint64 id = rows->int64(row, Id);
        if (row == 0) {
            jobs.xid = rows->bytes(row, Xid).toByteArray();
            jobs.now = timestampAt(*rows, row, Now);
        }
        const bool isLocked = !rows->isNull(row, Xmin);
        if (isLocked && rows->isNull(row, SkipReason)) {
            LockedJob job = lockedJob(*rows, row, needsPayload(m_kind) || m_needsPlace);
            if (canBeKept(job.image))
                jobs.locked.push_back(std::move(job));
            else
                jobs.skipped.push_back({id, u"its text is not valid UTF-8"_s});
        } else if (isLocked)
            jobs.skipped.push_back({id, rows->text(row, SkipReason)});
        else if (rows->boolean(row, IsThere)) {
            jobs.skipped.push_back({id, u"being changed at this moment"_s});
            ++jobs.contended;
        } else
            jobs.vanished.push_back(id);
    }
    return jobs;
}

} // namespace yardmaster
