#include "worker/tasks/hostframes.h"

#include <QtEndian>

namespace yardmaster {

namespace {

constexpr qsizetype kFrameHead = 4;

} // namespace

void appendFrame(QByteArray *bytes, QByteArrayView text)
{
    char head[kFrameHead];
    qToBigEndian(quint32(text.size()), head);
    bytes->append(head, kFrameHead);
    bytes->append(text);
}

bool FrameReader::add(QByteArrayView bytes, const std::function<void(QByteArrayView)> &onFrame)
{
    m_held.append(bytes);
    qsizetype begin = 0;
    while (m_held.size() - begin >= kFrameHead) {
        const auto size = qsizetype(qFromBigEndian<quint32>(m_held.constData() + begin));
        if (size > kLargestFrame)
            return false;
        if (m_held.size() - begin - kFrameHead < size) {
            m_held.reserve(kFrameHead + size + begin);
            break;
        }
        onFrame(QByteArrayView(m_held).sliced(begin + kFrameHead, size));
        begin += kFrameHead + size;
    }
    m_held.remove(0, begin);
    return true;
}

} // namespace yardmaster
