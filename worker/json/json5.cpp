#include "worker/json/json5.h"

#include "worker/json/json5identifier.h"
#include "worker/json/jsspace.h"
#include "worker/json/jstext.h"

#include <QHash>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kDepth = 1000; ///< the parser recurses

bool isDigit(char32_t c)
{
    return c >= U'0' && c <= U'9';
}

int hexValue(char32_t c)
{
    if (isDigit(c))
        return int(c - U'0');
    const char32_t lower = c | 0x20;
    return c < 0x80 && lower >= U'a' && lower <= U'f' ? int(lower - U'a') + 10 : -1;
}

bool isLineEnd(char32_t c)
{
    return c == U'\n' || c == U'\r' || c == 0x2028 || c == 0x2029;
}

class Json5Parser
{
public:
    explicit Json5Parser(QStringView text)
        : m_text(text)
    { }

    [[nodiscard]] tl::expected<QByteArray, Json5Error> document()
    {
        QByteArray json;
        if (value(&json, 0) && skipSpace()
            && (isAtEnd() || unexpected(u"nothing may come after the payload"_s)))
            return json;
        return tl::make_unexpected(m_error);
    }

private:
    static constexpr char32_t kEnd = 0xffffffff;

    [[nodiscard]] bool isAtEnd() const { return m_at >= m_text.size(); }

    /// The next character, whole.
    [[nodiscard]] char32_t peek() const
    {
        if (isAtEnd())
            return kEnd;
        const QChar c = m_text[m_at];
        if (c.isHighSurrogate() && m_at + 1 < m_text.size() && m_text[m_at + 1].isLowSurrogate())
            return QChar::surrogateToUcs4(c, m_text[m_at + 1]);
        return c.unicode();
    }

    [[nodiscard]] static qsizetype lengthOf(char32_t c) { return QChar::requiresSurrogates(c) + 1; }

    bool take(char32_t c)
    {
        if (peek() != c)
            return false;
        ++m_at;
        return true;
    }

    bool refuse(qsizetype offset, qsizetype length, const QString &message,
                const QString &hint = {})
    {
        m_error = {offset, std::max<qsizetype>(1, length), message, hint};
        return false;
    }

    bool unexpected(const QString &hint)
    {
        if (isAtEnd())
            return refuse(m_at, 1, u"the payload ends too early"_s, hint);
        const char32_t c = peek();
        const QString shown = QChar::isPrint(c)
            ? u"'%1'"_s.arg(QStringView(QChar::fromUcs4(c)))
            : u"the character U+%1"_s.arg(uint(c), 4, 16, QLatin1Char('0'));
        return refuse(m_at, lengthOf(c), u"%1 is unexpected in the payload"_s.arg(shown), hint);
    }

    /// White space and comments.
    bool skipSpace()
    {
        for (;;) {
            const char32_t c = peek();
            if (c == kEnd)
                return true;
            if (c == U'/') {
                if (!comment())
                    return false;
            } else if (c < 0x10000 && isJsSpace(QChar(char16_t(c)))) {
                ++m_at;
            } else {
                return true;
            }
        }
    }

    bool comment()
    {
        const qsizetype begin = m_at++;
        if (take(U'/')) {
            while (!isAtEnd() && !isLineEnd(m_text[m_at].unicode()))
                ++m_at;
            return true;
        }
        if (!take(U'*'))
            return unexpected(u"write comments as /* … */ or // …"_s);
        const qsizetype end = m_text.indexOf(u"*/", m_at);
        if (end < 0)
            return refuse(begin, 2, u"the comment does not end"_s, u"close it with */"_s);
        m_at = end + 2;
        return true;
    }

    bool value(QByteArray *json, int depth)
    {
        if (!skipSpace())
            return false;
        switch (peek()) {
        case U'{':
        case U'[':
            if (depth == kDepth)
                return refuse(m_at, 1, u"the payload is nested deeper than 1000 levels"_s);
            return peek() == U'{' ? object(json, depth + 1) : array(json, depth + 1);
        case U'"':
        case U'\'': {
            QString text;
            if (!string(&text))
                return false;
            *json += jsStringText(text);
            return true;
        }
        case U'n':
            return word(u"null", json);
        case U't':
            return word(u"true", json);
        case U'f':
            return word(u"false", json);
        default:
            return number(json);
        }
    }

