#include "models/operations/operationbatch.h"

#include "models/operations/frozenscope.h"
#include "worker/db/sqltext.h"
#include "worker/queue/queueerror.h"
#include <yardmaster/session.h>

#include <QHash>

#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Of payloads and errors in a batch, which is held in memory several times: as rows, as a line of
/// the journal, as a statement.
constexpr qint64 kBatchBytes = 8 * 1024 * 1024;

enum Column {
    Id,
    Place,
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
    job.xmin = quint32(rows.int64(row, Xmin));
    job.place = size_t(rows.int64(row, Place) - 1);
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

OperationBatches::OperationBatches(const OperationSpec &spec)
    : m_spec(spec)
    , m_sql(sqlText("models/operations/operation_batch.sql", spec.schema))
{
    m_sql.replace("null::text /*skip*/", skipExpression(spec.change));
}

Params OperationBatches::params(std::span<const qint64> ids, qint64 bytes) const
{
    const OperationKind kind = m_spec.change.kind;
    return {param(needsErrors(kind)), param(needsDetails(kind)), param(ids), param(bytes),
            param(kind == OperationKind::Undo)};
}

Result<OperationBatches::Lookup> OperationBatches::take(Session &session,
                                                        std::span<const qint64> ids) const
{
    return lookupFrom(session.query(m_sql, params(ids, std::numeric_limits<qint64>::max())));
}

Result<OperationBatches::Lookup> OperationBatches::answer(Session &session) const
{
    return lookupFrom(session.answer());
}

Result<OperationBatches::Lookup> OperationBatches::lookupFrom(const Result<Rows> &rows) const
{
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), m_spec.schema));

    Lookup lookup;
    lookup.jobs = rows->count();
    for (int row = 0; row < rows->count(); ++row) {
        const qint64 id = rows->int64(row, Id);
        if (row == 0) {
            lookup.batch.xid = rows->bytes(row, Xid).toByteArray();
            lookup.batch.now = timeAt(*rows, row, Now);
        }
        const bool isTaken = !rows->isNull(row, Xmin);
        if (isTaken && rows->isNull(row, SkipReason)) {
            LockedJob job = lockedJob(*rows, row, needsDetails(m_spec.change.kind));
            if (canBeKept(job.image))
                lookup.taken.push_back(std::move(job));
            else
                lookup.batch.skipped.push_back({id, u"its text is not valid UTF-8"_s});
        } else if (isTaken)
            lookup.batch.skipped.push_back({id, rows->text(row, SkipReason)});
        else if (rows->boolean(row, IsThere)) {
            lookup.batch.skipped.push_back({id, u"being changed at this moment"_s});
            ++lookup.batch.contended;
        } else
            lookup.batch.vanished.push_back(id);
    }
    return lookup;
}

/// Moves the jobs that are no longer as they were counted from `taken` to `skipped`.
Result<void> OperationBatches::leaveChanged(Session &session, std::span<const ScopeEntry> entries,
                                            Lookup *lookup) const
{
    std::vector<qint64> others; // with another version of the row
    for (const LockedJob &job : lookup->taken) {
        if (job.xmin != entries[job.place].xmin)
            others.push_back(job.image.id);
    }
    QHash<qint64, quint32> hashes;
    if (!others.empty()) {
        QByteArray sql = sqlText("models/operations/job_hashes.sql", m_spec.schema);
        const auto rows = session.query(sql.replace("0 /*hash*/", jobHash()),
                                        {param(std::span<const qint64>(others))});
        if (!rows)
            return tl::make_unexpected(explained(rows.error(), m_spec.schema));
        for (int row = 0; row < rows->count(); ++row)
            hashes.insert(rows->int64(row, 0), quint32(rows->int64(row, 1)));
    }
    const auto isLeftAlone = [&](const LockedJob &job) {
        const ScopeEntry &entry = entries[job.place];
        const bool isSame = job.xmin == entry.xmin
            || (entry.xmin != 0 && hashes.value(job.image.id) == entry.hash);
        if (!isSame)
            lookup->batch.skipped.push_back({job.image.id, u"changed since the preview"_s});
        else if (entry.isLeftAlone)
            lookup->batch.skipped.push_back({job.image.id, u"left alone in the preview"_s});
        return !isSame || entry.isLeftAlone;
    };
    std::erase_if(lookup->taken, isLeftAlone);
    return {};
}

Result<std::optional<OperationBatches::Request>>
OperationBatches::send(Session &session, ScopeList *list, qint64 position, int size) const
{
    auto entries = list->read(position, size);
    if (!entries)
        return tl::make_unexpected(entries.error());
    if (entries->empty())
        return std::nullopt;
    std::vector<qint64> ids;
    ids.reserve(entries->size());
    for (const ScopeEntry &entry : *entries)
        ids.push_back(entry.id);
    return session.send(m_sql, params(ids, kBatchBytes)).map([&] {
        return std::optional(Request{*std::move(entries), position, size});
    });
}

Result<OperationBatch> OperationBatches::batchFrom(Session &session, const Request &request,
                                                   Lookup lookup) const
{
    if (auto left = leaveChanged(session, request.entries, &lookup); !left)
        return tl::make_unexpected(left.error());
    OperationBatch batch = std::move(lookup.batch);
    batch.until = request.position + lookup.jobs;
    for (LockedJob &job : lookup.taken) {
        batch.jobs.push_back(std::move(job.image));
        if (m_spec.change.kind == OperationKind::Unlock)
            batch.lockedBy.push_back(std::move(job.lockedBy));
    }
    return batch;
}

Result<std::optional<OperationBatch>> OperationBatches::next(Session &session, ScopeList *list,
                                                             qint64 position, int size) const
{
    const auto request = send(session, list, position, size);
    if (!request)
        return tl::make_unexpected(request.error());
    if (!*request)
        return std::nullopt;
    auto found = answer(session);
    if (!found)
        return tl::make_unexpected(found.error());
    return batchFrom(session, **request, *std::move(found));
}

} // namespace yardmaster
