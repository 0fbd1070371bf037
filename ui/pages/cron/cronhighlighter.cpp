#include "ui/pages/cron/cronhighlighter.h"

#include "models/cron/cronlineparts.h"
#include "ui/kit/theme.h"

#include <QWidget>

namespace yardmaster {

CronHighlighter::CronHighlighter(QTextDocument *document, const QWidget *palette)
    : QSyntaxHighlighter(document)
    , m_palette(palette)
{ }

void CronHighlighter::highlightBlock(const QString &text)
{
    const QPalette palette = m_palette->palette();
    const QColor muted = mutedColor(palette);
    const QColor accent = palette.color(QPalette::Link);
    const auto paint = [this](int begin, int end, const QColor &color, bool isStrong = false) {
        QTextCharFormat format;
        format.setForeground(color);
        if (isStrong)
            format.setFontWeight(QFont::DemiBold);
        setFormat(begin, end - begin, format);
    };
    const QList<CronLinePart> parts = cronLineParts(text);
    if (!parts.isEmpty() && parts.first().part == CronPart::Off) {
        paint(0, int(text.size()), muted);
        return;
    }
    for (const CronLinePart &part : parts) {
        switch (part.part) {
        case CronPart::Task:
            paint(part.begin, part.end, palette.color(QPalette::Text), true);
            break;
        case CronPart::Comment:
            paint(part.begin, part.end, muted);
            break;
        case CronPart::Payload:
            paint(part.begin, part.end, stateColor(JobState::Blocked, palette));
            break;
        case CronPart::Options: {
            paint(part.begin - 1, part.end, muted);
            const QStringView options = QStringView(text).mid(part.begin, part.end - part.begin);
            for (const CronOptionPart &option : cronOptionParts(options, part.begin)) {
                paint(option.keyBegin, option.keyEnd, stateColor(JobState::Running, palette));
                paint(option.valueBegin, option.valueEnd, palette.color(QPalette::Text));
            }
            break;
        }
        default:
            paint(part.begin, part.end, accent);
        }
    }
}

} // namespace yardmaster
