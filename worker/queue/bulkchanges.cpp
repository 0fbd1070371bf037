#include "worker/queue/bulkchanges.h"

#include "worker/db/sqltext.h"
#include "worker/queue/queueerror.h"
#include <yardmaster/session.h>

#include <QJsonDocument>
#include <QJsonObject>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

BulkChanges::Ids idsFrom(const Rows &rows)
{
    BulkChanges::Ids ids;
    ids.reserve(size_t(rows.count()));
    for (int row = 0; row < rows.count(); ++row)
        ids.push_back(rows.int64(row, 0));
    return ids;
}

/// One column of many jobs, as an array.
template <typename Item, typename Get> Param numbers(std::span<const Item> items, Get get)
{
    ArrayParam array;
    for (const Item &item : items)
        array.add(QByteArray::number(qint64(get(item))));
    return array.param();
}

template <typename Item, typename Get> Param texts(std::span<const Item> items, Get get)
{
    ArrayParam array;
    for (const Item &item : items)
        array.addText(get(item));
    return array.param();
}

Param keysParam(const QList<QByteArray> &keys)
{
    return texts(std::span<const QByteArray>(keys), [](const QByteArray &key) { return key; });
}

} // namespace

QByteArray failureText(const QString &reason, const std::optional<QByteArray> &earlier)
{
    QByteArray text = reason.toUtf8();
    if (earlier && !earlier->isEmpty())
        text += "\n\nEarlier error:\n" + *earlier;
    return text;
}

std::optional<QByteArray> flagsJson(const QStringList &flags)
{
    if (flags.isEmpty())
        return std::nullopt;
    QJsonObject object;
    for (const QString &flag : flags)
        object.insert(flag, true);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

BulkChanges::BulkChanges(const QString &schema)
    : m_schema(schema)
    , m_reschedule(sqlText("worker/queue/bulk_reschedule.sql", schema))
    , m_setRunAt(sqlText("worker/queue/bulk_set_run_at.sql", schema))
    , m_complete(sqlText("worker/queue/bulk_complete.sql", schema))
    , m_fail(sqlText("worker/queue/bulk_fail.sql", schema))
    , m_keepErrors(sqlText("worker/queue/bulk_keep_errors.sql", schema))
    , m_remove(sqlText("worker/queue/bulk_remove.sql", schema))
    , m_unlock(sqlText("worker/queue/bulk_unlock.sql", schema))
    , m_editPayload(sqlText("worker/queue/bulk_edit_payload.sql", schema))
    , m_place(sqlText("worker/queue/bulk_place.sql", schema))
    , m_restore(sqlText("worker/queue/bulk_restore.sql", schema))
    , m_newIds(sqlText("worker/queue/bulk_new_ids.sql", schema))
    , m_takenKeys(sqlText("worker/queue/bulk_taken_keys.sql", schema))
    , m_recreateNames(sqlText("worker/queue/bulk_recreate_names.sql", schema))
    , m_recreate(sqlText("worker/queue/bulk_recreate.sql", schema))
{ }

Result<BulkChanges::Ids> BulkChanges::run(Session &session, const QByteArray &sql,
                                          const Params &params) const
{
    return session.query(sql, params).map(idsFrom).map_error([this](const DbError &error) {
        return explained(error, m_schema);
    });
}

Result<BulkChanges::Ids> BulkChanges::reschedule(Session &session, std::span<const qint64> ids,
                                                 const Reschedule &change) const
{
    const Param runAt = change.runAt ? param(microseconds(*change.runAt)) : nullParam();
    return run(session, m_reschedule,
               {param(ids), runAt, orNull(change.priority), orNull(change.attempts),
                orNull(change.maxAttempts), param(change.atOnce)});
}

Result<BulkChanges::Ids> BulkChanges::setRunAt(Session &session, std::span<const qint64> ids,
                                               std::span<const Timestamp> runAt) const
{
    Q_ASSERT(ids.size() == runAt.size());
    return run(session, m_setRunAt, {param(ids), numbers(runAt, microseconds)});
}

Result<BulkChanges::Ids> BulkChanges::complete(Session &session, std::span<const qint64> ids) const
{
    return run(session, m_complete, {param(ids)});
}

Result<BulkChanges::Ids> BulkChanges::failForGood(Session &session, std::span<const JobImage> jobs,
                                                  const QString &reason) const
{
    const Param ids = numbers(jobs, [](const JobImage &job) { return job.id; });
    auto failed = run(session, m_fail, {ids, param(reason)});
    if (!failed)
        return failed;
    const Param errors
        = texts(jobs, [&](const JobImage &job) { return failureText(reason, job.lastError); });
    return run(session, m_keepErrors, {ids, errors});
}

Result<BulkChanges::Ids> BulkChanges::remove(Session &session, const QList<QByteArray> &keys) const
{
    return run(session, m_remove, {keysParam(keys)});
}

Result<BulkChanges::Ids>
BulkChanges::unlock(Session &session, std::span<const qint64> ids,
                    std::span<const std::optional<QByteArray>> lockedBy) const
{
    Q_ASSERT(ids.size() == lockedBy.size());
    return run(
        session, m_unlock,
        {param(ids), texts(lockedBy, [](const std::optional<QByteArray> &name) { return name; })});
}

Result<BulkChanges::Ids> BulkChanges::editPayload(Session &session, qint64 id,
                                                  const QByteArray &payload) const
{
    return run(session, m_editPayload, {param(id), payload});
}

Result<BulkChanges::Ids> BulkChanges::place(Session &session, std::span<const qint64> ids,
                                            const Place &place) const
{
    const auto text = [](const std::optional<QString> &name) {
        return name && !name->isEmpty() ? Param(name->toUtf8()) : nullParam();
    };
    if (place.queue && !place.queue->isEmpty()) {
        if (auto names = run(session, m_recreateNames,
                             {param(QStringList()), param(QStringList(*place.queue))});
            !names)
            return names;
    }
    const std::optional<QByteArray> flags = place.flags ? flagsJson(*place.flags) : std::nullopt;
    return run(session, m_place,
               {param(ids), param(place.queue.has_value()), text(place.queue),
                param(place.flags.has_value()), flags ? Param(*flags) : nullParam(),
                param(place.key.has_value()), text(place.key)});
}

Result<BulkChanges::Ids> BulkChanges::restore(Session &session, std::span<const JobImage> jobs,
                                              Restored columns) const
{
    const auto payload = [](const JobImage &job) -> std::optional<QByteArray> {
        return job.details ? std::optional(job.details->payload) : std::nullopt;
    };
    using Details = JobImage::Details;
    const auto detail = [](std::optional<QByteArray> Details::*column) {
        return [column](const JobImage &job) {
            return job.details ? (*job.details).*column : std::nullopt;
        };
    };
    if (columns.place) {
        if (auto names = addNames(session, param(QStringList()), jobs); !names)
            return names;
    }
    return run(session, m_restore,
               {numbers(jobs, [](const JobImage &job) { return job.id; }),
                numbers(jobs, [](const JobImage &job) { return microseconds(job.runAt); }),
                numbers(jobs, [](const JobImage &job) { return job.priority; }),
                numbers(jobs, [](const JobImage &job) { return job.attempts; }),
                numbers(jobs, [](const JobImage &job) { return job.maxAttempts; }),
                texts(jobs, [](const JobImage &job) { return job.lastError; }),
                param(columns.lastError), texts(jobs, payload), param(columns.payload),
                texts(jobs, detail(&Details::queueName)), texts(jobs, detail(&Details::flags)),
                texts(jobs, detail(&Details::key)), param(columns.place)});
}

Result<BulkChanges::Ids> BulkChanges::addNames(Session &session, const Param &tasks,
                                               std::span<const JobImage> jobs) const
{
    ArrayParam queues;
    for (const JobImage &job : jobs) {
        if (job.details && job.details->queueName)
            queues.addText(job.details->queueName);
    }
    return run(session, m_recreateNames, {tasks, queues.param()});
}

Result<BulkChanges::Ids> BulkChanges::reserveIds(Session &session, qsizetype count) const
{
    return run(session, m_newIds, {param(qint64(count))});
}

Result<std::vector<BulkChanges::TakenKey>>
BulkChanges::takenKeys(Session &session, const QList<QByteArray> &keys) const
{
    auto rows = session.query(m_takenKeys, {keysParam(keys)});
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), m_schema));
    std::vector<TakenKey> taken;
    taken.reserve(size_t(rows->count()));
    for (int row = 0; row < rows->count(); ++row)
        taken.push_back({rows->bytes(row, 0).toByteArray(), rows->int64(row, 1)});
    return taken;
}

