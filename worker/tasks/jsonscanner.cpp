#include "worker/tasks/jsonscanner.h"

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

bool JsonScanner::any(int depth)
{
    if (depth > kDepth)
        return false;
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
        skipSpace();
        if (!string() || !take(':') || !any(depth + 1))
            return false;
    } while (take(','));
    skipSpace();
    return word("}");
}

bool JsonScanner::array(int depth)
{
    if (take('[') && peek() == ']') {
        ++m_at;
        return true;
    }
    do {
        skipSpace();
        if (!any(depth + 1))
            return false;
    } while (take(','));
    skipSpace();
    return word("]");
}

bool JsonScanner::string()
{
    if (!word("\""))
        return false;
    while (m_at < m_text.size()) {
        const char c = m_text[m_at++];
        if (c == '"')
            return true;
        if (c >= 0 && c < ' ')
            return false;
        if (c != '\\')
            continue;
        const char escape = peek();
        ++m_at;
        if (escape == 'u') {
            for (int i = 0; i < 4; ++i, ++m_at) {
                if (!std::isxdigit(static_cast<unsigned char>(peek())))
                    return false;
            }
        } else if (escape == '\0' || !QByteArrayView("\"\\/bfnrt").contains(escape)) {
            return false;
        }
    }
    return false;
}

bool JsonScanner::number()
{
    if (peek() == '-')
        ++m_at;
    if (peek() == '0')
        ++m_at;
    else if (!digits())
        return false;
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
    const qsizetype begin = m_at;
    while (isDigit(peek()))
        ++m_at;
    return m_at > begin;
}

bool JsonScanner::word(QByteArrayView letters)
{
    if (!m_text.sliced(m_at).startsWith(letters))
        return false;
    m_at += letters.size();
    return true;
}

} // namespace yardmaster
