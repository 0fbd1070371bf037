#include "worker/json/jsonscanner.h"

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
    if (!any(0))
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

bool JsonScanner::any(int depth)
{
    if (depth > kDepth)
        return stop(Fault::TooDeep);
    switch (peek()) {
    case '{':
        return object(depth);
    case '[':
        return array(depth);
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

bool JsonScanner::object(int depth)
{
    if (take('{') && peek() == '}') {
        ++m_at;
        return true;
    }
    do {
        if (!member(depth))
            return false;
    } while (take(','));
    if (peek() != '}')
        return stop(Fault::NoCommaOrBrace);
    ++m_at;
    return true;
}

bool JsonScanner::member(int depth)
{
    if (peek() != '"')
        return stop(Fault::NoName);
    if (!string())
        return false;
    if (!take(':'))
        return stop(Fault::NoColon);
    return any(depth + 1);
}

bool JsonScanner::array(int depth)
{
    if (take('[') && peek() == ']') {
        ++m_at;
        return true;
    }
    do {
        if (!any(depth + 1))
            return false;
    } while (take(','));
    if (peek() != ']')
        return stop(Fault::NoCommaOrBracket);
    ++m_at;
    return true;
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
