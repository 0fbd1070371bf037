#include "worker/events/errorsummary.h"

#include <QStringList>

namespace yardmaster {

QString errorSummary(const QString &error)
{
    const QStringList lines = error.split(u'\n', Qt::SkipEmptyParts);
    if (lines.size() < 2)
        return lines.value(0).left(600);
    return lines.first().left(300) + QStringLiteral(": ") + lines.last().left(300);
}

} // namespace yardmaster
