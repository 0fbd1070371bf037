#pragma once

#include "models/operations/operationbatch.h"
#include "models/query/operationspec.h"

namespace yardmaster {

/// How many jobs an operation has dealt with, and how.
struct OperationTotals
{
    qint64 changed = 0;
    qint64 skipped = 0;
    qint64 vanished = 0;
    qint64 errors = 0;

    [[nodiscard]] qint64 seen() const { return changed + skipped + vanished + errors; }
    [[nodiscard]] bool operator==(const OperationTotals &) const = default;
};

enum class OperationState {
    Unfinished, ///< never begun, interrupted, or stopped by an error: can be resumed
    Finished,
    Cancelled,
};

/// Who changes something in which database.
struct OperationOrigin
{
    QString connection; ///< as ConnectionSettings::describe()
    QString database;   ///< its name
    QString dbUser;
    QString osUser;
    ServerIdentity server = {}; ///< the last one it was resumed on
};

/// How the transaction of a batch ended.
enum class TransactionOutcome {
    Unknown, ///< in doubt: it may have been committed or not
    Committed,
    RolledBack, ///< its jobs come again
    Failed,     ///< rolled back; its jobs count as errors
};

/// What the journal of an operation says. A value.
struct OperationRecord
{
    OperationSpec spec;
    OperationOrigin origin;
    Timestamp begunAt;
    OperationState state = OperationState::Unfinished;
    QString message; ///< why it stopped; may be empty
    OperationTotals totals;
    BatchPosition position; ///< where the next batch begins
    int lastNumber = 0;     ///< of a batch
    /// The last batch, if its outcome is not known.
    std::optional<OperationBatch> inDoubt;
    /// Where in the journal the lines of the batches are that changed something, in order.
    struct Line
    {
        qint64 offset = 0;
        qint64 size = 0;
    };
    std::vector<Line> committed;
    /// What undos have taken back of it so far.
    struct Undone
    {
        QUuid operation; ///< the last undo
        OperationState state = OperationState::Unfinished;
        BatchPosition position; ///< in `committed`: where the next undo begins
        qint64 jobs = 0;        ///< put back, by all undos
    };
    std::optional<Undone> undone;
    QString path;
    bool isDamaged = false; ///< not all that was done can be read

    /// Adds a batch to the totals, if its outcome is one that counts.
    void add(const OperationBatch &batch, TransactionOutcome outcome)
    {
        if (outcome == TransactionOutcome::RolledBack || outcome == TransactionOutcome::Unknown)
            return;
        position = batch.until;
        totals.skipped += std::ssize(batch.skipped);
        totals.vanished += std::ssize(batch.vanished);
        (outcome == TransactionOutcome::Failed ? totals.errors : totals.changed)
            += std::ssize(batch.jobs);
    }
};

} // namespace yardmaster
