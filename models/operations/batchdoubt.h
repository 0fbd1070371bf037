#pragma once

#include "models/operations/operationjournal.h"

namespace yardmaster {

class Session;

/// Whether the transaction of a batch was committed, asked of the server: of its record of
/// transactions, and if that no longer goes back so far, of the rows. Committed or Undone. Waits up
/// to half a minute while the transaction is still running. Contention if it runs even then.
/// @param isSameServer  false: it may be a copy or a standby that was promoted, where the number of
/// the transaction may be another's; only the rows count.
[[nodiscard]] Result<BatchFate> fateOf(Session &session, const OperationSpec &spec,
                                       const OperationBatch &batch, bool isSameServer);

} // namespace yardmaster
