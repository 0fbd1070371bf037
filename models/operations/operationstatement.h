#pragma once

#include "models/query/operationspec.h"

namespace yardmaster {

/// One SQL statement, or a few, that do the same as an operation, to the jobs as they were counted;
/// can be given to psql. InvalidInput if the spec is not valid. Any thread.
[[nodiscard]] Result<QByteArray> statementOf(const OperationSpec &spec);

} // namespace yardmaster
