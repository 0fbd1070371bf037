#include "worker/events/errorsummary.h"

#include <QStringList>

#include <algorithm>

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
    QString first = lines.first().left(300);
    if (!first.endsWith(u':'))
        first += u':';
    // Not the frame around a group of Python's exceptions.
    const auto last = std::find_if(lines.crbegin(), lines.crend(), [](const QString &line) {
        return std::ranges::any_of(line, [](QChar c) { return c.isLetterOrNumber(); });
    });
    return first + u' ' + (last == lines.crend() ? lines.last() : *last).trimmed().left(300);
}

} // namespace yardmaster
