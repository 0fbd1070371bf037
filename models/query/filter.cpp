#include "models/query/filter.h"

#include "models/query/filterkeys.h"
#include "worker/json/visibletext.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Backslashes only where they would be read as an escape, so that patterns stay readable.
QString quoted(QStringView text)
{
    QString result(u'"');
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        const QChar next = i + 1 < text.size() ? text.at(i + 1) : u'"';
        const bool isBackslash
            = c == u'\\' && (next == u'\\' || next == u'"' || invisibleEscape(text.sliced(i)));
        if (c == u'"' || isBackslash)
            result += u'\\';
        result += c;
    }
    return result + u'"';
}

bool isPlain(const QString &text, FilterOperator op)
{
    const bool isPattern = op == FilterOperator::Matches;
    return !text.isEmpty() && std::ranges::none_of(text, [isPattern](QChar c) {
        return c.isSpace() || c == u'"' || (isInvisible(c.unicode()) && !c.isSurrogate())
            || c == u'\\' || (!isPattern && (c == u',' || c == u'*'));
    });
}

QString pieceText(const QString &text, FilterOperator op)
{
    return isPlain(text, op) ? text : quoted(text);
}

QString valueText(const FilterValue &value, FilterOperator op)
{
    if (value.isRange)
        return value.pieces.join(".."_L1); // numbers and times need no quotes
    QStringList pieces;
    for (const QString &piece : value.pieces)
        pieces << (piece.isEmpty() && value.hasWildcard() ? QString() : pieceText(piece, op));
    return pieces.join(u'*');
}

QString segmentText(const QString &segment)
{
    const bool isPlainName = !segment.isEmpty() && std::ranges::all_of(segment, [](QChar c) {
        return c.isLetterOrNumber() || c == u'_' || c == u'-' || c == u'$' || c == u'@';
    });
    return isPlainName ? segment : quoted(segment);
}

} // namespace

QString FilterTerm::text() const
{
    QString result;
    if (isNegated)
        result += u'-';
    result += filterKeyInfo(key).name;
    for (const QString &segment : path)
        result += u'.' + segmentText(segment);
    result += filterOperatorText(op);
    QStringList texts;
    for (const FilterValue &value : values)
        texts << valueText(value, op);
    result += texts.join(u',');
    result.replace(u'\r', "\\u000d"_L1); // also before a line feed
    return visibleText(result);          // its escapes are those of filters
}

QString Filter::text() const
{
    QStringList texts;
    for (const FilterTerm &term : terms)
        texts << term.text();
    return texts.join(u' ');
}

} // namespace yardmaster
