#pragma once

#include <QByteArrayView>

#include <optional>

namespace yardmaster {

/// Finds where JSON values begin and end, by the strict grammar, without changing a byte.
class JsonScanner final
{
public:
    static constexpr qsizetype kDepth = 1000; ///< deeper nesting is refused, unless it is allowed

    /// The error at the first position that cannot be JSON.
    enum class Fault {
        None,
        NoValue,
        NoName,             ///< of a member, in double quotes
        NoColon,            ///< behind a name
        NoCommaOrBrace,     ///< behind a member
        NoCommaOrBracket,   ///< behind an item
        NoDigit,            ///< in a number
        LeadingZero,        ///< of a number
        ControlCharacter,   ///< in a string, where it must be escaped
        UnknownEscape,      ///< in a string
        NoHexadecimalDigit, ///< behind \\u
        TooDeep,
    };

    /// @param depth  deepest nesting that is accepted. Any is scanned in linear time and without
    ///               recursion, but QJsonDocument and the views of payloads end near kDepth.
    explicit JsonScanner(QByteArrayView text, qsizetype depth = kDepth)
        : m_text(text)
        , m_depth(depth)
    { }

    /// The next value, without the white space around it; nullopt if none is well-formed.
    [[nodiscard]] std::optional<QByteArrayView> value();
    /// Steps over `c`, and white space around it, if it comes next.
    bool take(char c);
    [[nodiscard]] bool isAtEnd();
    /// Why value() found none. At the end of the text: incomplete, whatever is missing.
    [[nodiscard]] Fault fault() const { return m_fault; }
    /// Bytes: position of the error, else of the next character.
    [[nodiscard]] qsizetype position() const { return m_at; }

    [[nodiscard]] static bool isSpace(char c)
    {
        return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t');
    }

private:
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void skipSpace();
    bool stop(Fault fault);
    bool any();
    bool name();
    bool scalar();
    bool string();
    bool escape();
    bool number();
    bool digits();
    bool word(QByteArrayView letters);

    QByteArrayView m_text;
    qsizetype m_depth;
    qsizetype m_at = 0;
    Fault m_fault = Fault::None;
};

} // namespace yardmaster
