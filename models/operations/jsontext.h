#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <optional>

namespace yardmaster {

/// Where a text stops being JSON, and why.
struct JsonProblem
{
    qsizetype offset = 0; ///< bytes
    int line = 1;
    int column = 1;  ///< characters
    QString message; ///< one sentence, without the place
};

/// By the strict grammar, nested up to 1000 deep. nullopt: the text is one JSON value. Any thread.
[[nodiscard]] std::optional<JsonProblem> jsonProblem(const QByteArray &text);

/// The same values, one member or item a line, indented by two spaces. Only white space changes:
/// all digits, escapes, duplicate keys and the order stay. `text` must be JSON.
[[nodiscard]] QByteArray formattedJson(const QByteArray &text);

/// In one line.
[[nodiscard]] QByteArray compactJson(const QJsonObject &object);

} // namespace yardmaster
