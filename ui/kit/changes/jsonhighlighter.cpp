#include "ui/kit/changes/jsonhighlighter.h"

#include "ui/kit/theme.h"

#include <QWidget>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Of a line: colours make laying it out several times dearer.
constexpr qsizetype kMostColoured = 4096;

bool isWordPart(QChar c)
{
    return c.isLetterOrNumber() || c == u'.' || c == u'+' || c == u'-' || c == u'_';
}

/// Behind the closing quote, or the end.
qsizetype quotedEnd(QStringView text, qsizetype begin)
{
    for (qsizetype at = begin + 1; at < text.size(); ++at) {
        if (text[at] == u'\\')
            ++at;
        else if (text[at] == u'"')
            return at + 1;
    }
    return text.size();
}

} // namespace

JsonHighlighter::JsonHighlighter(QTextDocument *document, const QWidget *palette)
    : QSyntaxHighlighter(document)
    , m_palette(palette)
{ }

void JsonHighlighter::highlightBlock(const QString &text)
{
    const QPalette palette = m_palette->palette();
    const QStringView line = QStringView(text).first(std::min(text.size(), kMostColoured));
    const auto paint = [this](qsizetype begin, qsizetype end, const QColor &color) {
        setFormat(int(begin), int(end - begin), color);
    };
    for (qsizetype at = 0; at < line.size();) {
        const QChar c = line[at];
        qsizetype end = at + 1;
        if (c == u'"') {
            end = quotedEnd(line, at);
            const bool isName = line.sliced(end).trimmed().startsWith(u':');
            const bool isHidden = line.sliced(at, end - at).startsWith("\"[hidden"_L1);
            if (isHidden && !isName)
                paint(at, end, mutedColor(palette));
            else if (!isName)
                paint(at, end, stateColor(JobState::Running, palette));
        } else if (isWordPart(c)) {
            while (end < line.size() && isWordPart(line[end]))
                ++end;
            const bool isNull = line.sliced(at, end - at) == "null"_L1;
            paint(at, end, isNull ? mutedColor(palette) : stateColor(JobState::Ready, palette));
        } else if (!c.isSpace()) {
            paint(at, end, mutedColor(palette));
        }
        at = end;
    }
}

} // namespace yardmaster
