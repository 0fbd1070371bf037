#include "models/values/errorline.h"

#include <QRegularExpression>
#include <QStringList>

#include <optional>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Position = ErrorLine::Position;

bool isIndented(const QString &line)
{
    return line.startsWith(u' ') || line.startsWith(u'\t');
}

bool isFrameOfPython(const QString &line)
{
    return line.startsWith("  File \""_L1);
}

bool isFrameOfJavaScript(const QString &line)
{
    return line.startsWith("    at "_L1);
}

bool isBlank(const QString &line)
{
    return line.trimmed().isEmpty();
}

qsizetype lastPlace(const QStringList &lines, bool (*isWanted)(const QString &))
{
    for (qsizetype i = lines.size() - 1; i >= 0; --i) {
        if (isWanted(lines.at(i)))
            return i;
    }
    return -1;
}

/// @param lines  of the output or traceback, without what comes before it.   @param isWhole  they
/// are all of it; else the first one begins somewhere within a line.
/// @returns nothing where that is the only one.
std::optional<ErrorLine> lineOfOutput(const QStringList &lines, bool isWhole)
{
    const qsizetype first = isWhole ? 0 : 1; // that is whole
    const qsizetype frame = lastPlace(lines, isFrameOfPython);
    if (frame >= first) {
        qsizetype place = frame + 1;
        while (place < lines.size() && isIndented(lines.at(place)))
            ++place;
        if (place < lines.size() && !isBlank(lines.at(place)))
            return ErrorLine{lines.at(place).trimmed(), Position::AfterFrames};
    } else {
        for (qsizetype i = lines.size() - 1; i > first; --i) {
            const QString &head = lines.at(i - 1);
            if (isFrameOfJavaScript(lines.at(i)) && !isIndented(head) && !isBlank(head))
                return ErrorLine{head.trimmed(), Position::BeforeFrames, false, isWhole};
        }
    }
    const qsizetype last = lastPlace(lines, [](const QString &line) { return !isBlank(line); });
    if (last < first)
        return std::nullopt;
    const bool hasFrames = frame >= 0 || lastPlace(lines, isFrameOfJavaScript) >= 0;
    return ErrorLine{lines.at(last).trimmed(), Position::Last, false, isWhole && !hasFrames};
}

} // namespace

const QString &ErrorText::longest() const
{
    return isCut && isWhole() ? end : beginning;
}

bool ErrorText::isWhole() const
{
    return !isCut || (!end.isEmpty() && end.size() < kErrorTail);
}

ErrorText errorText(const QString &beginning, const QString &end)
{
    return {beginning, end, beginning.size() >= kErrorPreview};
}

ErrorText errorText(const QString &error)
{
    return error.size() < kErrorPreview
        ? ErrorText{error, {}, false}
        : errorText(error.left(kErrorPreview), error.right(kErrorTail));
}

ErrorLine tellingLine(const ErrorText &error)
{
    const QString &text = error.longest();
    qsizetype begin = 0;
    while (begin < text.size() && text.at(begin).isSpace())
        ++begin;
    qsizetype end = text.indexOf(u'\n', begin);
    const bool isLineCut = end < 0 && !error.isWhole();
    if (end < 0)
        end = text.size();
    const ErrorLine first{text.sliced(begin, end - begin).trimmed(), Position::First, isLineCut};
    static const QRegularExpression introduction(u'^' + QString::fromUtf16(kOutputFollows));
    if (!introduction.match(first.text).hasMatch() || isLineCut)
        return first;
    if (error.isWhole() && isBlank(text.sliced(end)))
        return {first.text, Position::Only, false};
    const QString output = error.isWhole() ? text.sliced(end + 1) : error.end;
    if (isBlank(output))
        return first;
    return lineOfOutput(output.split(u'\n'), error.isWhole()).value_or(first);
}

} // namespace yardmaster
