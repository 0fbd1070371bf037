#pragma once

#include <QByteArray>
#include <QString>

#include <limits>

namespace yardmaster {

/// Appends a string with its quotes, escaped as JSON.stringify() does it.
void appendJsonString(QByteArray *json, QByteArrayView utf8);
/// The same without the quotes.
void appendJsonCharacters(QByteArray *json, QByteArrayView utf8);

/// False: a JSON string holds the characters as they are.
[[nodiscard]] bool needsJsonEscapes(QByteArrayView utf8);

[[nodiscard]] inline QByteArray jsonString(QByteArrayView utf8)
{
    QByteArray json;
    appendJsonString(&json, utf8);
    return json;
}

/// Where the string that begins at `begin` of valid JSON is over: behind its closing quote.
[[nodiscard]] qsizetype jsonStringEnd(QByteArrayView json, qsizetype begin);

/// The text of a JSON string, which is given with its quotes and must be valid. Of a longer one the
/// first `limit` characters, without reading the rest.
[[nodiscard]] QString plainJsonString(QByteArrayView raw,
                                      qsizetype limit = std::numeric_limits<int>::max());

} // namespace yardmaster
