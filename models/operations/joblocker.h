#pragma once

#include "models/operations/operationbatch.h"
#include "models/query/operationspec.h"
#include <yardmaster/params.h>

namespace yardmaster {

class Rows;
class Session;

/// A job that is locked for a batch, as it is now.
struct LockedJob
{
    JobImage image;
    Timestamp updatedAt;
    std::optional<QByteArray> lockedBy;
    quint32 xmin = 0;
    size_t place = 0; ///< among those that were asked for, from 0 on
};

/// What became of jobs that were to be locked.
struct LockedJobs
{
    QByteArray xid; ///< of the transaction that has locked them
    Timestamp now;  ///< of that transaction
    int looked = 0; ///< at so many of those that were asked for, from the first on
    std::vector<LockedJob> locked;
    std::vector<OperationBatch::Skip> skipped;
    std::vector<qint64> vanished;
    qsizetype contended = 0; ///< of `skipped`: another transaction has locked their rows
};

/// A batch whose jobs are locked, ready to be carried out: what the journal keeps of it, and what
/// is needed for as long as its transaction lasts.
struct LockedBatch
{
    OperationBatch batch;    ///< what the journal keeps
    qsizetype contended = 0; ///< of its skipped jobs: another transaction has locked their rows
    std::vector<std::optional<QByteArray>> lockedBy; ///< of Unlock: one for each of its jobs
    std::vector<JobImage> restored;                  ///< of Undo: what each of its jobs becomes
};

/// What was skipped and vanished, without any job to change yet.
[[nodiscard]] LockedBatch batchWithoutJobs(LockedJobs *jobs);

/// Locks jobs by their ids, and reads what an operation needs to know of them. Needs an open
/// transaction. Blocks; on the session's thread.
class JobLocker final
{
public:
    explicit JobLocker(const OperationSpec &spec);

    /// All of these.
    [[nodiscard]] Result<LockedJobs> lock(Session &session, std::span<const qint64> ids) const;
    /// Asks the server to lock the first of these jobs, fewer where they are large, and does not
    /// wait. The session can do nothing else until answer().
    [[nodiscard]] Result<void> send(Session &session, std::span<const qint64> ids) const;
    /// May be called on another thread, as Session::answer().
    [[nodiscard]] Result<LockedJobs> answer(Session &session) const;

private:
    [[nodiscard]] Params params(std::span<const qint64> ids, qint64 bytes) const;
    [[nodiscard]] Result<LockedJobs> jobsFrom(const Result<Rows> &rows) const;

    OperationKind m_kind;
    bool m_needsPlace; // queue, flags and key, without payload
    QString m_schema;
    QByteArray m_sql;
};

/// The reason why an operation skips a job of `jobs`, an SQL expression; null: it does not.
[[nodiscard]] QByteArray skipExpression(const OperationSpec &spec);

} // namespace yardmaster