Result<BulkChanges::Ids> BulkChanges::recreate(Session &session, std::span<const JobImage> jobs,
                                               std::span<const qint64> newIds) const
{
    Q_ASSERT(jobs.size() == newIds.size());
    using Details = JobImage::Details;
    const auto details = [](const JobImage &job) -> const Details & { return *job.details; };
    const Param tasks = texts(jobs, [&](const JobImage &job) { return details(job).identifier; });
    const Param queues = texts(jobs, [&](const JobImage &job) { return details(job).queueName; });
    if (auto names = addNames(session, tasks, jobs); !names)
        return names;
    return run(
        session, m_recreate,
        {param(newIds), tasks, queues,
         texts(jobs, [&](const JobImage &job) { return details(job).payload; }),
         numbers(jobs, [](const JobImage &job) { return job.priority; }),
         numbers(jobs, [](const JobImage &job) { return microseconds(job.runAt); }),
         numbers(jobs, [&](const JobImage &job) { return microseconds(details(job).createdAt); }),
         numbers(jobs, [](const JobImage &job) { return job.attempts; }),
         numbers(jobs, [](const JobImage &job) { return job.maxAttempts; }),
         texts(jobs, [](const JobImage &job) { return job.lastError; }),
         texts(jobs, [&](const JobImage &job) { return details(job).key; }),
         texts(jobs, [&](const JobImage &job) { return details(job).flags; }),
         numbers(jobs, [&](const JobImage &job) { return details(job).revision; })});
}

} // namespace yardmaster
