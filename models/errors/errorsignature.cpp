#include "models/errors/errorsignature.h"

#include "models/query/filteredit.h"

#include <QRegularExpression>

#include <array>
#include <vector>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Something that changes from job to job: how it is recognised, what stands for it, and how the
/// server finds it. The latter may find a little more, never less.
struct Kind
{
    const char *recognised; // PCRE, with the ends of a word where they matter
    const char *sign;       // empty: stays as it is
    const char *pattern;    // POSIX advanced, short enough to be read in a filter
};

#define YM_WORD_BEGIN "(?<![A-Za-z0-9_])"
#define YM_WORD_END "(?![A-Za-z0-9_])"

/// The first that fits counts.
constexpr std::array kKinds{
    Kind{YM_WORD_BEGIN "[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)"
                       "?(?:Z|[+-][0-9]{2}:?[0-9]{2})?" YM_WORD_END,
         "<time>", "\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d[0-9:.,Z+-]*"},
    Kind{YM_WORD_BEGIN "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}" YM_WORD_END, "<uuid>",
         "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"},
    Kind{"[A-Za-z0-9_.%+-]+@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+", "<email>",
         "[A-Za-z0-9_.%+-]+@[A-Za-z0-9.-]+"},
    Kind{"\"[^\"\\n]*\"", "\"…\"", "\"[^\"\\n]*\""},
    Kind{"“[^”\\n]*”", "“…”", "“[^”\\n]*”"},
    Kind{"`[^`\\n]*`", "`…`", "`[^`\\n]*`"},
    // An apostrophe is within a word: can't.
    Kind{YM_WORD_BEGIN "'[^'\\n]*'" YM_WORD_END, "'…'", "'[^'\\n]*'"},
    Kind{YM_WORD_BEGIN "[0-9]{1,3}(?:\\.[0-9]{1,3}){3}(?!\\.?[0-9])" YM_WORD_END, "<ip>",
         "\\d+(\\.\\d+){3}"},
    Kind{
        "(?<![A-Za-z0-9_:])(?=[0-9a-fA-F:]*[0-9])(?:(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}"
        "|(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){0,6})?::(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4})"
        "{0,6})?)(?![A-Za-z0-9_:])",
        "<ip6>", "[0-9a-fA-F]*:[0-9a-fA-F:]*:[0-9a-fA-F:]*"},
    Kind{"(?<=/tmp/)[^/\\s:;,'\"`()]+", "<name>", "[^/\\s:;,'\"`()]+"},
    Kind{YM_WORD_BEGIN "0[xX][0-9a-fA-F]+" YM_WORD_END, "<hex>", "0[xX][0-9a-fA-F]+"},
    Kind{YM_WORD_BEGIN "(?=[0-9a-fA-F]*[0-9])(?=[0-9a-fA-F]*[a-fA-F])[0-9a-fA-F]{8,}" YM_WORD_END,
         "<id>", "(?=[0-9]*[a-fA-F])(?=[a-fA-F]*[0-9])[0-9a-fA-F]{8,}"},
    Kind{YM_WORD_BEGIN "[A-Z]{1,4}[0-9]+" YM_WORD_END, "", ""},
    // sha256sum and user42 are words; what changes more often between letters and digits is none.
    Kind{"(?<![A-Za-z0-9])(?=[A-Za-z0-9]{6})"
         "(?:[0-9]+[A-Za-z]+[0-9]|[A-Za-z]+[0-9]+[A-Za-z]+[0-9])[A-Za-z0-9]*",
         "<id>", "(?=[A-Za-z0-9]{6})(\\d+[A-Za-z]+\\d|[A-Za-z]+\\d+[A-Za-z]+\\d)[A-Za-z0-9]*"},
    Kind{"(?<![A-Za-z0-9])(?=[0-9]*[A-Za-z])(?=[A-Za-z]*[0-9])[A-Za-z0-9]{16,}", "<id>",
         "(?=[0-9]*[A-Za-z])(?=[A-Za-z]*[0-9])[A-Za-z0-9]{16,}"},
    Kind{"[0-9]+(?:[.,][0-9]+){0,2}", "<n>", "\\d+([.,]\\d+){0,2}"},
};

#undef YM_WORD_BEGIN
#undef YM_WORD_END

