#include <yardmaster/yardmaster.h>

#include <yardmaster/session.h>

namespace yardmaster {

std::unique_ptr<Runner> run(WorkerOptions options, std::shared_ptr<const TaskRegistry> registry,
                            EventBus *events)
{
    auto runner = std::make_unique<Runner>(std::move(options), std::move(registry), events);
    runner->start();
    return runner;
}

RunOutcome runOnce(WorkerOptions options, std::shared_ptr<const TaskRegistry> registry,
                   EventBus *events)
{
    options.once = true;
    const auto runner = run(std::move(options), std::move(registry), events);
    return runner->whenFinished().result(); // set by the engine's thread, not by our event loop
}

Result<MigrationReport> runMigrations(const ConnectionSettings &connection, const QString &schema)
{
    const auto session = Session::open(connection, QStringLiteral("migrate"));
    if (!session)
        return tl::make_unexpected(session.error());
    return migrate(**session, schema);
}

} // namespace yardmaster
