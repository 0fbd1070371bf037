#pragma once

#include "models/live/livebuffer.h"
#include "models/live/livefilter.h"

#include <QAbstractTableModel>
#include <QTimer>

#include <deque>

namespace yardmaster {

/// The newest lines of the live view, oldest first, and of them those that
/// pass a filter. A line is looked at once when it comes and once when it changes; a new filter
/// goes through the lines there are from the newest on, a part at a time. Raw values come under
/// kRawValueRole. GUI thread.
class LiveModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LiveModel)

public:
    enum class Column { Time, Source, Kind, JobId, Task, Queue, Attempt, Duration, Message };
    static constexpr int kColumns = 9;
    static constexpr int kRawValueRole = Qt::UserRole;

    /// @param capacity  lines; as many as can wait in the buffer they come from.
    explicit LiveModel(QObject *parent = nullptr, quint64 capacity = LiveBuffer::kCapacity);

    /// Few changes of the model, however big the batch.
    void apply(LiveBatch batch);
    /// Keeps nothing. @param next  serial of the line that comes next.
    void clear(quint64 next);

    void setFilter(const LiveFilter &filter);
    /// Older lines have not been looked at yet with this filter.
    [[nodiscard]] bool isLooking() const { return m_looked > m_front; }

    /// What a row shows; `row` must exist. Borrowed until the model changes.
    [[nodiscard]] const LiveLine &lineAt(int row) const;
    /// All lines there are, or those that are shown, oldest first.
    [[nodiscard]] std::deque<LiveLine> lines(bool isShownOnly) const;
    [[nodiscard]] qint64 lineCount() const { return std::ssize(m_lines); }
    /// Lines since the last clear() that are gone, or never came, because there was no room.
    [[nodiscard]] quint64 dropped() const { return m_front - m_base; }
    /// Serial of the line that comes next.
    [[nodiscard]] quint64 next() const { return m_front + m_lines.size(); }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
    /// As in a table and in copied text.
    [[nodiscard]] static QString text(const LiveLine &line, Column column);

Q_SIGNALS:
    /// The filter has been through all lines.
    void looked();

private:
    void restart(quint64 front);
    void change(const QList<LiveLine> &changed);
    void makeRoom(std::size_t coming);
    void append(std::deque<LiveLine> lines);
    void look();
    void show(const std::deque<quint64> &serials);
    void hide(const std::deque<quint64> &serials);
    [[nodiscard]] int rowAtOrAfter(quint64 serial) const;
    [[nodiscard]] bool isShown(quint64 serial) const;
    [[nodiscard]] static QString toolTip(const LiveLine &line, Column column);
    [[nodiscard]] static QVariant rawValue(const LiveLine &line, Column column);

    const quint64 m_capacity;
    LiveFilter m_filter;
    std::deque<LiveLine> m_lines;
    std::deque<quint64> m_shown; // serials, ascending
    quint64 m_front = 0;         // serial of m_lines.front(), or of what comes next
    quint64 m_base = 0;          // where counting began
    quint64 m_looked = 0;        // lines from here on have been looked at
    QTimer m_look;
};

} // namespace yardmaster
