#pragma once

#include <QString>

#include <optional>

namespace yardmaster {

/// Whether a key may begin with this character, or go on with it, without quotes. By the letters of
/// Unicode 10, as graphile-worker's JSON5 parser has them.
[[nodiscard]] bool isJson5IdentifierStart(char32_t c);
[[nodiscard]] bool isJson5IdentifierPart(char32_t c);

/// The number of a key that JavaScript sorts to the front: "0" to "4294967294".
[[nodiscard]] std::optional<quint32> jsArrayIndex(const QString &key);

} // namespace yardmaster
