#pragma once

#include <QString>

class QProcess;
class QProcessEnvironment;

namespace yardmaster {

/// The executable file that a program's name or path stands for; empty if there is none that this
/// user may run. Any thread.
[[nodiscard]] QString findProgram(const QString &program);

/// Ours without what names a database or opens it: PG*, URLs of databases. Programs that people
/// configure get this one.
[[nodiscard]] QProcessEnvironment programEnvironment();

/// Before its start: gives `process` a group of its own, so that killGroup() ends what it starts,
/// too.
void makeGroup(QProcess *process);
/// Does not wait.
void killGroup(QProcess *process);

} // namespace yardmaster
