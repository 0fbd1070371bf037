#include "models/values/program.h"

#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>

#ifdef Q_OS_UNIX
#include <csignal>
#include <unistd.h>
#endif

namespace yardmaster {

using namespace Qt::StringLiterals;

QString findProgram(const QString &program)
{
    // Not QStandardPaths for paths: it takes "./x" for a name.
    if (program.contains(u'/')) {
        const QFileInfo file(program);
        return file.isFile() && file.isExecutable() ? program : QString();
    }
    return QStandardPaths::findExecutable(program);
}

QProcessEnvironment programEnvironment()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : environment.keys()) {
        const QString value = environment.value(name);
        if (name.startsWith("PG"_L1) || name.endsWith("DATABASE_URL"_L1)
            || value.contains("postgres://"_L1) || value.contains("postgresql://"_L1))
            environment.remove(name);
    }
    return environment;
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
