#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <span>
#include <vector>

namespace yardmaster {

/// One statement parameter in PostgreSQL's text format; nullopt is NULL. The statement's own casts
/// (`$1::bigint[]`) decide the type.
using Param = std::optional<QByteArray>;
using Params = std::vector<Param>;

[[nodiscard]] Param param(QStringView text);
[[nodiscard]] Param param(qint64 number);
[[nodiscard]] inline Param param(int number)
{
    return param(qint64{number});
}
[[nodiscard]] inline Param param(bool value)
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

} // namespace yardmaster
