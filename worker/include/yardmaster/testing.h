#pragma once

#include <yardmaster/result.h>
#include <yardmaster/taskregistry.h>

#include <vector>

class QSqlDatabase;

namespace yardmaster {
class ConnectionSettings;
class Session;
} // namespace yardmaster

/// For tests of programs that use the library: run jobs without a worker.
///
///     QSqlDatabase db = …;                    // QPSQL, open
///     db.transaction();
///     db.exec(u"select graphile_worker.add_job('send_email', '{\"to\": \"a@b\"}')"_s);
///     const auto result = testing::runTaskListOnce(registry, db);
///     QVERIFY(result && result->front().outcome.kind == TaskOutcome::Kind::Success);
///     db.rollback();                          // as if nothing had happened
namespace yardmaster::testing {

/// One run of one job.
struct JobRun
{
    Job job;
    TaskOutcome outcome;         ///< after the task's options: timeout, retries, attempts
    std::vector<QString> output; ///< lines of output, standard error included
    std::vector<LogEntry> log;   ///< what the handler's logger said
    double progress = 0;         ///< last reported by the handler
};

/// Runs every job that is runnable now and whose task is in the registry, one after the other in
/// the worker's order, each once, and writes the results as a worker does. Blocking handlers run on
/// the calling thread, coroutines on a thread with an event loop. Jobs that handlers add, and
/// TaskContext::withDatabase(), use this connection and its transaction; jobs they add run too. No
/// interceptors, no events. Blocks until done.
/// @param database  open, on QPSQL, of this thread. An open transaction is used and left open: the
///                  database then still has to see the jobs, so add them in the same one.
/// @returns the runs in their order; the error if the database refused something. Jobs may stay
///          locked then, unless the caller rolls back.
[[nodiscard]] Result<std::vector<JobRun>>
runTaskListOnce(const TaskRegistry &registry, const QSqlDatabase &database,
                const QString &schema = QStringLiteral("graphile_worker"));
/// The same on a connection of its own, without a transaction around it.
[[nodiscard]] Result<std::vector<JobRun>>
runTaskListOnce(const TaskRegistry &registry, const ConnectionSettings &connection,
                const QString &schema = QStringLiteral("graphile_worker"));
[[nodiscard]] Result<std::vector<JobRun>> runTaskListOnce(const TaskRegistry &registry,
                                                          Session &session, const QString &schema);

} // namespace yardmaster::testing
