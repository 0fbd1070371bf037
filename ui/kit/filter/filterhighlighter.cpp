#include "ui/kit/filter/filterhighlighter.h"

#include "models/query/filterkeys.h"
#include "models/query/filterparser.h"
#include "ui/kit/theme.h"

#include <QWidget>

namespace yardmaster {

FilterHighlighter::FilterHighlighter(QTextDocument *document, const QWidget *palette,
                                     FilterLanguage language)
    : QSyntaxHighlighter(document)
    , m_palette(palette)
    , m_language(language)
{ }

void FilterHighlighter::setTypingAt(int position)
{
    if (m_typingAt == position)
        return;
    m_typingAt = position;
    rehighlight();
}

void FilterHighlighter::highlightBlock(const QString &text)
{
    const QPalette palette = m_palette->palette();
    const QColor accent = palette.color(QPalette::Link);
    const QColor muted = mutedColor(palette);
    const QColor failed = stateColor(JobState::FailedForGood, palette);
    const auto paint = [this](TextSpan span, const QColor &color, bool isStrong = false) {
        QTextCharFormat format;
        format.setForeground(color);
        if (isStrong)
            format.setFontWeight(QFont::DemiBold);
        setFormat(int(span.begin), int(span.end - span.begin), format);
    };

    QList<FilterError> ignored;
    for (const RawFilterTerm &term : tokenizeFilter(text, &ignored)) {
        if (term.op.isEmpty())
            continue;
        if (term.isNegated)
            paint({term.span.begin, term.span.begin + 1}, failed, true);
        const FilterKeyInfo *key = findFilterKey(term.key, m_language);
        if (key)
            paint(term.keySpan, accent);
        paint(term.opSpan, term.op.startsWith(u'!') ? failed : muted);
        for (const RawFilterValue &value : term.values) {
            const auto state = findFilterState(value.text);
            if (key && key->key == FilterKey::State && state)
                paint(value.span, stateColor(*state, palette), true);
            // Where quotes were resolved, characters have moved.
            if (value.isQuoted || value.text.size() != value.span.end - value.span.begin)
                continue;
            for (qsizetype i = 0; i < value.text.size() && !term.op.endsWith(u'~'); ++i) {
                if (value.isSpecial(i, u'*'))
                    paint({value.span.begin + i, value.span.begin + i + 1}, accent, true);
            }
        }
    }
    for (const FilterError &error : parseFilter(text, m_language).errors) {
        if (error.span.end == m_typingAt)
            continue;
        // Something that is missing is shown where it should have followed.
        const bool isMissing = error.span.begin == error.span.end;
        for (qsizetype i = error.span.begin - (isMissing ? 1 : 0); i < error.span.end; ++i) {
            if (i < 0)
                continue;
            QTextCharFormat wrong = format(int(i));
            wrong.setProperty(kWrongProperty, true);
            setFormat(int(i), 1, wrong);
        }
    }
}

} // namespace yardmaster
