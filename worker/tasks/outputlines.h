#pragma once

#include <QByteArray>
#include <QStringList>

#include <functional>

namespace yardmaster {

/// Cuts a child's output into lines as it arrives. Bounded: a line longer than kLine is broken, and
/// of the whole output only the last kTail lines are remembered.
class OutputLines final
{
public:
    static constexpr qsizetype kLine = 8192;
    static constexpr qsizetype kTail = 20;

    explicit OutputLines(std::function<void(const QString &line)> sink)
        : m_sink(std::move(sink))
    { }

    void add(const QByteArray &bytes);
    /// The last line need not end in a newline.
    void finish();
    [[nodiscard]] QStringList tail() const { return m_tail; }

private:
    void emitLine(QByteArrayView line);

    std::function<void(const QString &line)> m_sink;
    QByteArray m_partial;
    QStringList m_tail;
};

} // namespace yardmaster
