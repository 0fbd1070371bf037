#include "models/operations/loglines.h"

#include "models/operations/operatorlog.h"

#include <QFile>

namespace yardmaster {

using namespace Qt::StringLiterals;

LogLines newestLogLines(const QString &folder, qint64 bytes)
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
        if (isCut)
            file.seek(size - left);
        QByteArray text = file.readAll();
        if (isCut)
            text.remove(0, text.indexOf('\n') + 1);
        left -= size;
        const QList<QByteArray> found = text.split('\n');
        for (qsizetype line = found.size() - 1; line >= 0; --line) {
            if (!found[line].isEmpty())
                last.lines << found[line];
        }
    }
    return last;
}

QString loggedWho(const QString &osUser, const QString &dbUser)
{
    return osUser == dbUser ? dbUser : u"%1 as %2"_s.arg(osUser, dbUser);
}

} // namespace yardmaster
