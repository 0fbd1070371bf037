#pragma once

#include "models/localworker/runrecorder.h"

#include <QAbstractTableModel>

namespace yardmaster {

/// "Completed", "Given back"…
[[nodiscard]] QString runEndWord(RunEnd end);

/// Runs of jobs in this process, as a table: those under way, or those that ended. Rows come, go
/// and change one by one, so that a selection stays with its run. GUI thread.
class RunsModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunsModel)

public:
    enum class Kind { Running, Ended };
    enum class Column { Outcome, Job, Task, Queue, Attempt, Started, Place, Time, Progress, Error };
    enum Role {
        StateRole = Qt::UserRole + 1, ///< of the Outcome column: a JobState, or invalid
        ProgressRole,                 ///< of the Progress column: 0..1, or negative: unknown
    };

    explicit RunsModel(Kind kind, QObject *parent = nullptr);

    /// In the order to show. @param now  that elapsed times are counted to.
    void setRuns(std::vector<LocalRun> runs, const QDateTime &now);
    /// The same runs, a moment later.
    void tick(const QDateTime &now);
    [[nodiscard]] const LocalRun &at(int row) const { return m_runs[size_t(row)]; }
    /// -1: it is not in it.
    [[nodiscard]] int rowOf(qint64 jobId) const;

    [[nodiscard]] Column columnAt(int section) const { return m_columns[size_t(section)]; }
    [[nodiscard]] int sectionOf(Column column) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] QString text(const LocalRun &run, Column column) const;
    [[nodiscard]] std::chrono::microseconds timeOf(const LocalRun &run) const;

    const Kind m_kind;
    const std::vector<Column> m_columns;
    std::vector<LocalRun> m_runs;
    QDateTime m_now;
};

} // namespace yardmaster
