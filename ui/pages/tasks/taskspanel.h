#pragma once

#include "models/tasks/tasksmodel.h"
#include "ui/kit/changes/holdlistpanel.h"

#include <QPointer>

namespace yardmaster {

class TaskDetail;

/// The task identifiers: what waits, what fails, and whether anybody is known to run them. Reads
/// while it is seen, and never for more than a twentieth of the time.
class TasksPanel final : public HoldListPanel<TasksModel, TaskSnapshot>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TasksPanel)

public:
    /// All borrowed; must outlive the panel. @param worker  null: there is none here.
    TasksPanel(ConsoleContext *context, LocalWorker *worker, JobActions *actions,
               QWidget *parent = nullptr);

private:
    void onWorker();
    void showState() override;
    void showCurrent() override;
    void showJobs(const QString &alsoFilter = {});

    const QPointer<LocalWorker> m_worker;
    TaskDetail *m_detail;
};

} // namespace yardmaster
