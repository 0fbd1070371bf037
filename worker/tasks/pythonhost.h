#pragma once

#include "worker/tasks/hostchild.h"

namespace yardmaster {

/// The task host for Python, whose program is compiled in.
/// @param command  Python and its arguments; empty: that of a virtual environment, which is the
///                 active one (VIRTUAL_ENV), else `.venv` or `venv` in `folder` or in the nearest
///                 folder above it; else "python3". Root uses none that others may change.
/// @param folder   of the tasks.
[[nodiscard]] HostProgram pythonHost(const QStringList &command, const QString &folder);

} // namespace yardmaster
