#pragma once

#include "models/holds/holdkeeper.h"
#include "models/session/poller.h"
#include "models/tasks/tasksmodel.h"

#include <QPointer>
#include <QWidget>

class QAction;

namespace yardmaster {

class ConsoleContext;
class HoldActions;
class JobActions;
class LocalWorker;
class NamedRowsView;
class TaskDetail;

/// The task identifiers: what waits, what fails, and whether anybody is known to run them. Reads
/// while it is seen, and never for more than a twentieth of the time.
class TasksPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TasksPanel)

public:
    /// All borrowed; must outlive the panel. @param worker  null: there is none here.
    TasksPanel(ConsoleContext *context, LocalWorker *worker, JobActions *actions,
               QWidget *parent = nullptr);
    ~TasksPanel() override;

    [[nodiscard]] TasksModel *model() { return &m_model; }
    [[nodiscard]] HoldKeeper *holds() { return &m_keeper; }
    void refresh();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QAction *addCommand(const QString &name, const QString &text, const QString &meaning);
    [[nodiscard]] const TaskRow *current() const;
    void setColumns();
    void onWorker();
    void onRead();
    void showState();
    void showCurrent();
    void showJobs(const QString &alsoFilter = {});

    ConsoleContext *const m_context;
    const QPointer<LocalWorker> m_worker;
    TasksModel m_model;
    HoldKeeper m_keeper;
    Poller<TaskReading> m_poller;
    HoldActions *m_holds;
    QAction *m_showJobs;
    QAction *m_showFailed;
    NamedRowsView *m_view;
    TaskDetail *m_detail;
};

} // namespace yardmaster
