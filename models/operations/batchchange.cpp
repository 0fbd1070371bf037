#include "models/operations/batchchange.h"

#include "models/values/format.h"

#include <QCoreApplication>
#include <QRandomGenerator>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

std::vector<qint64> idsOf(std::span<const JobImage> jobs)
{
    std::vector<qint64> ids;
    ids.reserve(jobs.size());
    for (const JobImage &job : jobs)
        ids.push_back(job.id);
    return ids;
}

bool isOutOfAttempts(const JobImage &job)
{
    return job.attempts >= job.maxAttempts;
}

qsizetype sizeOf(const BulkChanges::Ids &ids)
{
    return qsizetype(ids.size());
}

/// A random moment of the share of the window that belongs to the job with this index.
qint64 spreadTime(const OperationSpec &spec, Timestamp from, qint64 index)
{
    const double window = double(spec.change.window.count());
    const double chance = QRandomGenerator::global()->generateDouble();
    const qint64 shares = spec.scope.expected;
    if (shares <= 0 || index >= shares)
        return microseconds(from) + qint64(window * chance);
    return microseconds(from) + qint64((double(index) + chance) * window / double(shares));
}

} // namespace

BatchChange::BatchChange(const OperationSpec &spec)
    : m_spec(spec)
    , m_changes(spec.schema)
{ }

void BatchChange::plan(OperationBatch *batch, qint64 position) const
{
    const OperationChange &change = m_spec.change;
    if (change.kind != OperationKind::Reschedule || change.timing == OperationTiming::AtTime)
        return;
    const Timestamp counted
        = m_spec.scope.takenAt == Timestamp{} ? batch->now : m_spec.scope.takenAt;
    const Timestamp from = change.runAt.value_or(counted);
    for (const JobImage &job : batch->jobs) {
        if (change.timing == OperationTiming::Spread)
            batch->after.push_back(spreadTime(m_spec, from, position++));
        else
            batch->after.push_back(
                microseconds(isFinite(job.runAt) ? job.runAt + change.shift : job.runAt));
    }
}

Result<void> BatchChange::apply(Session &session, const LockedBatch &locked) const
{
    const auto count = changed(session, locked);
    if (!count)
        return tl::make_unexpected(count.error());
    const qsizetype wanted = std::ssize(locked.batch.jobs);
    if (*count == wanted)
        return {};
    return fail(DbError::Kind::Contention,
                QCoreApplication::translate("Operation",
                                            "%1 of %2 locked jobs could not be changed", nullptr,
                                            pluralOf(wanted))
                    .arg(formatNumber(wanted - *count), formatNumber(wanted)));
}

Result<qsizetype> BatchChange::retry(Session &session, std::span<const JobImage> jobs) const
{
    std::vector<qint64> failed;
    std::vector<qint64> others;
    for (const JobImage &job : jobs)
        (isOutOfAttempts(job) ? failed : others).push_back(job.id);
    qsizetype count = 0;
    Reschedule change;
    change.atOnce = true;
    for (const auto *ids : {&others, &failed}) {
        if (ids == &failed)
            change.attempts = 0;
        if (ids->empty())
            continue;
        auto done = m_changes.reschedule(session, *ids, change);
        if (!done)
            return tl::make_unexpected(done.error());
        count += sizeOf(*done);
    }
    return count;
}

