#pragma once

#include <QString>

namespace yardmaster {

/// A job's error on one line: its first line, which says what happened, and its last one, the end
/// of a program's output or the innermost cause, which usually says why; of a traceback of
/// Python only its exception. At most about 600 characters. Pure.
[[nodiscard]] QString errorSummary(const QString &error);

} // namespace yardmaster
