#pragma once

#include "models/operations/operationjournal.h"

namespace yardmaster {

/// The exclusive right to undo an operation: its journal is locked, so that no other window or
/// process undoes or resumes it, and says which undo is under way, and later how far that got. One
/// thread; blocks.
class UndoClaim final
{
public:
    /// InvalidInput with the reason if the operation cannot be undone; Contention: another process
    /// uses its journal. @param undo  the operation that undoes it.
    [[nodiscard]] static Result<UndoClaim> take(const QString &folder, const OperationSpec &undo);

    /// The operation to undo.
    [[nodiscard]] const OperationRecord &source() const { return m_source; }
    /// Where the undo begins: after what earlier ones did.
    [[nodiscard]] BatchPosition begin() const;
    /// Notes how far the undo is. @param jobs  that it has put back.
    [[nodiscard]] Result<void> note(OperationState state, BatchPosition position, qint64 jobs);

private:
    QUuid m_undo;
    std::unique_ptr<OperationJournal> m_journal; // of the source
    OperationRecord m_source;
};

/// The operation that `undo` undoes, with all that other undos have done. Blocks.
[[nodiscard]] Result<OperationRecord> recordToUndo(const QString &folder,
                                                   const OperationSpec &undo);

} // namespace yardmaster