Result<qsizetype> BatchChange::changed(Session &session, const LockedBatch &locked) const
{
    const OperationBatch &batch = locked.batch;
    const OperationChange &change = m_spec.change;
    const std::vector<qint64> ids = idsOf(batch.jobs);
    switch (change.kind) {
    case OperationKind::Retry:
        return retry(session, batch.jobs);
    case OperationKind::Reschedule: {
        if (change.timing == OperationTiming::AtTime) {
            Reschedule atTime;
            atTime.runAt = change.runAt;
            return m_changes.reschedule(session, ids, atTime).map(sizeOf);
        }
        std::vector<Timestamp> times;
        times.reserve(batch.after.size());
        for (const qint64 time : batch.after)
            times.emplace_back(std::chrono::microseconds(time));
        return m_changes.setRunAt(session, ids, times).map(sizeOf);
    }
    case OperationKind::Change: {
        if (change.changesPlace()) {
            auto placed = m_changes.place(session, ids, {change.queue, change.flags, change.key});
            if (!placed || (!change.priority && !change.attempts && !change.maxAttempts))
                return placed.map(sizeOf);
        }
        Reschedule numbers;
        numbers.priority = change.priority;
        numbers.attempts = change.attempts;
        numbers.maxAttempts = change.maxAttempts;
        return m_changes.reschedule(session, ids, numbers).map(sizeOf);
    }
    case OperationKind::Complete:
        return m_changes.complete(session, ids).map(sizeOf);
    case OperationKind::FailForGood:
        return m_changes.failForGood(session, batch.jobs, change.reason).map(sizeOf);
    case OperationKind::RemoveByKey: {
        QList<QByteArray> keys;
        for (const JobImage &job : batch.jobs)
            keys << job.details->key.value_or(QByteArray());
        return m_changes.remove(session, keys).map(sizeOf);
    }
    case OperationKind::Unlock:
        return m_changes.unlock(session, ids, locked.lockedBy).map(sizeOf);
    case OperationKind::EditPayload: {
        auto edited = m_changes.editPayload(session, ids.front(), change.payload);
        if (!edited || edited->empty())
            return edited.map(sizeOf);
        return retry(session, batch.jobs);
    }
    case OperationKind::Undo:
        break; // UndoBatches does that
    }
    Q_UNREACHABLE();
}

QByteArray BatchChange::statement() const
{
    switch (m_spec.change.kind) {
    case OperationKind::Retry:
        return "reschedule_jobs(ids, run_at => now(), attempts => 0 where none is left)";
    case OperationKind::Reschedule:
        return m_spec.change.timing == OperationTiming::AtTime
            ? "reschedule_jobs(ids, run_at => …)"
            : "update _private_jobs set run_at = …, updated_at = now() where id = any (ids)";
    case OperationKind::Change:
        return m_spec.change.changesPlace()
            ? "update _private_jobs set job_queue_id = …, flags = …, key = … where id = any "
              "(ids); reschedule_jobs(ids, …)"
            : "reschedule_jobs(ids, priority => …, attempts => …, max_attempts => …)";
    case OperationKind::Complete:
        return "complete_jobs(ids)";
    case OperationKind::FailForGood:
        return "permanently_fail_jobs(ids, reason); update _private_jobs set last_error = …";
    case OperationKind::RemoveByKey:
        return "remove_job(key)";
    case OperationKind::Unlock:
        return "update _private_jobs set locked_at = null, locked_by = null where id = any (ids)";
    case OperationKind::EditPayload:
        return "update _private_jobs set payload = … where id = …; reschedule_jobs(ids, …)";
    case OperationKind::Undo:
        break; // UndoSource says that
    }
    Q_UNREACHABLE();
}

JobImage imageAfter(const OperationChange &change, const OperationBatch &batch, size_t index)
{
    JobImage image = batch.jobs.at(index);
    switch (change.kind) {
    case OperationKind::Retry:
    case OperationKind::EditPayload:
        image.runAt = batch.now;
        if (isOutOfAttempts(image))
            image.attempts = 0;
        break;
    case OperationKind::Reschedule:
        image.runAt = batch.after.empty()
            ? change.runAt.value_or(image.runAt)
            : Timestamp(std::chrono::microseconds(batch.after.at(index)));
        break;
    case OperationKind::Change:
        image.priority = change.priority.value_or(image.priority);
        image.attempts = change.attempts.value_or(image.attempts);
        image.maxAttempts = change.maxAttempts.value_or(image.maxAttempts);
        if (image.details) {
            const auto text = [](const QString &name) {
                return name.isEmpty() ? std::nullopt : std::optional(name.toUtf8());
            };
            if (change.queue)
                image.details->queueName = text(*change.queue);
            if (change.flags)
                image.details->flags = flagsJson(*change.flags);
            if (change.key)
                image.details->key = text(*change.key);
        }
        break;
    case OperationKind::FailForGood:
        image.attempts = image.maxAttempts;
        break;
    default:
        break;
    }
    return image;
}

} // namespace yardmaster
