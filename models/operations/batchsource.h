#pragma once

#include "models/operations/joblocker.h"
#include "models/operations/operationrecord.h"

namespace yardmaster {

class BatchPace;
class OperationConnection;
class Session;

/// Where the batches of an operation come from, and what is done to the jobs of each. There are
/// two: ChangeSource takes jobs from the list that was confirmed, UndoSource from the journal of
/// the operation to undo. OperationRunner carries the batches out. On its thread; blocks.
class BatchSource
{
public:
    virtual ~BatchSource() = default;

    /// Once, before the first batch. @returns where the first batch begins: at `position`, or
    /// later.
    [[nodiscard]] virtual Result<BatchPosition> open(const OperationConnection &connection,
                                                     BatchPosition position)
        = 0;
    /// Begins a transaction of `connection` and locks the jobs of the next batch in it. nullopt:
    /// there are none left.
    [[nodiscard]] virtual Result<std::optional<LockedBatch>>
    next(OperationConnection &connection, BatchPosition position, const BatchPace &pace) = 0;
    /// Changes its jobs, in that transaction. Contention if not every one could be changed.
    [[nodiscard]] virtual Result<void> apply(Session &session, const LockedBatch &locked) const = 0;
    /// What apply() sends, for the operator log.
    [[nodiscard]] virtual QByteArray statement() const = 0;
    /// The operation is over, as its own journal says already.
    virtual void onOver(OperationState state, const OperationRecord &record) = 0;

    /// May begin to lock the batch at `position`, while the one before it is changed. Does not
    /// wait.
    virtual void readAhead(BatchPosition position, const BatchPace &pace)
    {
        Q_UNUSED(position)
        Q_UNUSED(pace)
    }
    /// Unlocks what readAhead() has locked.
    virtual void dropReadAhead() { }
};

} // namespace yardmaster
