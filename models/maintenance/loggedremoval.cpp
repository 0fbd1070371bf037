#include "models/maintenance/loggedremoval.h"

#include "models/maintenance/schemaremoval.h"

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
    const auto done = runLogged(
        session, loggedAction(log, u"cleanup"_s, names.join(u", "_s).toLatin1(), touched),
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
                     loggedAction(log, u"remove-schema"_s, removeSchemaSql(plan.schema), touched),
                     [&]() -> Result<QJsonObject> {
                         if (auto removed = removeSchema(session, plan); !removed)
                             return tl::make_unexpected(removed.error());
                         return QJsonObject{{u"jobs"_s, plan.jobs}};
                     })
        .map([](const QJsonObject &) {});
}

} // namespace yardmaster
