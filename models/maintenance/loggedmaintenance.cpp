#include "models/maintenance/loggedmaintenance.h"

#include "models/operations/loggedaction.h"
#include "models/operations/sharedlog.h"
#include <yardmaster/session.h>

#include <QJsonArray>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QJsonObject figures(const CleanupReport &report)
{
    return {{u"jobs"_s, report.jobs},
            {u"task_identifiers"_s, report.taskIdentifiers},
            {u"queues"_s, report.queues}};
}

LoggedAction action(const MaintenanceLog &log, const QString &kind, const QByteArray &statement,
                    const QJsonObject &touched)
{
    return {kind, log.schema, log.folder, log.connection, statement, touched};
}

} // namespace

Result<CleanupReport> previewCleanup(Session &session, const QString &schema,
                                     const CleanupOptions &options)
{
    CleanupOptions dry = options;
    dry.dryRun = true;
    return Cleanup(schema).run(session, dry);
}

Result<CleanupReport> cleanUpLogged(Session &session, const MaintenanceLog &log,
                                    const CleanupOptions &options, const CleanupReport &preview)
{
    QStringList names;
    for (const CleanupTask task : {CleanupTask::DeletePermafailedJobs,
                                   CleanupTask::GcTaskIdentifiers, CleanupTask::GcJobQueues}) {
        if (options.tasks.testFlag(task))
            names << cleanupTaskName(task);
    }
    QJsonObject touched = figures(preview);
    touched.insert(u"kept"_s, QJsonArray::fromStringList(options.keptTasks));
    CleanupReport report;
    const auto done
        = runLogged(session, action(log, u"cleanup"_s, names.join(u", "_s).toLatin1(), touched),
                    [&]() -> Result<QJsonObject> {
                        auto answer = Cleanup(log.schema).run(session, options);
                        if (!answer)
                            return tl::make_unexpected(answer.error());
                        report = *answer;
                        return figures(report);
                    });
    if (!done)
        return tl::make_unexpected(done.error());
    return report;
}

Result<void> removeSchemaLogged(Session &session, const MaintenanceLog &log,
                                const SchemaRemoval &plan)
{
    QJsonArray objects;
    for (const SchemaRemoval::Object &object : plan.objects)
        objects << object.kind + u' ' + object.name;
    const QJsonObject touched{{u"jobs"_s, plan.jobs},
                              {u"objects"_s, objects},
                              {u"dependents"_s, QJsonArray::fromStringList(plan.dependents)},
                              {u"live_workers"_s, QJsonArray::fromStringList(plan.liveWorkers)}};
    return runLogged(session,
                     action(log, u"remove-schema"_s, removeSchemaSql(plan.schema), touched),
                     [&]() -> Result<QJsonObject> {
                         if (auto removed = removeSchema(session, plan); !removed)
                             return tl::make_unexpected(removed.error());
                         return QJsonObject{{u"jobs"_s, plan.jobs}};
                     })
        .map([](const QJsonObject &) {});
}

Result<MigrationReport> migrateLogged(Session &session, const MaintenanceLog &log)
{
    MigrationReport report;
    const auto done = runLogged(session, action(log, u"migrate-schema"_s, "migrate", {}),
                                [&]() -> Result<QJsonObject> {
                                    auto migrated = migrate(session, log.schema);
                                    if (!migrated)
                                        return tl::make_unexpected(migrated.error());
                                    report = *std::move(migrated);
                                    return QJsonObject{{u"from_revision"_s, report.before.revision},
                                                       {u"revision"_s, report.revision}};
                                });
    if (!done)
        return tl::make_unexpected(done.error());
    return report;
}

Result<void> removeSharedLogLogged(Session &session, const MaintenanceLog &log)
{
    if (auto set = session.script("set lock_timeout = '3s'"); !set)
        return set;
    return runStatementLogged(session, log, u"remove-shared-log"_s, removeSharedLogSql(log.schema));
}

Result<void> runStatementLogged(Session &session, const MaintenanceLog &log, const QString &kind,
                                const QByteArray &statement)
{
    return runLogged(session, action(log, kind, statement, {}),
                     [&]() -> Result<QJsonObject> {
                         return session.script(statement).map([] { return QJsonObject(); });
                     })
        .map([](const QJsonObject &) {});
}

} // namespace yardmaster
