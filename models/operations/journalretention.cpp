#include "models/operations/journalretention.h"

#include "models/operations/lockedfile.h"
#include "models/operations/recordedholds.h"
#include "models/query/operationtext.h"

#include <QDateTime>
#include <QFileInfo>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

QString deletionObstacle(const OperationRecord &record, std::span<const OperationRecord> all)
{
    if (record.state == OperationState::Unfinished)
        return OperationText::tr("It is not finished: resume or cancel it first.");
    if (record.undone && record.undone->state == OperationState::Unfinished)
        return OperationText::tr("It is being undone: resume or cancel that first.");
    const bool isUndone = record.undone && record.undone->state == OperationState::Finished;
    if (!isUndone && record.totals.changed > 0 && heldBy(record.spec, record.begunAt))
        return OperationText::tr("Its jobs are on hold, and only undoing it resumes them.");
    // Without the undo, it would not be known that the operation was undone.
    const bool hasSource = record.spec.change.kind == OperationKind::Undo
        && std::ranges::any_of(all, [&record](const OperationRecord &other) {
                               return other.spec.id == record.spec.change.undone;
                           });
    return hasSource ? OperationText::tr("Delete the operation that it undid first.") : QString();
}

Result<void> deleteJournal(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return {};
    if (file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly)) {
        if (lockFile(file) == LockOutcome::Busy)
            return fail(DbError::Kind::Contention,
                        OperationText::tr("the operation is in use by another window or process"));
        if (QFile::remove(path)) // while it is locked
            return {};
    }
    return fail(DbError::Kind::Statement,
                OperationText::tr("cannot delete %1: %2").arg(path, file.errorString()));
}

void applyRetention(std::vector<OperationRecord> *records, const JournalRetention &retention)
{
    const QDateTime oldest = QDateTime::currentDateTimeUtc().addDays(-retention.days);
    qint64 bytes = 0;
    // Operations before their undos, which depend on them; else the newest first.
    std::ranges::stable_sort(*records, {}, [](const OperationRecord &record) {
        return std::pair(record.spec.change.kind == OperationKind::Undo,
                         -microseconds(record.begunAt));
    });
    for (auto it = records->begin(); it != records->end();) {
        const QFileInfo file(it->path);
        bytes += file.size();
        const bool isTooOld = retention.days > 0 && file.lastModified() < oldest;
        const bool goes = (isTooOld || bytes > retention.bytes)
            && deletionObstacle(*it, *records).isEmpty() && deleteJournal(it->path);
        if (goes)
            bytes -= file.size();
        it = goes ? records->erase(it) : it + 1;
    }
    std::ranges::stable_sort(*records, std::greater{}, &OperationRecord::begunAt);
}

} // namespace yardmaster
