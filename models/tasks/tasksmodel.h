#pragma once

#include "models/operations/holds.h"
#include "models/tables/namedrowsmodel.h"
#include "models/tasks/taskreading.h"

namespace yardmaster {

class HoldKeeper;

/// The task identifiers, each with its jobs and whether anybody is known to run it. GUI thread;
/// never waits for the database.
class TasksModel final : public NamedRowsModel<TaskRow>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TasksModel)

public:
    enum class Column {
        Task,
        Due,
        Later,
        Running,
        Failed,
        Failing,
        Oldest,
        Next,
        Attempts,
        Known,
        Hold
    };
    static constexpr int kColumns = 11;

    explicit TasksModel(QObject *parent = nullptr);
    ~TasksModel() override;

    void setReading(const TaskReading &reading);
    /// Those that the worker of this window runs now.
    void setTasksHere(const QStringList &tasks);
    /// @param keeper  borrowed; must outlive it.
    void setKeeper(const HoldKeeper *keeper);

    [[nodiscard]] const TaskReading &reading() const { return m_reading; }
    [[nodiscard]] TaskKnown known(const TaskRow &row) const;

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] QString text(const TaskRow &row, Column column) const;
    [[nodiscard]] QVariant raw(const TaskRow &row, Column column) const;
    [[nodiscard]] QString toolTip(const TaskRow &row, Column column) const;

    const HoldKeeper *m_keeper = nullptr;
    TaskReading m_reading;
    QStringList m_tasksHere;
};

} // namespace yardmaster
