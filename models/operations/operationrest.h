#pragma once

#include "models/operations/operationrecord.h"

namespace yardmaster {

class Session;

/// What is left of an operation that is unfinished, and whether this is its server. A value.
struct OperationRest
{
    OperationRecord record;
    qint64 jobs = 0; ///< left, those of a batch in doubt included
    ServerMatch match = ServerMatch::Same;
    ServerIdentity server; ///< this one
};

/// Blocks; on the session's thread. InvalidInput: the operation is over.
[[nodiscard]] Result<OperationRest> restOf(Session &session, const QString &folder,
                                           const QUuid &operation);

} // namespace yardmaster
