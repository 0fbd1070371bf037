#include "models/program.h"

#include <QFileInfo>
#include <QStandardPaths>

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

} // namespace yardmaster
