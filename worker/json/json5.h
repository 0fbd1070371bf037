#pragma once

#include <QByteArray>
#include <QString>

#include <tl/expected.hpp>

namespace yardmaster {

struct Json5Error
{
    qsizetype offset = 0; ///< into the text, in UTF-16 units
    qsizetype length = 1;
    QString message{}; ///< a sentence without a full stop
    QString hint{};    ///< may be empty
};

/// Turns one JSON5 value into the JSON that JavaScript's JSON.stringify(JSON5.parse(text)) gives:
/// no white space, numbers as doubles in their shortest form, of repeated keys the last value, keys
/// that are array indexes first. Infinity and NaN, which JSON does not have, are errors; so is
/// nesting deeper than 1000.
///
/// A long file: a parser in one piece, rule by rule as in the standard.
[[nodiscard]] tl::expected<QByteArray, Json5Error> json5ToJson(QStringView text);

} // namespace yardmaster
