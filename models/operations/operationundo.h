#pragma once

#include "models/operations/operationjournal.h"

namespace yardmaster {

/// Takes back what another operation did, batch by batch from its journal: puts jobs back that are
/// as it left them, creates deleted ones again. In an open transaction; blocks; on the session's
/// thread.
class OperationUndo final
{
public:
    /// @param source  the journal of the operation to undo.
    OperationUndo(const OperationSpec &spec, OperationRecord source);

    [[nodiscard]] const OperationRecord &source() const { return m_source; }

    struct Step
    {
        OperationBatch batch;
        std::vector<JobImage> wanted; ///< what the jobs of the batch become
    };
    /// Locks the jobs of the next batch, up to `most`. nullopt: there are none left.
    [[nodiscard]] Result<std::optional<Step>> next(Session &session, qint64 position, qint64 within,
                                                   qint64 most) const;
    /// The same without making ready to change anything: no ids are set aside for jobs to be
    /// created again.
    [[nodiscard]] Result<std::optional<OperationBatch>> look(Session &session, qint64 position,
                                                             qint64 within) const;
    /// Contention if not every job could be changed: roll back.
    [[nodiscard]] Result<void> apply(Session &session, const Step &step) const;

private:
    [[nodiscard]] Result<OperationBatch> part(qint64 position, qint64 within, qint64 most) const;
    [[nodiscard]] Result<Step> putBack(Session &session, const OperationBatch &done) const;
    [[nodiscard]] Result<OperationBatch> withFreeKeys(Session &session,
                                                      const OperationBatch &done) const;
    [[nodiscard]] Result<Step> createAgain(Session &session, const OperationBatch &done) const;

    OperationSpec m_spec;
    OperationRecord m_source;
    OperationBatches m_batches;
    BulkChanges m_changes;
};

/// Brings `undone` up to what the journal of that undo says, in case a crash kept it from being
/// written. @param undo  null: it has none, so it never began.
void updateUndone(OperationRecord *record, const OperationRecord *undo);
/// Takes from its journal what an undo of an earlier version did, which wrote no claim.
void adoptUndo(OperationRecord *record, const OperationRecord &undo);

/// The operation that an undo is to take back, with all that other undos have done. Blocks.
/// @param own  the undo; its own claim stays as it was written.
[[nodiscard]] Result<OperationRecord> sourceOf(const QString &folder, const OperationSpec &own);

} // namespace yardmaster
