#pragma once

#include <yardmaster/migrator.h>
#include <yardmaster/runner.h>
#include <yardmaster/taskregistry.h>

namespace yardmaster {

/// What most programs need. All need a QCoreApplication, because Qt's database drivers do; none
/// installs signal handlers.
///
///     auto registry = std::make_shared<TaskRegistry>();
///     registry->add<Mail>(u"send_email"_s, sendEmail);
///     WorkerOptions options;
///     options.connection = *ConnectionSettings::parse(u"postgres:///shop"_s);
///     const auto worker = run(options, registry);
///     return app.exec();

/// Starts a worker. Returns at once; errors are reported by Runner::finished() and
/// Runner::whenFinished(). Destroying the runner returns its jobs to the queue.
/// @param events  where the engine reports; must outlive the runner; null: a bus of its own.
/// Thread: any with an event loop; the runner belongs to it.
[[nodiscard]] std::unique_ptr<Runner> run(WorkerOptions options,
                                          std::shared_ptr<const TaskRegistry> registry,
                                          EventBus *events = nullptr);

/// Runs what is runnable and returns when nothing is left: later retries and scheduled jobs stay in
/// the queue. Blocks; the jobs run on threads of the engine. The calling thread needs no event
/// loop.
/// @returns how it ended, RunOutcome::Reason::Failed with the error included.
[[nodiscard]] RunOutcome runOnce(WorkerOptions options,
                                 std::shared_ptr<const TaskRegistry> registry,
                                 EventBus *events = nullptr);

/// Installs the schema, or brings it up to date, see migrate(). Blocks.
[[nodiscard]] Result<MigrationReport> runMigrations(const ConnectionSettings &connection,
                                                    const QString &schema
                                                    = QStringLiteral("graphile_worker"));

} // namespace yardmaster