/// Each kind is a group.
const QRegularExpression &recogniser()
{
    static const QRegularExpression expression = [] {
        QStringList groups;
        for (const Kind &kind : kKinds)
            groups << u'(' + QString::fromUtf8(kind.recognised) + u')';
        return QRegularExpression(groups.join(u'|'));
    }();
    return expression;
}

QString trimmedEnd(QString text)
{
    while (!text.isEmpty() && text.back().isSpace())
        text.chop(1);
    return text;
}

/// Where a line that goes on must end, so that what comes next cannot change what is before it.
qsizetype safeEnd(const QString &line)
{
    qsizetype end = line.size();
    while (end > 0 && !line.at(end - 1).isSpace())
        --end;
    return end > 0 ? end : line.size();
}

/// The pattern of errors whose telling line passes `line`, and of no others: what tellingLine()
/// does, as the server can do it.
QString wholePattern(const QString &line, const ErrorLine &telling, bool isCut)
{
    using Position = ErrorLine::Position;
    const QString introduction = QString::fromUtf16(kOutputFollows) + u".*"_s;
    const QString noPython = telling.isCertain ? uR"((?!.*\n  File "))"_s : QString();
    const QString noJavaScript = telling.isCertain ? uR"((?!.*\n    at ))"_s : QString();
    switch (telling.position) {
    case Position::First:
        return u"^\\s*"_s + line + (isCut ? QString() : u"\\s*(\\n|$)"_s);
    case Position::Only:
        return u"^\\s*"_s + line + u"\\s*$"_s;
    case Position::AfterFrames:
        return u"^\\s*"_s + introduction + uR"(\n  File "[^\n]*(\n[ \t][^\n]*)*\n)"_s + line
            + uR"((?!.*\n  File "))"_s + (isCut ? QString() : u"\\s*(\\n|$)"_s);
    case Position::BeforeFrames:
        return u'^' + noPython + u"\\s*"_s + introduction + u"\\n"_s + line
            + (isCut ? u"[^\\n]*"_s : uR"([ \t\r]*)"_s)
            + uR"(\n    at (?!.*\n[^ \t\n][^\n]*\n    at ))"_s;
    case Position::Last:
        return u'^' + noPython + noJavaScript + u"\\s*"_s + introduction + u"\\n\\s*"_s + line
            + (isCut ? u"[^\\n]*\\s*$"_s : u"\\s*$"_s);
    }
    Q_UNREACHABLE();
}

} // namespace

ErrorSignature signatureOf(const ErrorText &error)
{
    const ErrorLine telling = tellingLine(error);
    ErrorSignature signature;
    signature.isCut = telling.isCut;
    QString line = telling.text;
    if (line.size() > kSignatureLength) {
        line.truncate(kSignatureLength);
        signature.isCut = true;
    }
    if (signature.isCut)
        line.truncate(safeEnd(line));
    line = trimmedEnd(line);
    if (line.isEmpty()) {
        if (!error.beginning.isEmpty()) { // white space is an error text too
            signature.text = u"<blank>"_s;
            signature.pattern = u"^\\s+$"_s;
        }
        return signature;
    }

    QString pattern;
    qsizetype at = 0;
    const auto addLiteral = [&](qsizetype end) {
        const QString literal = line.sliced(at, end - at);
        signature.text += literal;
        pattern += escapedPattern(literal);
        at = end;
    };
    for (auto it = recogniser().globalMatch(line); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const Kind &kind = kKinds.at(size_t(match.lastCapturedIndex() - 1));
        addLiteral(match.capturedStart());
        if (*kind.sign == '\0') {
            addLiteral(match.capturedEnd());
            continue;
        }
        signature.text += QString::fromUtf8(kind.sign);
        pattern += QString::fromUtf8(kind.pattern);
        at = match.capturedEnd();
    }
    if (signature.isCut) {
        // A quote that is open where the line is cut holds who knows what.
        const qsizetype quote = line.indexOf(u'"', at);
        if (quote >= 0)
            line.truncate(quote + 1);
    }
    addLiteral(line.size());
    signature.pattern = wholePattern(pattern, telling, signature.isCut);
    if (signature.isCut)
        signature.text += u" …"_s;
    return signature;
}

} // namespace yardmaster
