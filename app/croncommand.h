#pragma once

#include "app/commands/shellcommand.h"
#include <yardmaster/crontab.h>

#include <tl/expected.hpp>

namespace yardmaster {

/// `yardmaster cron check FILE` and `cron next FILE`: need no database.
/// The crontab in `file`, "-" for standard input, as --strict and --tasks say. Prints its errors
/// and warnings. @returns the exit code if it cannot be read, or has errors.
[[nodiscard]] tl::expected<Crontab, int> readCrontab(const CommandCall &call, const QString &file);

[[nodiscard]] ShellCommand cronCheckCommand();
[[nodiscard]] ShellCommand cronNextCommand();

} // namespace yardmaster
