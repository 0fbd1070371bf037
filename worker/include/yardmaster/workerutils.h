#pragma once

#include <yardmaster/activeworker.h>
#include <yardmaster/cleanup.h>
#include <yardmaster/jobadder.h>
#include <yardmaster/jobadministration.h>
#include <yardmaster/migrator.h>
#include <yardmaster/sweep.h>
#include <yardmaster/typedjob.h>

#include <QJsonArray>
#include <QJsonValue>

namespace yardmaster {

/// All changes of a queue from outside of a worker, on one session and one schema. The parts say
/// what each call means and how it fails: JobAdder, JobAdministration, Cleanup, SweepOptions,
/// migrate().
///
/// Inside a transaction of the caller's, all of it (migrate() aside) is part of that transaction:
///
///     QSqlDatabase database = …;              // open, QPSQL
///     database.transaction();
///     auto session = Session::borrow(database);
///     WorkerUtils utils(**session, "graphile_worker");
///     … own statements on `database`, utils.addJob(…) …
///     database.commit();                      // or rollback(), and nothing has been added
///
/// Only migrate() migrates: where the schema is missing, the error says what to run. Lives and
/// works on the session's thread; the session must outlive it. Every call blocks.
class WorkerUtils final
{
public:
    /// @param clock  run_at of jobs added without one; none: the database's now.
    explicit WorkerUtils(Session &session, const QString &schema,
                         std::function<QDateTime()> clock = {});

    /// @name Adding
    /// `options`: everything but identifier and payload.
    /// @{
    [[nodiscard]] Result<JobRecord> addJob(const QString &identifier, const QJsonValue &payload,
                                           JobSpec options = {}) const;
    /// The payload is JSON text, kept to the letter.
    [[nodiscard]] Result<JobRecord> addRawJob(const JobSpec &spec) const;
    template <TypedJob T>
    [[nodiscard]] Result<JobRecord> addJob(const T &job, JobSpec options = {}) const
    {
        return addRawJob(jobSpec(job, std::move(options)));
    }

    /// All or none, in one statement; see JobAdder::addAll.
    [[nodiscard]] Result<std::vector<JobRecord>> addRawJobs(std::span<const JobSpec> specs) const;
    /// Several jobs of one type with the same options, so without a key.
    template <TypedJob T>
    [[nodiscard]] Result<std::vector<JobRecord>> addJobs(const std::vector<T> &jobs,
                                                         const JobSpec &options = {}) const
    {
        return addRawJobs(jobSpecs(jobs, options));
    }

    /// One job whose payload is an array: its task gets all items at once.
    [[nodiscard]] Result<JobRecord> addBatchJob(const QString &identifier, const QJsonArray &items,
                                                JobSpec options = {}) const;
    template <TypedJob T>
    [[nodiscard]] Result<JobRecord> addBatchJob(const std::vector<T> &items,
                                                JobSpec options = {}) const
    {
        QJsonArray array;
        for (const T &item : items)
            array.append(item.toJson());
        return addBatchJob(QString(T::identifier), array, std::move(options));
    }
    /// @}

    /// @name Changing jobs
    /// @{
    [[nodiscard]] Result<std::vector<JobRecord>> completeJobs(std::span<const qint64> ids) const;
    [[nodiscard]] Result<std::vector<JobRecord>>
    permanentlyFailJobs(std::span<const qint64> ids, const QString &reason = {}) const;
    [[nodiscard]] Result<std::vector<JobRecord>> rescheduleJobs(std::span<const qint64> ids,
                                                                const Reschedule &change) const;
    [[nodiscard]] Result<std::optional<JobRecord>> removeJob(const QString &key) const;
    /// @}

    /// @name Workers
    /// @{
    [[nodiscard]] Result<JobAdministration::Unlocked>
    forceUnlockWorkers(const QStringList &workerIds) const;
    [[nodiscard]] Result<std::vector<ActiveWorker>>
    listActiveWorkers(std::chrono::milliseconds threshold) const;
    [[nodiscard]] Result<SweepReport> sweepStaleWorkers(const SweepOptions &options = {}) const;
    /// @}

    [[nodiscard]] Result<CleanupReport> cleanup(const CleanupOptions &options) const;
    /// Installs or upgrades the schema. Refused inside a transaction.
    [[nodiscard]] Result<MigrationReport> migrate() const;

private:
    Session &m_session;
    QString m_schema;
    JobAdder m_adder;
    JobAdministration m_administration;
    Cleanup m_cleanup;
};

} // namespace yardmaster
