#pragma once

#include "models/live/liveline.h"

#include <QHash>
#include <QList>

#include <deque>

namespace yardmaster {

/// What a view has not taken yet: new lines, and what became of lines it took earlier.
struct LiveBatch
{
    std::deque<LiveLine> lines; ///< oldest first; serials without gaps
    QList<LiveLine> changed;    ///< of lines that were taken before; no order
    bool isAll = true;          ///< nothing more is waiting
};

/// The newest lines on their way into one view. Serials count every line ever, so that whoever
/// takes them knows exactly how many are missing. Not thread-safe; the owner locks.
class LiveBuffer final
{
public:
    /// Lines that wait, and lines a view keeps.
    static constexpr quint64 kCapacity = 20000;

    explicit LiveBuffer(quint64 capacity = kCapacity)
        : m_capacity(capacity)
    { }

    /// The oldest one that waits gives way if there is no room. @returns its serial.
    quint64 append(LiveLine line);
    /// What became of line `serial`: kind, event and duration, and the message unless it is empty.
    /// @returns false if that line is gone everywhere, so that a new one has to say it.
    [[nodiscard]] bool amend(quint64 serial, const LiveLine &news);
    /// At most `most` lines.
    [[nodiscard]] LiveBatch take(qsizetype most);
    /// Forgets all that is waiting; lines so far can no longer be amended.
    void clear();

    [[nodiscard]] quint64 waiting() const { return m_pending.size(); }
    /// Of the oldest line that waits; next() if none does.
    [[nodiscard]] quint64 first() const { return m_next - m_pending.size(); }
    /// Of the line that comes next: how many there were.
    [[nodiscard]] quint64 next() const { return m_next; }
    /// The last line, if it waits.
    [[nodiscard]] LiveLine *last() { return m_pending.empty() ? nullptr : &m_pending.back(); }

private:
    quint64 m_capacity;
    std::deque<LiveLine> m_pending;
    QHash<quint64, LiveLine> m_changed; // by serial, of lines that were taken
    quint64 m_next = 0;
    quint64 m_floor = 0; // lines before were cleared
};

} // namespace yardmaster
