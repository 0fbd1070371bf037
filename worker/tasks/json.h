#pragma once

#include <QByteArray>

namespace yardmaster {

/// Valid JSON without the white space between its tokens: one line, nothing else changed (key
/// order, duplicate keys, big numbers and escapes stay as they are).
[[nodiscard]] QByteArray compactJson(QByteArrayView json);

} // namespace yardmaster
