#include "worker/json/jsonscanner.h"

#include <QVarLengthArray>

#include <cctype>

namespace yardmaster {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

std::optional<QByteArrayView> JsonScanner::value()
{
    skipSpace();
    const qsizetype begin = m_at;
    if (!any())
        return std::nullopt;
    const QByteArrayView found = m_text.sliced(begin, m_at - begin);
    skipSpace();
    return found;
}

bool JsonScanner::take(char c)
{
    skipSpace();
    if (peek() != c)
        return false;
    ++m_at;
    skipSpace();
    return true;
}

bool JsonScanner::isAtEnd()
{
    skipSpace();
    return m_at == m_text.size();
}

void JsonScanner::skipSpace()
{
    while (isSpace(peek()))
        ++m_at;
}

bool JsonScanner::stop(Fault fault)
{
    m_fault = fault;
    return false;
}

bool JsonScanner::any()
{
    QVarLengthArray<char, 256> ends; // of the containers that are open
    for (;;) {
        if (ends.size() > m_depth)
            return stop(Fault::TooDeep);
        const char begin = peek();
        if (begin == '{' || begin == '[') {
            const char end = begin == '{' ? '}' : ']';
            take(begin);
            if (peek() != end) {
                ends.push_back(end);
                if (end == '}' && !name())
                    return false;
                continue;
            }
            ++m_at;
        } else if (!scalar()) {
            return false;
        }
        // Behind a value: the next one in the same container, or the ends of some.
        for (;;) {
            if (ends.isEmpty())
                return true;
            const bool isObject = ends.back() == '}';
            if (take(',')) {
                if (isObject && !name())
                    return false;
                break;
            }
            if (peek() != ends.back())
                return stop(isObject ? Fault::NoCommaOrBrace : Fault::NoCommaOrBracket);
            ++m_at;
            ends.pop_back();
        }
    }
}

/// Of a member, with the colon.
bool JsonScanner::name()
{
    if (peek() != '"')
        return stop(Fault::NoName);
    if (!string())
        return false;
    return take(':') || stop(Fault::NoColon);
}

bool JsonScanner::scalar()
{
    switch (peek()) {
    case '"':
        return string();
    case 't':
        return word("true");
    case 'f':
        return word("false");
    case 'n':
        return word("null");
    default:
        return number();
    }
}

bool JsonScanner::string()
{
    for (++m_at; m_at < m_text.size(); ++m_at) {
        const char c = m_text[m_at];
        if (c == '"') {
            ++m_at;
            return true;
        }
        if (c >= 0 && c < ' ')
            return stop(Fault::ControlCharacter);
        if (c == '\\' && !escape())
            return false;
    }
    return stop(Fault::NoValue);
}

bool JsonScanner::escape()
{
    ++m_at;
    if (peek() != 'u') {
        const bool isKnown = m_at < m_text.size() && QByteArrayView("\"\\/bfnrt").contains(peek());
        return isKnown || stop(Fault::UnknownEscape);
    }
    for (int i = 0; i < 4; ++i) {
        ++m_at;
        if (!std::isxdigit(static_cast<unsigned char>(peek())))
            return stop(Fault::NoHexadecimalDigit);
    }
    return true;
}

bool JsonScanner::number()
{
    if (peek() != '-' && !isDigit(peek()))
        return stop(Fault::NoValue);
    if (peek() == '-')
        ++m_at;
    if (peek() == '0') {
        ++m_at;
        if (isDigit(peek()))
            return stop(Fault::LeadingZero);
    } else if (!digits()) {
        return false;
    }
    if (peek() == '.') {
        ++m_at;
        if (!digits())
            return false;
    }
    if (peek() == 'e' || peek() == 'E') {
        ++m_at;
        if (peek() == '+' || peek() == '-')
            ++m_at;
        if (!digits())
            return false;
    }
    return true;
}

bool JsonScanner::digits()
{
    if (!isDigit(peek()))
        return stop(Fault::NoDigit);
    while (isDigit(peek()))
        ++m_at;
    return true;
}

bool JsonScanner::word(QByteArrayView letters)
{
    if (!m_text.sliced(m_at).startsWith(letters))
        return stop(Fault::NoValue);
    m_at += letters.size();
    return true;
}

} // namespace yardmaster
