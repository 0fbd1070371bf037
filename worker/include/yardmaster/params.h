#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <concepts>
#include <optional>
#include <span>
#include <vector>

namespace yardmaster {

/// One statement parameter in PostgreSQL's text format; nullopt is NULL. The statement's own casts
/// (`$1::bigint[]`) decide the type.
using Param = std::optional<QByteArray>;
using Params = std::vector<Param>;

/// An array literal made element by element, for arrays with nulls or of other types than the
/// overloads of param() take.
class ArrayParam final
{
public:
    /// Unquoted: a number, t or f; nullopt is NULL.
    void add(const std::optional<QByteArray> &element);
    /// Any text, quoted as an element; nullopt is NULL.
    void addText(const std::optional<QByteArray> &text);
    [[nodiscard]] Param param() const { return '{' + m_elements + '}'; }

private:
    QByteArray m_elements;
};

[[nodiscard]] Param param(QStringView text);
[[nodiscard]] Param param(qint64 number);
[[nodiscard]] inline Param param(int number)
{
    return param(qint64{number});
}
/// Exactly a bool: a u"literal" would rather be one than a QStringView.
template <std::same_as<bool> Bool> [[nodiscard]] Param param(Bool value)
{
    return QByteArray(value ? "true" : "false");
}
/// An array literal, every element quoted as needed.
[[nodiscard]] Param param(const QStringList &list);
[[nodiscard]] Param param(std::span<const qint64> list);
[[nodiscard]] inline Param nullParam()
{
    return std::nullopt;
}

[[nodiscard]] inline Param orNull(const std::optional<int> &number)
{
    return number ? param(*number) : nullParam();
}

} // namespace yardmaster
