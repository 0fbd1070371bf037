#pragma once

#include "models/operations/loggedaction.h"
#include <yardmaster/migrator.h>

namespace yardmaster {

/// Who writes which operator log about which schema.
struct MaintenanceLog
{
    QString schema;
    QString folder;     ///< of the operator log
    QString connection; ///< as ConnectionSettings::describe()
};

/// The entry for `statement`, with what it touches. A value.
[[nodiscard]] LoggedAction loggedAction(const MaintenanceLog &log, const QString &kind,
                                        const QByteArray &statement, const QJsonObject &touched);

// Each of these is written to the operator log first. Block; the session's thread. Errors: those of
// what they do, and Statement if the log cannot be written.

/// As migrate().
[[nodiscard]] Result<MigrationReport> migrateLogged(Session &session, const MaintenanceLog &log);
/// Drops the operator log of the schema. Waits at most three seconds for its lock, because writers
/// would wait behind it.
[[nodiscard]] Result<void> removeSharedLogLogged(Session &session, const MaintenanceLog &log);
/// Statements; one alone if it may not run inside a transaction, see adviceSql().
[[nodiscard]] Result<void> runStatementLogged(Session &session, const MaintenanceLog &log,
                                              const QString &kind, const QByteArray &statement);

} // namespace yardmaster
