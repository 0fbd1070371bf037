#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// The manual page yardmaster(1), for man: all commands and options, from their tables.
/// @param version  of the program.
[[nodiscard]] QString manualPage(const QString &version);

[[nodiscard]] ShellCommand manCommand();

} // namespace yardmaster
