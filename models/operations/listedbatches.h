#pragma once

#include "models/operations/joblocker.h"
#include "models/operations/scopelist.h"

namespace yardmaster {

/// Locks the jobs that were counted, batch by batch in the order of their list; skips those that
/// are no longer as they were counted. Needs an open transaction. Blocks; on the session's thread.
class ListedBatches final
{
public:
    ListedBatches(const OperationSpec &spec, ScopeList list);

    /// Up to `size` jobs of the list from `position` on, fewer where they are large. nullopt: there
    /// are none left.
    [[nodiscard]] Result<std::optional<LockedBatch>> next(Session &session, qint64 position,
                                                          int size);

    // The three steps of next():
    struct Request
    {
        std::vector<ScopeEntry> entries; ///< not empty
        qint64 position = 0;             ///< of the first one
        int size = 0;                    ///< how many were asked for
    };
    /// Asks the server and does not wait. The session can do nothing else until answer(). nullopt:
    /// there are none left.
    [[nodiscard]] Result<std::optional<Request>> send(Session &session, qint64 position, int size);
    /// May be called on another thread, as Session::answer().
    [[nodiscard]] Result<LockedJobs> answer(Session &session) const;
    [[nodiscard]] Result<LockedBatch> batchFrom(Session &session, const Request &request,
                                                LockedJobs jobs) const;

private:
    [[nodiscard]] Result<void> skipChanged(Session &session, std::span<const ScopeEntry> entries,
                                           LockedJobs *jobs) const;

    OperationKind m_kind;
    QString m_schema;
    ScopeList m_list;
    JobLocker m_locker;
};

} // namespace yardmaster
