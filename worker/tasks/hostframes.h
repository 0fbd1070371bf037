#pragma once

#include <QByteArray>

#include <functional>

namespace yardmaster {

/// Messages between a worker and a task host: JSON text behind its length in bytes, four bytes,
/// most significant first. See resources/manual/task-hosts.md.
inline constexpr qint64 kLargestFrame = 512 * 1024 * 1024;

/// Appends a frame with this text.
void appendFrame(QByteArray *bytes, QByteArrayView text);

/// Cuts what arrives into messages.
class FrameReader final
{
public:
    /// Calls `onFrame` for each message that is complete; its text is valid during the call.
    /// @returns false if a frame is longer than kLargestFrame: nothing behind it can be read.
    [[nodiscard]] bool add(QByteArrayView bytes,
                           const std::function<void(QByteArrayView text)> &onFrame);

private:
    QByteArray m_held;
};

} // namespace yardmaster
