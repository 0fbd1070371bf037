#include "worker/queue/surelyjson.h"

#include <QByteArray>

#include <string_view>

namespace yardmaster {

namespace {

constexpr int kDeepest = 200;

class Scanner final
{
public:
    explicit Scanner(const QByteArray &text)
        : m_at(text.constData())
        , m_end(text.constData() + text.size())
    { }

    bool isOneValue()
    {
        if (!value(0))
            return false;
        skipSpace();
        return m_at == m_end;
    }
    [[nodiscard]] bool isAscii() const { return m_isAscii; }

private:
    /// Zero at the end, which nothing here takes.
    [[nodiscard]] char peek() const { return m_at == m_end ? '\0' : *m_at; }
    char next()
    {
        const char c = peek();
        m_at += m_at == m_end ? 0 : 1;
        return c;
    }
    bool take(char wanted)
    {
        if (peek() != wanted)
            return false;
        ++m_at;
        return true;
    }
    void skipSpace()
    {
        while (peek() == ' ' || peek() == '\n' || peek() == '\t' || peek() == '\r')
            ++m_at;
    }
    bool word(std::string_view word)
    {
        for (const char letter : word) {
            if (!take(letter))
                return false;
        }
        return true;
    }
    [[nodiscard]] static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    [[nodiscard]] static bool isHex(char c)
    {
        return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }
    bool digits()
    {
        if (!isDigit(peek()))
            return false;
        while (isDigit(peek()))
            ++m_at;
        return true;
    }
    bool number()
    {
        (void)take('-');
        if (!take('0') && !digits())
            return false;
        if (take('.') && !digits())
            return false;
        if (take('e') || take('E')) {
            if (!take('+'))
                (void)take('-');
            return digits();
        }
        return true;
    }
    bool escape()
    {
        const char kind = next();
        if (kind != 'u')
            return std::string_view("\"\\/bfnrt").find(kind) != std::string_view::npos;
        for (int i = 0; i < 4; ++i) {
            if (!isHex(next()))
                return false;
        }
        return true;
    }
    bool string()
    {
        if (!take('"'))
            return false;
        for (;;) {
            const char c = next();
            if (c == '"')
                return true;
            if (c == '\\') {
                if (!escape())
                    return false;
            } else if (static_cast<unsigned char>(c) >= 0x80) {
                m_isAscii = false;
            } else if (static_cast<unsigned char>(c) < 0x20) { // the end, too
                return false;
            }
        }
    }
    bool member(int depth)
    {
        skipSpace();
        if (!string())
            return false;
        skipSpace();
        return take(':') && value(depth);
    }
    bool values(int depth, char end, bool isObject)
    {
        skipSpace();
        if (take(end))
            return true;
        for (;;) {
            if (!(isObject ? member(depth) : value(depth)))
                return false;
            skipSpace();
            if (take(end))
                return true;
            if (!take(','))
                return false;
        }
    }
    bool value(int depth)
    {
        if (depth > kDeepest)
            return false;
        skipSpace();
        switch (peek()) {
        case '{':
            ++m_at;
            return values(depth + 1, '}', true);
        case '[':
            ++m_at;
            return values(depth + 1, ']', false);
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

    const char *m_at;
    const char *const m_end;
    bool m_isAscii = true;
};

} // namespace

bool isSurelyJson(const QByteArray &text)
{
    Scanner scanner(text);
    return scanner.isOneValue() && (scanner.isAscii() || text.isValidUtf8());
}

} // namespace yardmaster
