#include "models/operations/jsontext.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kDepth = 1000;

QString tr(const char *text)
{
    return QCoreApplication::translate("Operation", text);
}

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Walks over one value; leaves off at the first character that cannot be.
class Checker final
{
public:
    explicit Checker(const QByteArray &text)
        : m_text(text)
    { }

    bool run()
    {
        if (!value())
            return false;
        skipSpace();
        return m_at == m_text.size() || stop(tr("Something follows the value."));
    }
    [[nodiscard]] qsizetype position() const { return m_at; }
    [[nodiscard]] QString message() const { return m_message; }

private:
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void skipSpace()
    {
        while (m_at < m_text.size() && isSpace(m_text[m_at]))
            ++m_at;
    }
    bool stop(const QString &message)
    {
        m_message = m_at >= m_text.size() ? tr("It ends too early.") : message;
        return false;
    }
    bool value(int depth = 0)
    {
        skipSpace();
        if (depth > kDepth)
            return stop(tr("It is nested too deeply."));
        switch (peek()) {
        case '{':
            return container('}', depth);
        case '[':
            return container(']', depth);
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
    bool container(char end, int depth)
    {
        ++m_at;
        skipSpace();
        if (peek() == end) {
            ++m_at;
            return true;
        }
        for (;;) {
            if (end == '}' && !key())
                return false;
            if (!value(depth + 1))
                return false;
            skipSpace();
            if (peek() == end) {
                ++m_at;
                return true;
            }
            if (peek() != ',')
                return stop(end == '}' ? tr("A comma or } is missing.")
                                       : tr("A comma or ] is missing."));
            ++m_at;
        }
    }
    bool key()
    {
        skipSpace();
        if (peek() != '"')
            return stop(tr("A name in double quotes is expected."));
        if (!string())
            return false;
        skipSpace();
        if (peek() != ':')
            return stop(tr("A colon is missing."));
        ++m_at;
        return true;
    }
    bool string()
    {
        for (++m_at; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (c == '"') {
                ++m_at;
                return true;
            }
            if (uchar(c) < 0x20)
                return stop(tr("A line break or tab within quotes must be written \\n or \\t."));
            if (c == '\\' && !escape())
                return false;
        }
        return stop({});
    }
    bool escape()
    {
        ++m_at;
        if (peek() != 'u')
            return (m_at < m_text.size() && QByteArrayView("\"\\/bfnrt").contains(peek()))
                || stop(tr("There is no such escape."));
        for (int i = 0; i < 4; ++i) {
            ++m_at;
            if (!QByteArrayView("0123456789abcdefABCDEF").contains(peek()) || peek() == '\0')
                return stop(tr("\\u wants four hexadecimal digits."));
        }
        return true;
    }
    bool digits()
    {
        if (!isDigit(peek()))
            return stop(tr("A digit is expected."));
        while (isDigit(peek()))
            ++m_at;
        return true;
    }
    bool number()
    {
        if (peek() != '-' && !isDigit(peek()))
            return stop(tr("A value is expected."));
        if (peek() == '-')
            ++m_at;
        if (peek() == '0') {
            ++m_at;
            if (isDigit(peek()))
                return stop(tr("A number cannot begin with 0."));
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
            return digits();
        }
        return true;
    }
    bool word(QByteArrayView letters)
    {
        if (!QByteArrayView(m_text).sliced(m_at).startsWith(letters))
            return stop(tr("A value is expected."));
        m_at += letters.size();
        return true;
    }

    const QByteArray &m_text;
    qsizetype m_at = 0;
    QString m_message;
};

} // namespace

std::optional<JsonProblem> jsonProblem(const QByteArray &text)
{
    Checker checker(text);
    if (checker.run())
        return std::nullopt;
    JsonProblem problem;
    problem.offset = checker.position();
    const QByteArray before = text.left(problem.offset);
    problem.line = int(before.count('\n')) + 1;
    problem.column = int(QString::fromUtf8(before.mid(before.lastIndexOf('\n') + 1)).size()) + 1;
    problem.message = checker.message();
    return problem;
}

QByteArray formattedJson(const QByteArray &text)
{
    QByteArray result;
    int depth = 0;
    const auto newLine = [&] { result.append('\n').append(QByteArray(depth * 2, ' ')); };
    for (qsizetype at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (isSpace(c))
            continue;
        if (c == '"') {
            const qsizetype begin = at++;
            while (at < text.size() && text[at] != '"')
                at += text[at] == '\\' ? 2 : 1;
            result += text.mid(begin, at - begin + 1);
        } else if (c == '{' || c == '[') {
            qsizetype next = at + 1;
            while (next < text.size() && isSpace(text[next]))
                ++next;
            result += c;
            if (next < text.size() && (text[next] == '}' || text[next] == ']')) {
                result += text[next];
                at = next;
                continue;
            }
            ++depth;
            newLine();
        } else if (c == '}' || c == ']') {
            --depth;
            newLine();
            result += c;
        } else if (c == ',') {
            result += c;
            newLine();
        } else if (c == ':') {
            result += ": ";
        } else {
            result += c;
        }
    }
    return result;
}

} // namespace yardmaster
