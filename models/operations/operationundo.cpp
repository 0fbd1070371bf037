#include "models/operations/operationundo.h"

#include "models/operations/batchchange.h"
#include "models/query/operationtext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>
#include <QDir>
#include <QHash>

#include <algorithm>
#include <limits>
#include <tuple>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

bool isSame(const JobImage &left, const JobImage &right)
{
    return left.runAt == right.runAt && left.priority == right.priority
        && left.attempts == right.attempts && left.maxAttempts == right.maxAttempts;
}

OperationRecord::Undone undoneBy(const OperationRecord &undo)
{
    // What is in doubt may have been done: no other undo may do it.
    const OperationState state = undo.doubtful ? OperationState::Unfinished : undo.state;
    return {undo.spec.id, state, undo.position, undo.within, undo.totals.changed};
}

} // namespace

OperationUndo::OperationUndo(const OperationSpec &spec, OperationRecord source)
    : m_spec(spec)
    , m_source(std::move(source))
    , m_batches(spec)
    , m_changes(spec.schema)
{ }

/// What the operation did in one batch, to `most` jobs from `within` on. `until` and `within` say
/// where the next part begins.
Result<OperationBatch> OperationUndo::part(qint64 position, qint64 within, qint64 most) const
{
    auto done = m_source.batch(size_t(position));
    if (!done)
        return done;
    const qint64 size = std::ssize(done->jobs);
    const qint64 from = std::min(within, size);
    const qint64 to = from + std::min(most, size - from);
    const auto cut = [from, to](auto *list) {
        if (list->empty())
            return;
        list->erase(list->begin() + to, list->end());
        list->erase(list->begin(), list->begin() + from);
    };
    cut(&done->jobs);
    cut(&done->after);
    done->until = to < size ? position : position + 1;
    done->within = to < size ? to : 0;
    return done;
}

Result<std::optional<OperationUndo::Step>> OperationUndo::next(Session &session, qint64 position,
                                                               qint64 within, qint64 most) const
{
    if (position >= qint64(m_source.committed.size()))
        return std::nullopt;
    const auto done = part(position, within, most);
    if (!done)
        return tl::make_unexpected(done.error());
    const bool isDeleted = m_source.spec.change.undoing() == Undoing::Recreate;
    auto step = isDeleted ? createAgain(session, *done) : putBack(session, *done);
    if (!step)
        return tl::make_unexpected(step.error());
    step->batch.until = done->until;
    step->batch.within = done->within;
    return std::optional(*std::move(step));
}

Result<OperationUndo::Step> OperationUndo::putBack(Session &session,
                                                   const OperationBatch &done) const
{
    std::vector<qint64> ids;
    QHash<qint64, size_t> indexes;
    for (size_t i = 0; i < done.jobs.size(); ++i) {
        ids.push_back(done.jobs[i].id);
        indexes.insert(done.jobs[i].id, i);
    }
    auto lookup = m_batches.take(session, ids);
    if (!lookup)
        return tl::make_unexpected(lookup.error());
    Step step;
    step.batch = std::move(lookup->batch);
    for (LockedJob &job : lookup->taken) {
        const size_t index = indexes.value(job.image.id);
        if (job.updatedAt != done.now
            || !isSame(job.image, imageAfter(m_source.spec.change, done, index))) {
            step.batch.skipped.push_back({job.image.id, u"changed since"_s});
            continue;
        }
        step.batch.jobs.push_back(std::move(job.image));
        step.wanted.push_back(done.jobs[index]);
    }
    return step;
}

Result<std::optional<OperationBatch>> OperationUndo::look(Session &session, qint64 position,
                                                          qint64 within) const
{
    if (position >= qint64(m_source.committed.size()))
        return std::nullopt;
    const auto done = part(position, within, std::numeric_limits<qint64>::max());
    if (!done)
        return tl::make_unexpected(done.error());
    if (m_source.spec.change.undoing() == Undoing::Recreate)
        return withFreeKeys(session, *done).map([](OperationBatch batch) {
            return std::optional(std::move(batch));
        });
    return putBack(session, *done).map([](Step step) {
        return std::optional(std::move(step.batch));
    });
}

