#pragma once

#include "models/operations/batchsource.h"
#include "models/operations/undobatches.h"
#include "models/operations/undoclaim.h"

namespace yardmaster {

class OperationControl;

/// Claims the operation to undo, and takes it back batch by batch.
class UndoSource final : public BatchSource
{
public:
    /// @param folder  of the journals.   @param control  borrowed.
    UndoSource(QString folder, const OperationSpec &undo, OperationControl *control);

    [[nodiscard]] Result<BatchPosition> open(const OperationConnection &connection,
                                             BatchPosition position) override;
    [[nodiscard]] Result<std::optional<LockedBatch>>
    next(OperationConnection &connection, BatchPosition position, const BatchPace &pace) override;
    [[nodiscard]] Result<void> apply(Session &session, const LockedBatch &locked) const override;
    [[nodiscard]] QByteArray statement() const override;
    void onOver(OperationState state, const OperationRecord &record) override;

private:
    QString m_folder;
    OperationSpec m_undo;
    OperationControl *m_control;
    std::optional<UndoClaim> m_claim; // unset: not open
    std::optional<UndoBatches> m_batches;
};

} // namespace yardmaster
