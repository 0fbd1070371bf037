#pragma once

#include "models/tasks/tasksnapshot.h"

#include <QWidget>

class QPushButton;

namespace yardmaster {

class FactList;
class HoldActions;
class Label;

/// One task: who is known to run it, what this window's worker
/// has for it and why that cannot run, the facts about its jobs, its holds.
class TaskDetail final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TaskDetail)

public:
    /// Borrowed.
    explicit TaskDetail(HoldActions *holds, QWidget *parent = nullptr);

    void showTask(const TaskRow &task, const TaskSnapshot &reading, TaskKnown known);

Q_SIGNALS:
    void jobsRequested();
    void failedRequested();

private:
    HoldActions *const m_holdActions;
    Label *m_title;
    Label *m_sentence;
    Label *m_problem;
    Label *m_holds;
    FactList *m_facts;
    QPushButton *m_showJobs;
    QPushButton *m_showFailed;
};

} // namespace yardmaster
