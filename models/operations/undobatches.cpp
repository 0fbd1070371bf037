#include "models/operations/undobatches.h"

#include "models/operations/batchchange.h"
#include "models/operations/operationjournal.h"
#include "models/query/operationtext.h"
#include "models/values/format.h"
#include "worker/db/rowtimes.h"
#include <yardmaster/session.h>

#include <QHash>

#include <algorithm>
#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

bool isSame(const JobImage &left, const JobImage &right)
{
    return left.runAt == right.runAt && left.priority == right.priority
        && left.attempts == right.attempts && left.maxAttempts == right.maxAttempts;
}

QString takenKeyReason(qint64 owner)
{
    return u"its key now belongs to job %1"_s.arg(owner);
}

} // namespace

UndoBatches::UndoBatches(const OperationSpec &undo, OperationRecord source)
    : m_source(std::move(source))
    , m_locker(undo)
    , m_changes(undo.schema)
{ }

bool UndoBatches::isAtEnd(BatchPosition position) const
{
    return position.index >= std::ssize(m_source.committed);
}

/// What the operation did in one batch, to `most` jobs from `position` on. `until` says where the
/// next part begins.
Result<OperationBatch> UndoBatches::part(BatchPosition position, qint64 most) const
{
    auto done = OperationJournal::readBatch(m_source, size_t(position.index));
    if (!done)
        return done;
    const qint64 size = std::ssize(done->jobs);
    const qint64 from = std::min(position.within, size);
    const qint64 to = from + std::min(most, size - from);
    const auto cut = [from, to](auto *list) {
        if (list->empty())
            return;
        list->erase(list->begin() + to, list->end());
        list->erase(list->begin(), list->begin() + from);
    };
    cut(&done->jobs);
    cut(&done->after);
    done->until
        = to < size ? BatchPosition{position.index, to} : BatchPosition{position.index + 1, 0};
    return done;
}

Result<std::optional<LockedBatch>> UndoBatches::next(Session &session, BatchPosition position,
                                                     qint64 most) const
{
    if (isAtEnd(position))
        return std::nullopt;
    const auto done = part(position, most);
    if (!done)
        return tl::make_unexpected(done.error());
    auto locked = isRecreating() ? recreating(session, *done) : restoring(session, *done);
    if (!locked)
        return tl::make_unexpected(locked.error());
    locked->batch.until = done->until;
    return std::optional(*std::move(locked));
}

Result<std::optional<OperationBatch>> UndoBatches::preview(Session &session,
                                                           BatchPosition position) const
{
    if (isAtEnd(position))
        return std::nullopt;
    const auto done = part(position, std::numeric_limits<qint64>::max());
    if (!done)
        return tl::make_unexpected(done.error());
    if (isRecreating())
        return withFreeKeys(session, *done).map([](OperationBatch batch) {
            return std::optional(std::move(batch));
        });
    return restoring(session, *done).map([](LockedBatch locked) {
        return std::optional(std::move(locked.batch));
    });
}

/// Locks those jobs that are still as the operation left them; the others are skipped.
Result<LockedBatch> UndoBatches::restoring(Session &session, const OperationBatch &done) const
{
    std::vector<qint64> ids;
    QHash<qint64, size_t> indexes;
    for (size_t i = 0; i < done.jobs.size(); ++i) {
        ids.push_back(done.jobs[i].id);
        indexes.insert(done.jobs[i].id, i);
    }
    auto jobs = m_locker.lock(session, ids);
    if (!jobs)
        return tl::make_unexpected(jobs.error());
    const auto owners = m_source.spec.change.key ? keyOwners(session, done) : KeyOwners();
    if (!owners)
        return tl::make_unexpected(owners.error());
    LockedBatch locked = batchWithoutJobs(&*jobs);
    for (LockedJob &job : jobs->locked) {
        const size_t index = indexes.value(job.image.id);
        if (job.updatedAt != done.now
            || !isSame(job.image, imageAfter(m_source.spec.change, done, index))) {
            locked.batch.skipped.push_back({job.image.id, u"changed since"_s});
            continue;
        }
        const auto &details = done.jobs[index].details;
        const qint64 owner = details && details->key ? owners->value(*details->key) : 0;
        if (owner != 0 && owner != job.image.id) {
            locked.batch.skipped.push_back({job.image.id, takenKeyReason(owner)});
            continue;
        }
        locked.batch.jobs.push_back(std::move(job.image));
        locked.restored.push_back(done.jobs[index]);
    }
    return locked;
}

/// Which jobs have the keys that those of a batch had.
UndoBatches::KeyOwners UndoBatches::keyOwners(Session &session, const OperationBatch &done) const
{
    QList<QByteArray> keys;
    for (const JobImage &job : done.jobs) {
        if (job.details && job.details->key)
            keys << *job.details->key;
    }
    return m_changes.takenKeys(session, keys).map([](const auto &taken) {
        QHash<QByteArray, qint64> owners;
        for (const auto &key : taken)
            owners.insert(key.key, key.job);
        return owners;
    });
}

/// Those of the deleted jobs whose keys are free; the others are skipped.
Result<OperationBatch> UndoBatches::withFreeKeys(Session &session, const OperationBatch &done) const
{
    const auto owners = keyOwners(session, done);
    if (!owners)
        return tl::make_unexpected(owners.error());
    OperationBatch batch;
    for (const JobImage &job : done.jobs) {
        const auto &key = job.details->key;
        if (key && owners->contains(*key))
            batch.skipped.push_back({job.id, takenKeyReason(owners->value(*key))});
        else
            batch.jobs.push_back(job);
    }
    return batch;
}

/// Sets ids aside for the deleted jobs.
Result<LockedBatch> UndoBatches::recreating(Session &session, const OperationBatch &done) const
{
    auto facts = session.query(
        "select txid_current()::text, (extract(epoch from now()) * 1000000)::bigint");
    if (!facts)
        return tl::make_unexpected(facts.error());
    auto batch = withFreeKeys(session, done);
    if (!batch)
        return tl::make_unexpected(batch.error());
    LockedBatch locked;
    locked.batch = *std::move(batch);
    locked.batch.xid = facts->bytes(0, 0).toByteArray();
    locked.batch.now = timestampAt(*facts, 0, 1);
    auto ids = m_changes.reserveIds(session, std::ssize(locked.batch.jobs));
    if (!ids)
        return tl::make_unexpected(ids.error());
    locked.batch.after = *std::move(ids);
    locked.restored = locked.batch.jobs;
    return locked;
}

Result<void> UndoBatches::apply(Session &session, const LockedBatch &locked) const
{
    const OperationKind kind = m_source.spec.change.kind;
    const BulkChanges::Restored columns{.lastError = kind == OperationKind::FailForGood,
                                        .payload = kind == OperationKind::EditPayload,
                                        .place = m_source.spec.change.changesPlace()};
    const auto changed = isRecreating()
        ? m_changes.recreate(session, locked.restored, locked.batch.after)
        : m_changes.restore(session, locked.restored, columns);
    if (!changed)
        return tl::make_unexpected(changed.error());
    if (changed->size() == locked.restored.size())
        return {};
    return fail(DbError::Kind::Contention,
                OperationText::tr("%1 of %2 jobs could not be restored", nullptr,
                                  pluralOf(locked.restored.size()))
                    .arg(formatNumber(locked.restored.size() - changed->size()),
                         formatNumber(locked.restored.size())));
}

} // namespace yardmaster
