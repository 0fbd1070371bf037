#include "worker/tasks/outputlines.h"

namespace yardmaster {

void OutputLines::add(const QByteArray &bytes)
{
    m_partial += bytes;
    qsizetype begin = 0;
    for (;;) {
        const qsizetype newline = m_partial.indexOf('\n', begin);
        if (newline < 0 && m_partial.size() - begin < kLine)
            break;
        const bool whole = newline >= 0 && newline - begin <= kLine;
        const qsizetype end = whole ? newline : begin + kLine;
        emitLine(QByteArrayView(m_partial).sliced(begin, end - begin));
        begin = whole ? end + 1 : end;
    }
    m_partial.remove(0, begin);
}

void OutputLines::finish()
{
    if (!m_partial.isEmpty())
        emitLine(m_partial);
    m_partial.clear();
}

void OutputLines::emitLine(QByteArrayView line)
{
    if (line.endsWith('\r'))
        line.chop(1);
    QString text = QString::fromUtf8(line);
    text.remove(QChar(0)); // PostgreSQL cannot store it
    m_tail << text;
    if (m_tail.size() > kTail)
        m_tail.removeFirst();
    m_sink(text);
}

} // namespace yardmaster