    bool word(QStringView letters, QByteArray *json)
    {
        if (!takeWord(letters))
            return unexpected(u"text needs quotes"_s);
        *json += letters.toLatin1();
        return true;
    }

    bool takeWord(QStringView letters)
    {
        for (const QChar letter : letters) {
            if (!take(letter.unicode()))
                return false;
        }
        return true;
    }

    bool array(QByteArray *json, int depth)
    {
        ++m_at;
        *json += '[';
        for (bool first = true;; first = false) {
            if (!skipSpace())
                return false;
            if (take(U']'))
                break;
            if (!first)
                *json += ',';
            if (!value(json, depth) || !skipSpace())
                return false;
            if (take(U','))
                continue;
            if (!take(U']'))
                return unexpected(u"elements are separated by commas"_s);
            break;
        }
        *json += ']';
        return true;
    }

    bool object(QByteArray *json, int depth)
    {
        struct Member
        {
            QString key;
            QByteArray value;
            std::optional<quint32> index;
        };
        std::vector<Member> members;
        QHash<QString, size_t> places;
        ++m_at;
        for (;;) {
            QString name;
            QByteArray content;
            if (!skipSpace())
                return false;
            if (take(U'}'))
                break;
            if (!key(&name) || !skipSpace())
                return false;
            if (!take(U':'))
                return unexpected(u"a colon goes between key and value"_s);
            if (!value(&content, depth) || !skipSpace())
                return false;
            if (const auto known = places.constFind(name); known != places.cend()) {
                members[*known].value = std::move(content);
            } else {
                places.insert(name, members.size());
                members.push_back({name, std::move(content), jsArrayIndex(name)});
            }
            if (take(U','))
                continue;
            if (!take(U'}'))
                return unexpected(u"members are separated by commas"_s);
            break;
        }
        std::ranges::stable_sort(members, [](const Member &a, const Member &b) {
            return a.index && (!b.index || *a.index < *b.index);
        });
        *json += '{';
        bool first = true;
        for (const Member &member : members) {
            if (!std::exchange(first, false))
                *json += ',';
            *json += jsStringText(member.key) + ':' + member.value;
        }
        *json += '}';
        return true;
    }

    bool key(QString *name)
    {
        if (peek() == U'"' || peek() == U'\'')
            return string(name);
        for (bool first = true;; first = false) {
            const qsizetype begin = m_at;
            char32_t c = peek();
            const bool isEscape = c == U'\\';
            if (isEscape) {
                ++m_at;
                if (!take(U'u'))
                    return unexpected(u"in a key without quotes, only \\uXXXX is an escape"_s);
                if (!hexadecimal(4, &c))
                    return false;
            }
            if (c == kEnd || !(first ? isJson5IdentifierStart(c) : isJson5IdentifierPart(c))) {
                if (isEscape)
                    return refuse(begin, 6, u"this character cannot be in a key without quotes"_s,
                                  u"put the key in quotes"_s);
                return !first || unexpected(u"put the key in quotes"_s);
            }
            if (!isEscape)
                m_at += lengthOf(c);
            name->append(QStringView(QChar::fromUcs4(c)));
        }
    }

    bool hexadecimal(int count, char32_t *value)
    {
        *value = 0;
        for (; count > 0; --count) {
            const int digit = isAtEnd() ? -1 : hexValue(m_text[m_at].unicode());
            if (digit < 0)
                return unexpected(u"\\x takes two and \\u four hexadecimal digits"_s);
            *value = *value * 16 + char32_t(digit);
            ++m_at;
        }
        return true;
    }

    bool string(QString *text)
    {
        const qsizetype begin = m_at;
        const QChar quote = m_text[m_at++];
        for (;;) {
            if (isAtEnd() || m_text[m_at] == u'\n' || m_text[m_at] == u'\r')
                return refuse(begin, 1, u"the text that begins here does not end"_s,
                              u"close it with %1"_s.arg(quote));
            const QChar c = m_text[m_at++];
            if (c == quote)
                return true;
            if (c != u'\\')
                text->append(c);
            else if (!escape(text))
                return false;
        }
    }

