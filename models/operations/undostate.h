#pragma once

#include "models/operations/operationrecord.h"

namespace yardmaster {

/// The operation that undoes `record`, or the rest of it. InvalidInput with the reason if it cannot
/// be undone.
[[nodiscard]] Result<OperationSpec> undoOf(const OperationRecord &record);

/// Brings `undone` up to what the journal of that undo says, in case a crash kept it from being
/// noted. @param undo  null: it has no journal, so it never began.
void updateUndone(OperationRecord *record, const OperationRecord *undo);
/// Takes over what the journal of an undo of an earlier version says, which left no note.
void addOldUndo(OperationRecord *record, const OperationRecord &undo);

} // namespace yardmaster
