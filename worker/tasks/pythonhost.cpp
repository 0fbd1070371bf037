#include "worker/tasks/pythonhost.h"

#include "worker/db/sqltext.h"
#include "worker/tasks/filetrust.h"

#include <QDir>
#include <QFileInfo>

#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// @returns the interpreter; empty: `folder` is no virtual environment.
QString interpreterIn(const QString &folder)
{
    const QString python = folder + "/bin/python"_L1;
    if (!QFileInfo::exists(folder + "/pyvenv.cfg"_L1) || !QFileInfo(python).isExecutable())
        return {};
    if (::geteuid() == 0 && !whoElseMayChange(python).isEmpty())
        return {};
    return python;
}

QString interpreterFor(const QString &folder)
{
    const QString active = qEnvironmentVariable("VIRTUAL_ENV");
    if (!active.isEmpty()) {
        if (const QString python = interpreterIn(active); !python.isEmpty())
            return python;
    }
    QDir above(folder);
    do {
        for (const auto name : {"/.venv"_L1, "/venv"_L1}) {
            const QString python = interpreterIn(above.absolutePath() + name);
            if (!python.isEmpty())
                return python;
        }
    } while (above.cdUp());
    return u"python3"_s;
}

} // namespace

HostProgram pythonHost(const QStringList &command, const QString &folder)
{
    return {u"python"_s,
            (command.isEmpty() ? QStringList{interpreterFor(folder)} : command)
                + QStringList{u"-"_s},
            sqlSource("worker/hosts/python.py"),
            u"Python 3.9 or later is needed; choose one with --python"_s};
}

} // namespace yardmaster
