#pragma once

#include "models/tables/pasthourmodel.h"
#include "models/tables/trends.h"
#include "models/tasks/tasksnapshot.h"
#include <yardmaster/tasksources.h>

#include <QHash>
#include <QMap>

namespace yardmaster {

class HoldTracker;

/// The task identifiers, each with its jobs and whether anybody is known to run it. GUI thread;
/// never waits for the database.
class TasksModel final : public PastHourModel<TaskRow, &TaskRow::id>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TasksModel)

public:
    explicit TasksModel(QObject *parent = nullptr);
    ~TasksModel() override;

    void setReading(const TaskSnapshot &reading);
    /// Those that the worker of this window runs now.
    void setTasksHere(const QStringList &tasks);
    /// What the worker of this window found, whether it runs or not. Those that the database does
    /// not know yet get rows of their own, with ids below 0.
    void setFound(const TaskListing &listing);
    /// @param holdTracker  borrowed; must outlive it.
    void setHoldTracker(const HoldTracker *holdTracker);

    [[nodiscard]] const TaskSnapshot &reading() const { return m_reading; }
    [[nodiscard]] TaskKnown known(const TaskRow &row) const;

private:
    void mergeRows();
    [[nodiscard]] QList<TableColumn<TaskRow>> loadColumns() const;
    [[nodiscard]] QList<TableColumn<TaskRow>> stateColumns() const;

    const HoldTracker *m_holdTracker = nullptr;
    TaskSnapshot m_reading;
    Trends<qint64> m_trends;
    QStringList m_tasksHere;
    QMap<QString, LocalTask> m_found;
    QHash<QString, qint64> m_ownIds; ///< of tasks found here only; each keeps its own
};

} // namespace yardmaster
