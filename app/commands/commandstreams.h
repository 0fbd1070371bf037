#pragma once

#include <QString>

class QIODevice;

namespace yardmaster {

/// Where a command reads and writes. Borrowed.
struct CommandStreams
{
    QIODevice *in = nullptr;
    QIODevice *out = nullptr;
    QIODevice *err = nullptr;
    bool isTerminal = false; ///< `in` and `err` are one: a person can be asked
};

/// UTF-8, control characters escaped.
void write(QIODevice *device, const QString &text);

/// "yardmaster: …" on `err`, a line for each line of `sentences`.
void complainTo(const CommandStreams &streams, const QString &sentences);

} // namespace yardmaster
