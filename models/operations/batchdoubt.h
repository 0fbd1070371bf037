#pragma once

#include "models/operations/operationjournal.h"

namespace yardmaster {

class Session;

/// Whether the transaction of a batch was committed, asked of the server: of its record of
/// transactions, and if that no longer goes back so far (or this is another server with the same
/// data), of the rows. Committed or Undone. Waits up to half a minute while the transaction is
/// still running. Contention if it runs even then.
[[nodiscard]] Result<BatchFate> fateOf(Session &session, const OperationSpec &spec,
                                       const OperationBatch &batch);

} // namespace yardmaster
