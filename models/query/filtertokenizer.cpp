#include "models/query/filtertokenizer.h"

#include "models/query/filtertext.h"
#include "worker/json/visibletext.h"

#include <QCoreApplication>

#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array kOperators{"!="_L1, "!~"_L1, "<="_L1, ">="_L1, ":"_L1,
                                "="_L1,  "<"_L1,  ">"_L1,  "~"_L1};

class Tokenizer
{
public:
    Tokenizer(QStringView text, QList<FilterError> *errors)
        : m_text(text)
        , m_errors(errors)
    { }

    QList<RawFilterTerm> terms()
    {
        QList<RawFilterTerm> result;
        for (skipSpace(); !isAtEnd(); skipSpace())
            result << term();
        return result;
    }

private:
    [[nodiscard]] bool isAtEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] QChar peek(qsizetype ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text.at(m_at + ahead) : QChar();
    }
    [[nodiscard]] bool isAtSpace() const { return !isAtEnd() && peek().isSpace(); }

    void skipSpace()
    {
        while (isAtSpace())
            ++m_at;
    }

    void complain(TextSpan span, const QString &message, const QString &hint = {})
    {
        m_errors->append({span, message, hint});
    }

    RawFilterTerm term()
    {
        RawFilterTerm result;
        result.span.begin = m_at;
        if (peek() == u'-') {
            result.isNegated = true;
            ++m_at;
        }
        result.keySpan.begin = m_at;
        while (peek().isLetterOrNumber() || peek() == u'_' || peek() == u'-')
            result.key += m_text.at(m_at++);
        if (result.key.compare("payload"_L1, Qt::CaseInsensitive) == 0)
            path(&result);
        result.keySpan.end = m_at;
        for (const QLatin1StringView op : kOperators) {
            if (m_text.sliced(m_at).startsWith(op)) {
                result.op = op;
                break;
            }
        }
        if (result.op.isEmpty() || result.key.isEmpty()) {
            bareWord(&result);
            return result;
        }
        result.opSpan = {m_at, m_at + result.op.size()};
        m_at += result.op.size();
        const bool isPattern = result.op.endsWith(u'~');
        result.values << value(isPattern);
        while (!isPattern && peek() == u',') {
            ++m_at;
            result.values << value(isPattern);
        }
        result.span.end = m_at;
        return result;
    }

    void path(RawFilterTerm *term)
    {
        while (peek() == u'.') {
            const qsizetype dot = m_at++;
            QString segment;
            if (peek() == u'"') {
                RawFilterValue raw;
                quotedPart(&raw);
                segment = raw.text;
            } else {
                while (!isAtEnd() && !isAtSpace() && !u".:=<>~!,\"*"_s.contains(peek()))
                    segment += m_text.at(m_at++);
                if (segment.isEmpty())
                    complain({dot, m_at}, FilterText::tr("A name is missing after the dot."),
                             u"payload.user.id=42"_s);
            }
            term->path << segment;
        }
    }

    /// No operator: takes all up to the next white space, for the complaint.
    void bareWord(RawFilterTerm *term)
    {
        RawFilterValue word;
        m_at = term->keySpan.begin;
        while (!isAtEnd() && !isAtSpace()) {
            if (peek() == u'"')
                quotedPart(&word);
            else
                word.text += m_text.at(m_at++);
        }
        term->key.clear();
        term->path.clear();
        term->op.clear();
        term->keySpan.end = term->span.end = m_at;
        word.span = term->keySpan;
        term->values = {word};
    }

    RawFilterValue value(bool isPattern)
    {
        RawFilterValue result;
        result.span.begin = m_at;
        while (!isAtEnd() && !isAtSpace() && (isPattern || peek() != u',')) {
            if (peek() == u'"') {
                quotedPart(&result);
            } else if (const auto c = invisibleEscape(m_text.sliced(m_at))) {
                append(&result, *c, true);
                m_at += kInvisibleEscape;
            } else if (!isPattern && peek() == u'\\' && u"\"\\,* "_s.contains(peek(1))
                       && m_at + 1 < m_text.size()) {
                append(&result, peek(1), true);
                m_at += 2;
            } else {
                append(&result, m_text.at(m_at++), false);
            }
        }
        result.span.end = m_at;
        if (result.text.isEmpty() && !result.isQuoted)
            complain(
                result.span, FilterText::tr("A value is missing here."),
                FilterText::tr("\"\" stands for nothing: queue:\"\" finds jobs without a queue."));
        return result;
    }

    void quotedPart(RawFilterValue *value)
    {
        const qsizetype quote = m_at++;
        value->isQuoted = true;
        while (!isAtEnd() && peek() != u'"') {
            if (const auto c = invisibleEscape(m_text.sliced(m_at))) {
                append(value, *c, true);
                m_at += kInvisibleEscape;
                continue;
            }
            const bool isEscape = peek() == u'\\' && (peek(1) == u'"' || peek(1) == u'\\');
            if (isEscape)
                ++m_at;
            append(value, m_text.at(m_at++), true);
        }
        if (isAtEnd())
            complain({quote, m_at}, FilterText::tr("This quote is not closed."),
                     FilterText::tr("A quote within quotes is written \\\"."));
        else
            ++m_at;
    }

    void append(RawFilterValue *value, QChar c, bool isLiteral)
    {
        if (c.isNull())
            complain({m_at - 1, m_at}, FilterText::tr("A null character cannot occur in a job."));
        value->text += c;
        value->isLiteral.push_back(isLiteral);
    }

    QStringView m_text;
    QList<FilterError> *m_errors;
    qsizetype m_at = 0;
};

} // namespace

QList<RawFilterTerm> tokenizeFilter(QStringView text, QList<FilterError> *errors)
{
    return Tokenizer(text, errors).terms();
}

} // namespace yardmaster
