#pragma once

#include "models/live/livebuffer.h"
#include "models/live/livefilter.h"
#include "models/tables/columnsmodel.h"

#include <QTimer>

#include <deque>

namespace yardmaster {

/// The newest lines of the live view, oldest first, and of them those that
/// pass a filter. A line is looked at once when it comes and once when it changes; a new filter
/// goes through the lines there are from the newest on, a part at a time. With patterns, new lines
/// are looked at a part at a time, too. GUI thread.
class LiveModel final : public ColumnsModel<LiveLine>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LiveModel)

public:
    /// @param capacity  lines; as many as can wait in the buffer they come from.
    explicit LiveModel(QObject *parent = nullptr, quint64 capacity = LiveBuffer::kCapacity);

    /// Few changes of the model, however big the batch.
    void apply(LiveBatch batch);
    /// Keeps nothing. @param next  serial of the line that comes next.
    void clear(quint64 next);

    void setFilter(const LiveFilter &filter);
    /// Some lines have not been looked at yet with this filter.
    [[nodiscard]] bool isLooking() const { return m_looked > m_front || m_tried < next(); }

    /// Lines whose match the filter has given up.
    [[nodiscard]] qint64 undecided() const { return m_filter.undecided(); }

    [[nodiscard]] const LiveLine &at(int row) const override;
    /// All lines there are, or those that are shown, oldest first.
    [[nodiscard]] std::deque<LiveLine> lines(bool isShownOnly) const;
    [[nodiscard]] qint64 lineCount() const { return std::ssize(m_lines); }
    /// Lines since the last clear() that are gone, or never came, because there was no room.
    [[nodiscard]] quint64 dropped() const { return m_front - m_base; }
    /// Serial of the line that comes next.
    [[nodiscard]] quint64 next() const { return m_front + m_lines.size(); }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;

Q_SIGNALS:
    /// The filter has been through all lines.
    void looked();

private:
    void restart(quint64 front);
    void change(const QList<LiveLine> &changed);
    void makeRoom(std::size_t coming);
    void append(std::deque<LiveLine> lines);
    void tryNew();
    void look();
    void show(const std::deque<quint64> &serials);
    void hide(const std::deque<quint64> &serials);
    [[nodiscard]] int rowAtOrAfter(quint64 serial) const;
    [[nodiscard]] bool isShown(quint64 serial) const;

    const quint64 m_capacity;
    LiveFilter m_filter;
    std::deque<LiveLine> m_lines;
    std::deque<quint64> m_shown; // serials, ascending
    quint64 m_front = 0;         // serial of m_lines.front(), or of what comes next
    quint64 m_base = 0;          // where counting began
    quint64 m_looked = 0;        // lines from here on have been looked at,
    quint64 m_tried = 0;         // up to here
    QTimer m_look;
};

} // namespace yardmaster
