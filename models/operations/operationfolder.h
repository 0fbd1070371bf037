#pragma once

#include "models/operations/operationrecord.h"

namespace yardmaster {

/// What the journals in a folder say, the newest first; other files are ignored. Reads them whole;
/// blocks; any thread.
[[nodiscard]] std::vector<OperationRecord> operationsIn(const QString &folder);

/// Removes lists of jobs that are no longer needed: of operations that are over, and of previews
/// that were cut off by a crash a day ago or earlier. Blocks; any thread.
void removeLists(const QString &folder, std::span<const OperationRecord> records);

} // namespace yardmaster
