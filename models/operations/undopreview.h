#pragma once

#include "models/operations/operationpreview.h"

namespace yardmaster {

/// What an Undo would touch: its jobs as it will find them.
/// Blocks; on the session's thread.
/// @param cap  jobs to look at, about; 0: all of them, however long it takes.
/// @param folder  where the journal of the operation to undo is.
[[nodiscard]] Result<OperationPreview> previewUndo(Session &session, OperationSpec spec,
                                                   const QString &folder, qint64 cap = 10000);

} // namespace yardmaster
