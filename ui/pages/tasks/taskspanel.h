#pragma once

#include "models/history/pasthourpoller.h"
#include "models/holds/holdtracker.h"
#include "models/session/poller.h"
#include "models/tasks/tasksmodel.h"
#include "ui/kit/consolepanel.h"

#include <QPointer>

namespace yardmaster {

class ConsoleContext;
class HoldActions;
class JobActions;
class ListPage;
class LocalWorker;
class TaskDetail;

/// The task identifiers: what waits, what fails, and whether anybody is known to run them. Reads
/// while it is seen, and never for more than a twentieth of the time.
class TasksPanel final : public ConsolePanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TasksPanel)

public:
    /// All borrowed; must outlive the panel. @param worker  null: there is none here.
    TasksPanel(ConsoleContext *context, LocalWorker *worker, JobActions *actions,
               QWidget *parent = nullptr);
    ~TasksPanel() override;

    [[nodiscard]] TasksModel *model() { return &m_model; }
    [[nodiscard]] HoldTracker *holds() { return &m_holdTracker; }
    void refresh();

protected:
    void setActive(bool isActive) override;

private:
    [[nodiscard]] const TaskRow *current() const;
    void onWorker();
    void onRead();
    void showState();
    void showCurrent();
    void showJobs(const QString &alsoFilter = {});

    ConsoleContext *const m_context;
    const QPointer<LocalWorker> m_worker;
    TasksModel m_model;
    HoldTracker m_holdTracker;
    Poller<TaskSnapshot> m_poller;
    PastHourPoller m_pastHour;
    HoldActions *m_holds;
    ListPage *m_list;
    TaskDetail *m_detail;
};

} // namespace yardmaster
