#pragma once

#include <QString>

namespace yardmaster {

/// The executable file that a program's name or path stands for; empty if there is none that this
/// user may run. Any thread.
[[nodiscard]] QString findProgram(const QString &program);

} // namespace yardmaster
