#pragma once

#include "models/operations/joblocker.h"

namespace yardmaster {

/// Does to the jobs of a batch what the operation is for. In the transaction that has locked them;
/// blocks; on the session's thread.
class BatchChange final
{
public:
    explicit BatchChange(const OperationSpec &spec);

    /// Sets `batch->after`: values that are chosen once for each job, so that the journal has them.
    /// @param position  of the first job of the batch in the list.
    void plan(OperationBatch *batch, qint64 position) const;
    /// Contention if not every job of the batch could be changed: roll back.
    [[nodiscard]] Result<void> apply(Session &session, const LockedBatch &locked) const;
    /// What apply() sends, for the operator log.
    [[nodiscard]] QByteArray statement() const;

private:
    [[nodiscard]] Result<qsizetype> changed(Session &session, const LockedBatch &locked) const;
    [[nodiscard]] Result<qsizetype> retry(Session &session, std::span<const JobImage> jobs) const;

    OperationSpec m_spec;
    BulkChanges m_changes;
};

/// How a change has left a job of the batch, if nothing else has changed it since.
[[nodiscard]] JobImage imageAfter(const OperationChange &change, const OperationBatch &batch,
                                  size_t index);

} // namespace yardmaster
