#pragma once

#include "models/operations/scopelist.h"
#include "models/query/operationspec.h"
#include "worker/queue/bulkchanges.h"
#include <yardmaster/params.h>

#include <vector>

namespace yardmaster {

class Session;

/// One transaction of an operation: which jobs it changes and what became of the others. A value.
struct OperationBatch
{
    struct Skip
    {
        qint64 id = 0;
        QString reason;
    };

    int number = 0;
    QByteArray xid;    ///< of the transaction, as txid_status() takes it
    Timestamp now;     ///< of the transaction: the updated_at of the jobs it changes
    qint64 until = 0;  ///< where the next batch begins: a place in the list of the scope
    qint64 within = 0; ///< of an undo that goes job by job: the next one in the batch `until`
    std::vector<qint64> vanished;
    std::vector<Skip> skipped;
    /// Of `skipped`: jobs whose rows another transaction has locked; not kept in the journal.
    qsizetype contended = 0;
    std::vector<JobImage> jobs; ///< to be changed, as they were before
    /// One for each of `jobs`, or empty. Reschedule: the run_at, in microseconds, where it is not
    /// the same for all. Undo: the new id of a job created again.
    std::vector<qint64> after;
    std::vector<std::optional<QByteArray>> lockedBy; ///< of Unlock; not kept in the journal

    [[nodiscard]] qint64 seen() const
    {
        return std::ssize(vanished) + std::ssize(skipped) + std::ssize(jobs);
    }
};

/// A job a batch could take, as it is now.
struct LockedJob
{
    JobImage image;
    Timestamp updatedAt;
    std::optional<QByteArray> lockedBy;
    quint32 xmin = 0;
    size_t place = 0; ///< among those that were asked for, from 0 on
};

/// Reads and locks the jobs of an operation, batch by batch. Needs an open transaction. Blocks; on
/// the session's thread.
class OperationBatches final
{
public:
    explicit OperationBatches(const OperationSpec &spec);

    /// Up to `size` jobs of the list from `position` on, fewer where they are large. Those that are
    /// no longer as they were counted are skipped. nullopt: there are none left.
    [[nodiscard]] Result<std::optional<OperationBatch>> next(Session &session, ScopeList *list,
                                                             qint64 position, int size) const;

    // The three steps of next():
    /// Part of the list, being read.
    struct Request
    {
        std::vector<ScopeEntry> entries; ///< not empty
        qint64 position = 0;             ///< of the first one
        int size = 0;                    ///< how many were asked for
    };
    /// Asks the server without waiting; the session can do nothing else until answer().
    /// nullopt: there are none left.
    [[nodiscard]] Result<std::optional<Request>> send(Session &session, ScopeList *list,
                                                      qint64 position, int size) const;
    struct Lookup
    {
        OperationBatch batch; ///< without `jobs` and `until`
        int jobs = 0;         ///< of those asked for, from the first on
        std::vector<LockedJob> taken;
    };
    /// These jobs, locked.
    [[nodiscard]] Result<Lookup> take(Session &session, std::span<const qint64> ids) const;
    /// What was sent. May be called on another thread, as Session::answer().
    [[nodiscard]] Result<Lookup> answer(Session &session) const;
    [[nodiscard]] Result<OperationBatch> batchFrom(Session &session, const Request &request,
                                                   Lookup lookup) const;

private:
    [[nodiscard]] Params params(std::span<const qint64> ids, qint64 bytes) const;
    [[nodiscard]] Result<Lookup> lookupFrom(const Result<Rows> &rows) const;
    [[nodiscard]] Result<void> leaveChanged(Session &session, std::span<const ScopeEntry> entries,
                                            Lookup *lookup) const;

    OperationSpec m_spec;
    QByteArray m_sql;
};

/// The reason why an operation leaves a job of `jobs` alone, an SQL expression; null: it does not.
[[nodiscard]] QByteArray skipExpression(const OperationChange &change);

} // namespace yardmaster
