#pragma once

#include <QByteArrayView>
#include <QString>

namespace yardmaster {

/// Decodes UTF-8 as JavaScript does: every maximal invalid part of a sequence becomes one U+FFFD. A
/// byte order mark stays.
/// @param firstBad  gets the place of the first such character in the result, -1 if there is none.
[[nodiscard]] QString decodeUtf8(QByteArrayView bytes, qsizetype *firstBad = nullptr);

/// A double as JavaScript prints it: 1e+21, 0.1, 100. Must be finite.
[[nodiscard]] QByteArray jsNumberText(double number);

/// The double of a decimal number without a sign; infinite if it is too large.
[[nodiscard]] double parseJsDecimal(const QByteArray &text);

/// A string as JSON.stringify() writes it: UTF-8, halves of surrogate pairs as escapes.
[[nodiscard]] QByteArray jsStringText(QStringView text);

/// Decodes the output of encodeURIComponent().
/// @returns false if it cannot be its output; `decoded` is then undefined.
[[nodiscard]] bool decodeUriComponent(QStringView text, QString *decoded);

/// Decodes valid percent escapes and leaves the others, as Node's querystring does where
/// decodeURIComponent() refuses: byte by byte, characters cut to their low byte.
[[nodiscard]] QString decodeUriLoosely(QStringView text);

} // namespace yardmaster
