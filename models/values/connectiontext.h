#pragma once

#include <yardmaster/connectionsettings.h>

#include <QString>

namespace yardmaster {

/// The shell command that opens the same connection in psql. Without the password: psql asks for it
/// or finds it where libpq looks. With an SSH host it opens a tunnel of its own first.
[[nodiscard]] QString psqlCommand(const ConnectionSettings &settings);

/// A statement to paste into psql that adds one job of `task` with an example payload.
[[nodiscard]] QString exampleJobSql(const QString &schema, const QString &task);

} // namespace yardmaster
