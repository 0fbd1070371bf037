#pragma once

#include "models/operations/operationrecord.h"

namespace yardmaster {

/// "Retry jobs that match state:failed", "Fail for good 12 jobs": the operation in one line.
[[nodiscard]] QString operationTitle(const OperationSpec &spec);
/// "4,812 changed, 3 skipped, 1 gone, 2 errors".
[[nodiscard]] QString totalsText(const OperationTotals &totals);

} // namespace yardmaster
