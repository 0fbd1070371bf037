#include "models/queues/queuesnapshot.h"

#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>

#include <algorithm>

namespace yardmaster {

namespace {

struct QueueSnapshotText
{
    Q_DECLARE_TR_FUNCTIONS(QueueSnapshot)
};

void explainLock(QueueRow *row, const JobLoads &loads,
                 const std::optional<QList<RegisteredWorker>> &workers)
{
    if (!row->lockedAt)
        return;
    for (const HeldJob &job : loads.held) {
        if (job.queueId != row->id || job.owner != row->owner)
            continue;
        ++row->jobs;
        if (!row->job || job.since < row->job->since)
            row->job = job;
    }
    if (workers) {
        const auto worker = std::ranges::find(*workers, row->owner, &RegisteredWorker::id);
        row->isOwnerRegistered = worker != workers->end();
        row->isOwnerStale = row->isOwnerRegistered && !worker->isAlive();
    }
    if (row->isOwnerStale)
        row->lock = QueueRow::Lock::Orphaned;
    else if (row->job)
        row->lock = QueueRow::Lock::Running;
    else
        row->lock = loads.isHeldComplete ? QueueRow::Lock::Orphaned : QueueRow::Lock::Locked;
}

Result<QueueSnapshot> read(Session &session, const QString &schema, const JobLoads &loads)
{
    std::vector<qint64> seen;
    for (auto it = loads.byId.keyBegin(); it != loads.byId.keyEnd(); ++it) {
        if (*it != 0 && seen.size() < size_t(kQueueCap))
            seen.push_back(*it);
    }
    const auto rows = session.query(sqlText("models/queues/queue_names.sql", schema),
                                    {param(kQueueCap + 1), param(std::span<const qint64>(seen))});
    if (!rows)
        return tl::make_unexpected(rows.error());
    const auto workers = readRegisteredWorkers(session, schema);
    if (!workers)
        return tl::make_unexpected(workers.error());

    QueueSnapshot reading;
    reading.isHeldComplete = loads.isHeldComplete;
    reading.looked = loads.looked;
    reading.now = timestampAt(*rows, 0, 4);
    reading.mayLockedBeMissing = rows->boolean(0, 5);
    reading.isCut = rows->count() > kQueueCap;
    QSet<qint64> found;
    for (int line = 0; line < rows->count(); ++line) {
        if (rows->isNull(line, 0))
            continue;
        QueueRow row;
        row.id = rows->int64(line, 0);
        row.name = rows->text(line, 1);
        row.load = loads.of(row.id);
        row.owner = rows->text(line, 3);
        if (!rows->isNull(line, 2))
            row.lockedAt = timestampAt(*rows, line, 2);
        explainLock(&row, loads, *workers);
        found << row.id;
        reading.queues << row;
    }
    for (const qint64 id : seen) {
        if (found.contains(id))
            continue;
        QueueRow row;
        row.id = id;
        row.load = loads.of(id);
        row.lock = QueueRow::Lock::Missing;
        reading.queues << row;
    }
    return reading;
}

} // namespace

Result<QueueSnapshot> readQueues(Session &session, const QString &schema)
{
    return readWithLoads(session, schema, LoadBy::Queue, read);
}

void improve(QueueSnapshot *reading, const JobCounts &counts)
{
    for (QueueRow &queue : reading->queues)
        queue.load.improveBy(counts.ofQueue(queue.id), counts.countedAt);
}

QString queueLockWord(QueueRow::Lock lock)
{
    switch (lock) {
    case QueueRow::Lock::Free:
        return QueueSnapshotText::tr("Free");
    case QueueRow::Lock::Running:
        return QueueSnapshotText::tr("Running");
    case QueueRow::Lock::Locked:
        return QueueSnapshotText::tr("Locked");
    case QueueRow::Lock::Orphaned:
        return QueueSnapshotText::tr("Orphaned lock");
    case QueueRow::Lock::Missing:
        return QueueSnapshotText::tr("Deleted");
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
