#include "models/operations/loglines.h"

#include "models/operations/operatorlog.h"

#include <QCoreApplication>
#include <QFile>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct LogLinesText
{
    Q_DECLARE_TR_FUNCTIONS(LogLines)
};

} // namespace

LogLines newestLogLines(const QString &folder, qint64 bytes, qint64 longest)
{
    LogLines last;
    qint64 left = bytes;
    const QStringList files = OperatorLog(folder).files();
    for (qsizetype i = files.size() - 1; i >= 0 && left > 0; --i) {
        QFile file(files[i]);
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const qint64 size = file.size();
        const bool isCut = size > left;
        last.isCut = isCut || (i > 0 && size == left);
        if (isCut) {
            file.seek(size - left);
            (void)file.readLine(); // begins in the middle
        }
        left -= size;
        QList<QByteArray> lines;
        while (!file.atEnd()) {
            const QByteArray line = file.readLine();
            if (line.size() > 1 && line.size() - 1 <= longest)
                lines << (line.endsWith('\n') ? line.chopped(1) : line);
        }
        last.lines.append(QList(lines.crbegin(), lines.crend()));
    }
    return last;
}

QString loggedWho(const QString &osUser, const QString &dbUser)
{
    if (osUser == dbUser || osUser.isEmpty())
        return dbUser;
    return dbUser.isEmpty() ? osUser : LogLinesText::tr("%1 as %2").arg(osUser, dbUser);
}

} // namespace yardmaster
