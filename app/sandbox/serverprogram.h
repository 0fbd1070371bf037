#pragma once

#include "app/sandbox/serveraccount.h"

#include <QString>
#include <QStringList>

#include <chrono>

#include <tl/expected.hpp>

namespace yardmaster {

/// Runs one of PostgreSQL's server programs to its end, as `account`, with English messages and
/// without the caller's PG* variables. Blocks for at most `patience`, then kills it.
/// @param heldOpen  descriptor the program and its children inherit, -1 for none: a lock on it
///                  then lasts until they have ended, even if this process is killed.
/// @returns one sentence if it fails, made of the program's error message.
[[nodiscard]] tl::expected<void, QString>
runServerProgram(const ServerAccount &account, const QString &program, const QStringList &arguments,
                 std::chrono::milliseconds patience, int heldOpen = -1);

/// The line with the error: the first error in `text`, else its last line, without time stamp and
/// severity. For the programs' output and the server's log.
[[nodiscard]] QString reasonIn(const QString &text);

} // namespace yardmaster
