#pragma once

#include "models/eventfeed.h"

#include <QAbstractTableModel>
#include <QHash>

#include <deque>

namespace yardmaster {

/// The last two thousand things the local worker did, newest first; one row per run of a job,
/// changed in place when it ends. Raw values come under RawValueRole, the WorkerEvent::Kind of a
/// row under KindRole and its JobState, where it has one, under StateRole.
class EventListModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventListModel)

public:
    enum class Column { Time, State, JobId, Task, Attempt, Duration, Message };
    static constexpr int kColumns = 7;
    static constexpr int kRawValueRole = Qt::UserRole;
    static constexpr int kKindRole = Qt::UserRole + 1;
    static constexpr int kStateRole = Qt::UserRole + 2;

    explicit EventListModel(QObject *parent = nullptr);

    /// At most one insertion, one removal and one change, however big the batch.
    void apply(EventFeed::Batch batch);

    /// Rows that are gone, or never came, because there was no room.
    [[nodiscard]] qint64 dropped() const { return m_dropped; }

    /// A job ran, and not only the worker started: there is something to look at.
    [[nodiscard]] bool hasRuns() const { return m_hasRuns; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    using RunKey = std::pair<qint64, int>;

    [[nodiscard]] static QString text(const WorkerEvent &event, Column column);
    [[nodiscard]] static QString toolTip(const WorkerEvent &event, Column column);
    [[nodiscard]] static QVariant rawValue(const WorkerEvent &event, Column column);
    void updateKnownRuns(std::deque<WorkerEvent> *events);
    void insertNewest(std::deque<WorkerEvent> events);
    void makeRoom(std::size_t coming);

    std::deque<WorkerEvent> m_rows;    // newest first
    quint64 m_newestSerial = 0;        // of m_rows.front(); the one below is one less
    QHash<RunKey, quint64> m_openRuns; // serials of the rows still running
    qint64 m_dropped = 0;
    bool m_hasRuns = false;
};

} // namespace yardmaster
