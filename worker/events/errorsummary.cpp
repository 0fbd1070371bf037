#include "worker/events/errorsummary.h"

#include <QStringList>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The exception of a traceback of Python: the line after its last frame. Empty: it is none.
QString exceptionOf(const QStringList &lines)
{
    if (!lines.first().startsWith("Traceback (most recent call last)"_L1))
        return {};
    qsizetype place = lines.size() - 1;
    while (place > 0 && !lines[place].startsWith("  File \""_L1))
        --place;
    do {
        ++place;
    } while (place < lines.size() && lines[place].startsWith(u' '));
    return lines.value(place);
}

} // namespace

QString errorSummary(const QString &error)
{
    const QStringList lines = error.split(u'\n', Qt::SkipEmptyParts);
    if (lines.size() < 2)
        return lines.value(0).left(600);
    if (const QString exception = exceptionOf(lines); !exception.isEmpty())
        return exception.left(600);
    return lines.first().left(300) + QStringLiteral(": ") + lines.last().left(300);
}

} // namespace yardmaster
