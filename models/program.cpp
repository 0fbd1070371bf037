#include "models/program.h"

#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#ifdef Q_OS_UNIX
#include <csignal>
#include <unistd.h>
#endif

namespace yardmaster {

QString findProgram(const QString &program)
{
    // Not QStandardPaths for paths: it takes "./x" for a name.
    if (program.contains(u'/')) {
        const QFileInfo file(program);
        return file.isFile() && file.isExecutable() ? program : QString();
    }
    return QStandardPaths::findExecutable(program);
}

void makeGroup(QProcess *process)
{
#ifdef Q_OS_UNIX
    process->setChildProcessModifier([] { ::setpgid(0, 0); });
#else
    Q_UNUSED(process)
#endif
}

void killGroup(QProcess *process)
{
#ifdef Q_OS_UNIX
    if (const qint64 pid = process->processId(); pid > 0)
        ::kill(-pid_t(pid), SIGKILL);
#endif
    process->kill();
}

} // namespace yardmaster
