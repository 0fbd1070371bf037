#pragma once

#include <QByteArrayView>

#include <optional>

namespace yardmaster {

/// Finds where JSON values begin and end, by the strict grammar, without changing a byte.
class JsonScanner final
{
public:
    static constexpr int kDepth = 1000; ///< deeper nesting is refused; the scanner recurses

    explicit JsonScanner(QByteArrayView text)
        : m_text(text)
    { }

    /// The next value, without the white space around it; nullopt if none is well-formed.
    [[nodiscard]] std::optional<QByteArrayView> value();
    /// Steps over `c`, and white space around it, if it comes next.
    bool take(char c);
    [[nodiscard]] bool isAtEnd();

    [[nodiscard]] static bool isSpace(char c)
    {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

private:
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void skipSpace();
    bool any(int depth);
    bool object(int depth);
    bool array(int depth);
    bool string();
    bool number();
    bool digits();
    bool word(QByteArrayView letters);

    QByteArrayView m_text;
    qsizetype m_at = 0;
};

} // namespace yardmaster
