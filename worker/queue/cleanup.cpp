#include <yardmaster/cleanup.h>

#include "worker/db/sqltext.h"
#include "worker/queue/atomically.h"
#include "worker/queue/namelist.h"
#include "worker/queue/queueerror.h"

#include <algorithm>
#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

QString cleanupTaskName(CleanupTask task)
{
    switch (task) {
    case CleanupTask::DeletePermafailedJobs:
        return u"DELETE_PERMAFAILED_JOBS"_s;
    case CleanupTask::GcTaskIdentifiers:
        return u"GC_TASK_IDENTIFIERS"_s;
    case CleanupTask::GcJobQueues:
        return u"GC_JOB_QUEUES"_s;
    }
    Q_UNREACHABLE();
}

Result<CleanupTasks> parseCleanupTasks(const QString &list)
{
    constexpr std::array kAll{CleanupTask::DeletePermafailedJobs, CleanupTask::GcTaskIdentifiers,
                              CleanupTask::GcJobQueues};
    const QString use = u"use DELETE_PERMAFAILED_JOBS, GC_TASK_IDENTIFIERS or GC_JOB_QUEUES"_s;
    CleanupTasks tasks;
    QStringList unknown;
    for (const QString &name : namesIn(list)) {
        const auto *const task = std::ranges::find(kAll, name.toUpper(), &cleanupTaskName);
        if (task == kAll.end())
            unknown << u"'%1' is not a clean-up task"_s.arg(name);
        else
            tasks.setFlag(*task);
    }
    if (!unknown.isEmpty())
        return fail(DbError::Kind::InvalidInput, unknown.join(", "_L1) + ": "_L1 + use);
    if (!tasks)
        return fail(DbError::Kind::InvalidInput, u"no clean-up task is given: "_s + use);
    return tasks;
}

Cleanup::Cleanup(const QString &schema)
    : m_schema(schema)
    , m_count(sqlText("worker/queue/cleanup_count.sql", schema))
    , m_lockNames(sqlText("worker/queue/cleanup_lock.sql", schema))
    , m_deleteJobs(sqlText("worker/queue/cleanup_jobs.sql", schema))
    , m_deleteTasks(sqlText("worker/queue/cleanup_tasks.sql", schema))
    , m_deleteQueues(sqlText("worker/queue/cleanup_queues.sql", schema))
{ }

Result<CleanupReport> Cleanup::run(Session &session, const CleanupOptions &options) const
{
    const auto expected = count(session, options);
    if (!expected)
        return tl::make_unexpected(explained(expected.error(), m_schema));
    if (options.dryRun || expected->jobs + expected->taskIdentifiers + expected->queues == 0)
        return expected;
    const bool hasNames = expected->taskIdentifiers + expected->queues > 0;
    const bool isCallersTransaction = session.isInTransaction();
    auto done = atomically(session,
                           [&] { return clean(session, options, hasNames, isCallersTransaction); });
    if (!done && done.error().sqlState == "55P03"_L1) {
        DbError error = done.error();
        error.message
            = u"other transactions kept the names in use for too long; nothing was deleted, try again"_s;
        return tl::make_unexpected(error);
    }
    return done;
}

Result<CleanupReport> Cleanup::count(Session &session, const CleanupOptions &options) const
{
    const auto wants = [&options](CleanupTask task) { return param(options.tasks.testFlag(task)); };
    return session
        .query(m_count,
               {wants(CleanupTask::DeletePermafailedJobs), wants(CleanupTask::GcTaskIdentifiers),
                param(options.keptTasks), wants(CleanupTask::GcJobQueues)})
        .map([](const Rows &rows) {
            return CleanupReport{rows.int64(0, 0), rows.int64(0, 1), rows.int64(0, 2)};
        });
}

Result<CleanupReport> Cleanup::clean(Session &session, const CleanupOptions &options, bool hasNames,
                                     bool isCallersTransaction) const
{
    CleanupReport report;
    const auto step
        = [&session](const QByteArray &sql, const Params &params, qint64 *deleted) -> Result<void> {
        return session.query(sql, params).map([deleted](const Rows &rows) {
            if (deleted)
                *deleted = rows.int64(0, 0);
        });
    };
    Result<void> done;
    if (done && options.tasks.testFlag(CleanupTask::DeletePermafailedJobs))
        done = step(m_deleteJobs, {}, &report.jobs);
    if (done && hasNames && !isCallersTransaction)
        done = step("set local lock_timeout = '1s'", {}, nullptr);
    if (done && hasNames)
        done = step(m_lockNames, {}, nullptr);
    if (done && hasNames && options.tasks.testFlag(CleanupTask::GcTaskIdentifiers))
        done = step(m_deleteTasks, {param(options.keptTasks)}, &report.taskIdentifiers);
    if (done && hasNames && options.tasks.testFlag(CleanupTask::GcJobQueues))
        done = step(m_deleteQueues, {}, &report.queues);
    if (!done)
        return tl::make_unexpected(done.error());
    return report;
}

} // namespace yardmaster
