#pragma once

#include "app/commands/shellcommand.h"

#include <QByteArray>

#include <tl/expected.hpp>

namespace yardmaster {

class CommandCall;

/// `yardmaster add TASK [PAYLOAD]`, and many jobs from NDJSON.
[[nodiscard]] ShellCommand addCommand();

/// A payload as it is given, that of a file after @, or of standard input for -; the error as a
/// sentence.
[[nodiscard]] tl::expected<QByteArray, QString> contentOf(const CommandCall &call,
                                                          const QString &given);

} // namespace yardmaster
