#pragma once

#include <QString>

#include <optional>

namespace yardmaster {

/// Whether a key without quotes may begin with this character, or contain it. By the letters of
/// Unicode 10, as in graphile-worker's JSON5 parser.
[[nodiscard]] bool isJson5IdentifierStart(char32_t c);
[[nodiscard]] bool isJson5IdentifierPart(char32_t c);

/// The number of a key that JavaScript sorts to the front: "0" to "4294967294".
[[nodiscard]] std::optional<quint32> jsArrayIndex(const QString &key);

} // namespace yardmaster
