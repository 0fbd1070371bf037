#pragma once

#include "models/operations/operationrecord.h"

#include <functional>

namespace yardmaster {

class Session;

/// Finds out whether the transaction of the batch in doubt was committed, when the connection was
/// lost before the server said so: asks the server for the status of the transaction, and where
/// that is no longer known, looks at the jobs. Waits up to half a minute for a transaction that is
/// still running. Committed, RolledBack, or the error Contention if it runs even then.
/// @param onWait  called with a sentence about what it waits for, again and again.
/// @param isSameServer  false: this may be a copy or a promoted standby of the server, where the
/// transaction's number may be another's; only the jobs count.
[[nodiscard]] Result<TransactionOutcome>
findOutcome(Session &session, const OperationRecord &record, bool isSameServer,
            const std::function<void(const QString &)> &onWait);

} // namespace yardmaster
