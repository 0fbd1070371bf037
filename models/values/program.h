#pragma once

#include <QString>

class QProcessEnvironment;

namespace yardmaster {

/// The executable file that a program's name or path stands for; empty if there is none that this
/// user may run. Any thread.
[[nodiscard]] QString findProgram(const QString &program);

/// Ours without what names a database or opens it: PG*, URLs of databases. Programs that people
/// configure get this one.
[[nodiscard]] QProcessEnvironment programEnvironment();

} // namespace yardmaster
