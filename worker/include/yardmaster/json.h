#pragma once

#include <QByteArray>
#include <QJsonValue>
#include <QString>

#include <optional>
#include <vector>

#include <tl/expected.hpp>

namespace yardmaster {

/// Valid JSON without the white space between its tokens: one line, nothing else changed (key
/// order, duplicate keys, big numbers and escapes stay as they are).
[[nodiscard]] QByteArray compactJson(QByteArrayView json);

/// Whether PostgreSQL's type json takes this text. Stricter than QJsonDocument, which lets control
/// characters and half numbers pass. Nesting deeper than 1000 is refused.
[[nodiscard]] bool isJson(QByteArrayView text);

/// The elements of a JSON array, each the very bytes it is written with: no number is rounded, no
/// key reordered. Views into `json`, which must be valid.
/// @returns nullopt if it is not an array.
[[nodiscard]] std::optional<std::vector<QByteArrayView>> splitJsonArray(QByteArrayView json);

/// The array of these elements, byte for byte.
[[nodiscard]] QByteArray joinJsonArray(const std::vector<QByteArrayView> &elements);

/// Any JSON value, scalars too. Numbers become doubles or 64-bit integers.
/// @returns the value, or one sentence.
[[nodiscard]] tl::expected<QJsonValue, QString> parseJson(QByteArrayView json);

/// "an array", "null": what kind of value it is, for messages.
[[nodiscard]] QString jsonKind(const QJsonValue &value);

} // namespace yardmaster
