#include "models/operations/loggedmaintenance.h"

#include "models/operations/sharedlog.h"
#include <yardmaster/session.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

LoggedAction loggedAction(const MaintenanceLog &log, const QString &kind,
                          const QByteArray &statement, const QJsonObject &touched)
{
    return {kind, log.schema, log.folder, log.connection, statement, touched};
}

Result<MigrationReport> migrateLogged(Session &session, const MaintenanceLog &log)
{
    MigrationReport report;
    const auto done = runLogged(session, loggedAction(log, u"migrate-schema"_s, "migrate", {}),
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
    return runLogged(session, loggedAction(log, kind, statement, {}),
                     [&]() -> Result<QJsonObject> {
                         return session.script(statement).map([] { return QJsonObject(); });
                     })
        .map([](const QJsonObject &) {});
}

} // namespace yardmaster
