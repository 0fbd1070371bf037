#pragma once

#include <QChar>

namespace yardmaster {

/// White space to JavaScript's \s and trim(), which set graphile-worker's format; the byte order
/// mark is among them.
[[nodiscard]] inline bool isJsSpace(QChar c)
{
    const char16_t u = c.unicode();
    return (u >= 0x09 && u <= 0x0d) || u == 0x20 || u == 0xa0 || u == 0xfeff || u == 0x1680
        || (u >= 0x2000 && u <= 0x200a) || u == 0x2028 || u == 0x2029 || u == 0x202f || u == 0x205f
        || u == 0x3000;
}

} // namespace yardmaster
