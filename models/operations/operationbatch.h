#pragma once

#include "worker/queue/bulkchanges.h"

#include <QString>

#include <compare>
#include <vector>

namespace yardmaster {

/// How far an operation is. A value.
struct BatchPosition
{
    qint64 index = 0;  ///< of the next job in the ScopeList; of an undo: of the next batch to undo
    qint64 within = 0; ///< of an undo: of the next job in that batch

    [[nodiscard]] auto operator<=>(const BatchPosition &) const = default;
};

/// One transaction of an operation as its journal keeps it: which jobs it changes, and which it
/// does not. A value.
struct OperationBatch
{
    struct Skip
    {
        qint64 id = 0;
        QString reason;
    };

    int number = 0;
    QByteArray xid;      ///< of the transaction, as txid_status() takes it
    Timestamp now;       ///< of the transaction: the updated_at of the jobs it changes
    BatchPosition until; ///< where the next batch begins
    std::vector<qint64> vanished;
    std::vector<Skip> skipped;
    std::vector<JobImage> jobs; ///< to be changed, as they were before
    /// One for each of `jobs`, or empty. Reschedule: the run_at, in microseconds, where it is not
    /// the same for all. Undo: the new id of a job created again.
    std::vector<qint64> after;

    [[nodiscard]] qint64 seen() const
    {
        return std::ssize(vanished) + std::ssize(skipped) + std::ssize(jobs);
    }
};

} // namespace yardmaster
