#pragma once

#include <yardmaster/result.h>

#include <QByteArray>
#include <QFlags>
#include <QStringList>

namespace yardmaster {

class Session;

/// What graphile-worker calls DELETE_PERMAFAILED_JOBS, GC_TASK_IDENTIFIERS and GC_JOB_QUEUES.
enum class CleanupTask {
    DeletePermafailedJobs = 1, ///< jobs without attempts left that are not locked by a worker
    GcTaskIdentifiers = 2,     ///< task identifiers without jobs
    GcJobQueues = 4,           ///< queues without jobs
};
Q_DECLARE_FLAGS(CleanupTasks, CleanupTask)

/// graphile-worker's name for it, e.g. "GC_JOB_QUEUES".
[[nodiscard]] QString cleanupTaskName(CleanupTask task);
/// Of a list with commas, one at least; in capitals or not. Errors: InvalidInput.
[[nodiscard]] Result<CleanupTasks> parseCleanupTasks(const QString &list);

struct CleanupOptions
{
    CleanupTasks tasks{};
    /// Identifiers that stay even without jobs: those of running graphile-worker processes, which
    /// cache the ids of their tasks until they exit and never see jobs of a re-created identifier.
    QStringList keptTasks{};
    bool dryRun = false; ///< only count
};

/// Rows deleted, or with `dryRun` to be deleted.
struct CleanupReport
{
    qint64 jobs = 0;
    qint64 taskIdentifiers = 0;
    qint64 queues = 0;
};

/// Removes what one schema no longer needs: jobs first, then the names that no job has any more.
///
/// Names are deleted under an exclusive lock on the two small tables of names. Otherwise a job
/// being added for a name just found unused would reference nothing and never run. No lock is taken
/// if there are no names to delete.
class Cleanup final
{
public:
    explicit Cleanup(const QString &schema);

    /// All or nothing; inside the session's transaction if one is open, and then the lock stays
    /// until its end. Blocks; the session's thread. Errors: Contention if the lock cannot be had
    /// within a second (in a transaction of the caller's: within its own lock_timeout),
    /// SchemaMissing, PermissionDenied, ConnectionLost.
    [[nodiscard]] Result<CleanupReport> run(Session &session, const CleanupOptions &options) const;

private:
    [[nodiscard]] Result<CleanupReport> count(Session &session,
                                              const CleanupOptions &options) const;
    [[nodiscard]] Result<CleanupReport> clean(Session &session, const CleanupOptions &options,
                                              bool hasNames, bool isCallersTransaction) const;

    QString m_schema;
    QByteArray m_count;
    QByteArray m_lockNames;
    QByteArray m_deleteJobs;
    QByteArray m_deleteTasks;
    QByteArray m_deleteQueues;
};

} // namespace yardmaster

// Inside of the namespace they would hide those of Qt from it.
Q_DECLARE_OPERATORS_FOR_FLAGS(yardmaster::CleanupTasks)
