#include "models/values/program.h"

#include <QFileInfo>
#include <QProcessEnvironment>
#include <QStandardPaths>

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

} // namespace yardmaster
