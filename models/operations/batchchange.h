#pragma once

#include "models/operations/operationjournal.h"

namespace yardmaster {

/// Carries out what an operation does to the jobs of a batch. In the transaction that has locked
/// them; blocks; on the session's thread.
class BatchChange final
{
public:
    explicit BatchChange(const OperationSpec &spec);

    /// Decides what can only be decided once per job, before it is written down: `batch->after`.
    /// @param seen  jobs the operation has dealt with before.
    void plan(OperationBatch *batch, qint64 seen) const;
    /// Contention if not every job of the batch could be changed: roll back.
    [[nodiscard]] Result<void> apply(Session &session, const OperationBatch &batch) const;
    /// What apply() calls, for the log.
    [[nodiscard]] QByteArray statement() const;

private:
    [[nodiscard]] Result<qsizetype> changed(Session &session, const OperationBatch &batch) const;
    [[nodiscard]] Result<qsizetype> retry(Session &session, std::span<const JobImage> jobs) const;

    OperationSpec m_spec;
    BulkChanges m_changes;
};

/// A job as the operation has left it, if nobody has changed it since.
[[nodiscard]] JobImage imageAfter(const OperationChange &change, const OperationBatch &batch,
                                  size_t index);

} // namespace yardmaster
