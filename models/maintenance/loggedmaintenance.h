#pragma once

#include "models/maintenance/schemaremoval.h"
#include <yardmaster/cleanup.h>
#include <yardmaster/migrator.h>

namespace yardmaster {

/// Who writes which operator log about which schema.
struct MaintenanceLog
{
    QString schema;
    QString folder;     ///< of the operator log
    QString connection; ///< as ConnectionSettings::describe()
};

/// What a clean-up would delete; deletes nothing. Blocks.
[[nodiscard]] Result<CleanupReport> previewCleanup(Session &session, const QString &schema,
                                                   const CleanupOptions &options);

/// Each is written to the operator log first. Block; the session's thread. Errors: those of what
/// they do, and Statement if the log cannot be written.
/// @param preview  what was shown.
[[nodiscard]] Result<CleanupReport> cleanUpLogged(Session &session, const MaintenanceLog &log,
                                                  const CleanupOptions &options,
                                                  const CleanupReport &preview);
[[nodiscard]] Result<void> removeSchemaLogged(Session &session, const MaintenanceLog &log,
                                              const SchemaRemoval &plan);
/// As migrate().
[[nodiscard]] Result<MigrationReport> migrateLogged(Session &session, const MaintenanceLog &log);
/// Drops the operator log of the schema. Waits at most three seconds for its lock, because writers
/// would wait behind it.
[[nodiscard]] Result<void> removeSharedLogLogged(Session &session, const MaintenanceLog &log);
/// Statements; one alone if it may not run inside a transaction, see adviceSql().
[[nodiscard]] Result<void> runStatementLogged(Session &session, const MaintenanceLog &log,
                                              const QString &kind, const QByteArray &statement);

} // namespace yardmaster