/// Those jobs whose keys nobody else has taken; the others are skipped.
Result<OperationBatch> OperationUndo::withFreeKeys(Session &session,
                                                   const OperationBatch &done) const
{
    QList<QByteArray> keys;
    for (const JobImage &job : done.jobs) {
        if (job.details->key)
            keys << *job.details->key;
    }
    auto taken = m_changes.takenKeys(session, keys);
    if (!taken)
        return tl::make_unexpected(taken.error());
    QHash<QByteArray, qint64> owners;
    for (const auto &key : *taken)
        owners.insert(key.key, key.job);

    OperationBatch batch;
    for (const JobImage &job : done.jobs) {
        const auto &key = job.details->key;
        if (key && owners.contains(*key))
            batch.skipped.push_back(
                {job.id, u"its key now belongs to job %1"_s.arg(owners.value(*key))});
        else
            batch.jobs.push_back(job);
    }
    return batch;
}

Result<OperationUndo::Step> OperationUndo::createAgain(Session &session,
                                                       const OperationBatch &done) const
{
    auto facts = session.query(
        "select txid_current()::text, (extract(epoch from now()) * 1000000)::bigint");
    if (!facts)
        return tl::make_unexpected(facts.error());
    auto batch = withFreeKeys(session, done);
    if (!batch)
        return tl::make_unexpected(batch.error());
    Step step;
    step.batch = *std::move(batch);
    step.batch.xid = facts->bytes(0, 0).toByteArray();
    step.batch.now = Timestamp(std::chrono::microseconds(facts->int64(0, 1)));
    auto ids = m_changes.reserveIds(session, qsizetype(step.batch.jobs.size()));
    if (!ids)
        return tl::make_unexpected(ids.error());
    step.batch.after = *std::move(ids);
    step.wanted = step.batch.jobs;
    return step;
}

Result<void> OperationUndo::apply(Session &session, const Step &step) const
{
    const OperationKind kind = m_source.spec.change.kind;
    const BulkChanges::Restored columns{.lastError = kind == OperationKind::FailForGood,
                                        .payload = kind == OperationKind::EditPayload};
    const auto changed = m_source.spec.change.undoing() == Undoing::Recreate
        ? m_changes.recreate(session, step.wanted, step.batch.after)
        : m_changes.restore(session, step.wanted, columns);
    if (!changed)
        return tl::make_unexpected(changed.error());
    if (changed->size() == step.wanted.size())
        return {};
    return fail(DbError::Kind::Contention,
                OperationText::tr("%1 of %2 jobs could not be put back")
                    .arg(step.wanted.size() - changed->size())
                    .arg(step.wanted.size()));
}

void adoptUndo(OperationRecord *record, const OperationRecord &undo)
{
    record->undone = undoneBy(undo);
    record->isDamaged = record->isDamaged || undo.isDamaged;
}

void updateUndone(OperationRecord *record, const OperationRecord *undo)
{
    if (!record->undone || record->undone->state != OperationState::Unfinished)
        return;
    if (!undo) {
        record->undone->state = OperationState::Cancelled;
        return;
    }
    record->isDamaged = record->isDamaged || undo->isDamaged;
    const OperationRecord::Undone done = undoneBy(*undo);
    record->undone->state = done.state;
    std::tie(record->undone->position, record->undone->within)
        = std::max(std::pair(record->undone->position, record->undone->within),
                   std::pair(done.position, done.within));
    record->undone->jobs += done.jobs;
}

Result<OperationRecord> sourceOf(const QString &folder, const OperationSpec &own)
{
    auto source = OperationJournal::read(OperationJournal::pathIn(folder, own.change.undone));
    if (!source)
        return source;
    if (source->undone && source->undone->operation != own.id) {
        const QString path = OperationJournal::pathIn(folder, source->undone->operation);
        const auto undo = OperationJournal::read(path);
        // Without a first line nothing was sent; a file that cannot be read is another matter.
        if (!undo && QFile::exists(path) && undo.error().kind != DbError::Kind::InvalidInput)
            return tl::make_unexpected(undo.error());
        updateUndone(&*source, undo ? &*undo : nullptr);
    }
    if (source->undone)
        return source;
    const QFileInfoList files = QDir(folder).entryInfoList({u"*.ndjson"_s}, QDir::Files);
    for (const QFileInfo &file : files) {
        const auto header = OperationJournal::readHeader(file.filePath());
        if (!header || header->spec.change.undone != own.change.undone || header->spec.id == own.id)
            continue;
        auto undo = OperationJournal::read(file.filePath());
        if (!undo)
            return undo;
        adoptUndo(&*source, *undo);
    }
    return source;
}

} // namespace yardmaster