    bool escape(QString *text)
    {
        const char32_t c = isAtEnd() ? kEnd : m_text[m_at].unicode();
        static constexpr QStringView letters = u"bfnrtv";
        static constexpr QStringView meanings = u"\b\f\n\r\t\v";
        if (c == kEnd || (c >= U'1' && c <= U'9'))
            return unexpected(u"write \\u and four hexadecimal digits"_s);
        ++m_at;
        char32_t unit = c;
        if (const qsizetype known = letters.indexOf(QChar(char16_t(c))); known >= 0) {
            unit = meanings[known].unicode();
        } else if (c == U'0') {
            if (isDigit(peek()))
                return unexpected(u"octal escapes do not exist here"_s);
            unit = 0;
        } else if (c == U'x' || c == U'u') {
            if (!hexadecimal(c == U'x' ? 2 : 4, &unit))
                return false;
        } else if (isLineEnd(c)) { // the text continues in the next line
            if (c == U'\r')
                take(U'\n');
            return true;
        }
        text->append(QChar(char16_t(unit)));
        return true;
    }

    bool number(QByteArray *json)
    {
        const qsizetype begin = m_at;
        const bool isNegative = peek() == U'-';
        if (isNegative || peek() == U'+')
            ++m_at;
        if (peek() == U'I' || peek() == U'N') {
            const QStringView name = peek() == U'I' ? u"Infinity" : u"NaN";
            if (!takeWord(name))
                return unexpected(u"text needs quotes"_s);
            return notFinite(begin, name.toString());
        }
        if (!isDigit(peek()) && peek() != U'.')
            return unexpected(begin == m_at && isJson5IdentifierStart(peek())
                                  ? u"text needs quotes"_s
                                  : u"a value is expected here"_s);
        const qsizetype unsignedBegin = m_at;
        double magnitude = 0;
        const bool isZero = take(U'0');
        const bool isHex = isZero && (take(U'x') || take(U'X'));
        if (isHex ? !hexInteger(&magnitude) : !decimal(unsignedBegin, isZero, &magnitude))
            return false;
        if (!std::isfinite(magnitude))
            return notFinite(begin, u"number beyond 1.8e308"_s);
        *json += jsNumberText(isNegative ? -magnitude : magnitude);
        return true;
    }

    bool notFinite(qsizetype begin, const QString &what)
    {
        return refuse(begin, m_at - begin, u"JSON has no %1"_s.arg(what),
                      u"use null, which is what graphile-worker would store, or text in quotes"_s);
    }

    bool hexInteger(double *number)
    {
        const qsizetype begin = m_at;
        while (!isAtEnd() && hexValue(m_text[m_at].unicode()) >= 0)
            ++m_at;
        if (begin == m_at)
            return unexpected(u"0x takes hexadecimal digits"_s);
        const QByteArray digits = m_text.mid(begin, m_at - begin).toLatin1();
        const auto read
            = std::from_chars(digits.begin(), digits.end(), *number, std::chars_format::hex);
        if (read.ec == std::errc::result_out_of_range)
            *number = std::numeric_limits<double>::infinity();
        return true;
    }

    qsizetype digits()
    {
        const qsizetype begin = m_at;
        while (!isAtEnd() && isDigit(char32_t(m_text[m_at].unicode())))
            ++m_at;
        return m_at - begin;
    }

    /// The number that begins at `begin`, of which a zero may have been read.
    bool decimal(qsizetype begin, bool isZero, double *number)
    {
        const qsizetype whole = isZero ? 1 : digits();
        if (take(U'.') && digits() + whole == 0)
            return unexpected(u"a number needs digits"_s);
        if (take(U'e') || take(U'E')) {
            if (!take(U'+'))
                take(U'-');
            if (digits() == 0)
                return unexpected(u"an exponent needs digits"_s);
        }
        const QByteArray text = m_text.mid(begin, m_at - begin).toLatin1();
        *number = parseJsDecimal(text);
        return true;
    }

    QStringView m_text;
    qsizetype m_at = 0;
    Json5Error m_error;
};

} // namespace

tl::expected<QByteArray, Json5Error> json5ToJson(QStringView text)
{
    return Json5Parser(text).document();
}

} // namespace yardmaster
