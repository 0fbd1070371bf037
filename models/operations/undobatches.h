#pragma once

#include "models/operations/joblocker.h"
#include "models/operations/operationrecord.h"

#include <QHash>

namespace yardmaster {

/// Takes back what an operation did, batch by batch from its journal: restores jobs that are still
/// as it left them, creates deleted ones again. In an open transaction; blocks; on the session's
/// thread.
class UndoBatches final
{
public:
    /// @param source  the operation to undo.
    UndoBatches(const OperationSpec &undo, OperationRecord source);

    /// Locks the next jobs, of one batch of the source, up to `most`. nullopt: there are none left.
    [[nodiscard]] Result<std::optional<LockedBatch>> next(Session &session, BatchPosition position,
                                                          qint64 most) const;
    /// What next() would find; sets no ids aside for jobs to be created again.
    [[nodiscard]] Result<std::optional<OperationBatch>> preview(Session &session,
                                                                BatchPosition position) const;
    /// Contention if not every job could be changed: roll back.
    [[nodiscard]] Result<void> apply(Session &session, const LockedBatch &locked) const;

private:
    using KeyOwners = Result<QHash<QByteArray, qint64>>;
    [[nodiscard]] KeyOwners keyOwners(Session &session, const OperationBatch &done) const;
    [[nodiscard]] bool isAtEnd(BatchPosition position) const;
    /// Its jobs were deleted.
    [[nodiscard]] bool isRecreating() const
    {
        return m_source.spec.change.undoing() == Undoing::Recreate;
    }
    [[nodiscard]] Result<OperationBatch> part(BatchPosition position, qint64 most) const;
    [[nodiscard]] Result<LockedBatch> restoring(Session &session, const OperationBatch &done) const;
    [[nodiscard]] Result<OperationBatch> withFreeKeys(Session &session,
                                                      const OperationBatch &done) const;
    [[nodiscard]] Result<LockedBatch> recreating(Session &session,
                                                 const OperationBatch &done) const;

    OperationRecord m_source;
    JobLocker m_locker;
    BulkChanges m_changes;
};

} // namespace yardmaster
