#pragma once

#include "worker/db/result.h"
#include "worker/queue/job.h"

#include <QHash>
#include <QSet>

#include <optional>
#include <span>
#include <vector>

namespace yardmaster {

class Session;

/// What one fetch took.
struct Fetched
{
    std::vector<Job> jobs;
    int candidates = 0; ///< more than jobs: queues stand in line, or another worker was faster
};

/// How a failed job is to be written.
struct Failure
{
    Lease lease;
    QString error;
    std::optional<std::chrono::milliseconds> retryAfter; ///< unset: the standard backoff
    bool final = false;                                  ///< no further attempt
};

struct FailureWritten
{
    bool final = false;
    QDateTime retryAt;
};

/// The statements a worker runs on the jobs table of one schema, under one worker id. Every
/// release is fenced: a job whose lock is no longer ours is left alone and missing from the answer.
/// Stateless but for the statement texts; each call uses the session it is given, on its thread.
class JobQueue final
{
public:
    JobQueue(const QString &schema, const QString &workerId);

    [[nodiscard]] const QString &workerId() const { return m_workerId; }

    [[nodiscard]] Result<void> registerTasks(Session &session, const QStringList &tasks) const;
    /// @param limit  1..; fewer may come back although more are runnable, see Fetched.
    /// @param lane  jobs of one named queue at most, to be run one after the other.
    [[nodiscard]] Result<Fetched> fetch(Session &session, const QStringList &tasks, int limit,
                                        int lane) const;
    /// @returns the ids deleted.
    [[nodiscard]] Result<QSet<qint64>> complete(Session &session,
                                                std::span<const Lease> leases) const;
    [[nodiscard]] Result<QHash<qint64, FailureWritten>>
    fail(Session &session, std::span<const Failure> failures) const;
    /// Back into the queue with the attempt restored, not before `delay` has passed.
    [[nodiscard]] Result<QSet<qint64>> giveBack(Session &session, std::span<const Lease> leases,
                                                std::chrono::milliseconds delay) const;
    /// @returns how many jobs had been locked for more than four hours.
    [[nodiscard]] Result<qint64> resetStaleLocks(Session &session) const;

private:
    QString m_workerId;
    QByteArray m_registerTasks;
    QByteArray m_fetch;
    QByteArray m_complete;
    QByteArray m_fail;
    QByteArray m_return;
    QByteArray m_resetStaleLocks;
};

} // namespace yardmaster
