#pragma once

#include "models/operations/operationrecord.h"

namespace yardmaster {

/// "Retry jobs that match state:failed", "Fail for good 12 jobs": the operation in one line,
/// for windows: a filter in it is isolated().
[[nodiscard]] QString operationTitle(const OperationSpec &spec);
/// "Retry 4,812 jobs": what was done to so many.
[[nodiscard]] QString operationTitle(OperationKind kind, qint64 jobs);
/// "4,812 changed, 3 skipped, 1 gone, 2 errors".
[[nodiscard]] QString totalsText(const OperationTotals &totals);

} // namespace yardmaster
