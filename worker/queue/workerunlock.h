#pragma once

#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <optional>

namespace yardmaster {

class Session;

/// The locks of one worker at one moment. A value.
struct WorkerLocks
{
    struct Job
    {
        qint64 id = 0;
        QString task;
        QString queue; ///< empty: none
        Timestamp lockedAt;
        int attempts = 0;
        int maxAttempts = 0;

        /// Unlocked, it has failed permanently: this was its last attempt.
        [[nodiscard]] bool isLastAttempt() const { return attempts >= maxAttempts; }
    };

    QString workerId;
    Timestamp takenAt; ///< the server's clock
    QList<Job> jobs;   ///< the oldest lock first, at most WorkerUnlock::kMostJobs
    bool isCut = false;
    QStringList queues;
    std::optional<Timestamp> heartbeat; ///< its last heartbeat; unset: not registered

    [[nodiscard]] bool isEmpty() const { return jobs.isEmpty() && queues.isEmpty(); }
    [[nodiscard]] int lastAttempts() const;
};

/// Unlocks what a worker held when `locks` were read, and nothing that it has locked since; the
/// schema's own function unlocks everything.
///
/// Stateless but for the statement texts; uses the session it is given, on its thread, inside its
/// transaction if one is open. Blocks; without an index of locked jobs each call reads the table of
/// jobs once. Errors: SchemaMissing naming the remedy, PermissionDenied, Cancelled, ConnectionLost.
class WorkerUnlock final
{
public:
    static constexpr int kMostJobs = 10000;

    explicit WorkerUnlock(const QString &schema);

    /// Only reads.
    [[nodiscard]] Result<WorkerLocks> look(Session &session, const QString &workerId) const;

    struct Report
    {
        QList<qint64> jobs;
        QStringList queues;
    };
    /// @param isSilenceVouched  the worker was considered stale: if it has sent a heartbeat since
    /// `locks` were read, nothing is done and the error is Contention.
    /// @returns the jobs and queues unlocked: fewer than in `locks` where the worker has finished
    /// or renewed its lock.
    [[nodiscard]] Result<Report> unlock(Session &session, const WorkerLocks &locks,
                                        bool isSilenceVouched) const;
    /// The statement that unlock() sends, for display and logs.
    [[nodiscard]] const QByteArray &statement() const { return m_unlock; }

private:
    [[nodiscard]] Result<std::optional<Timestamp>> heartbeat(Session &session,
                                                             const QString &workerId) const;

    QString m_schema;
    QByteArray m_held;
    QByteArray m_unlock;
};

} // namespace yardmaster
