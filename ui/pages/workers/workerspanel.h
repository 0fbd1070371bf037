#pragma once

#include "models/history/pasthourpoller.h"
#include "models/workers/workersmodel.h"
#include "models/workers/workerspoller.h"
#include "ui/kit/consolepanel.h"

class QAction;
class QPushButton;

namespace yardmaster {

class ConsoleContext;
class ListPage;
class WorkerDetail;

/// Who works on a queue: registered workers and owners of locks, what they hold, and what can be
/// done about stale ones. Reads only while it is seen.
class WorkersPanel final : public ConsolePanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkersPanel)

public:
    /// `context` is borrowed and must outlive the panel.
    explicit WorkersPanel(ConsoleContext *context, QWidget *parent = nullptr);
    ~WorkersPanel() override;

    [[nodiscard]] WorkersPoller *poller() { return &m_poller; }
    [[nodiscard]] WorkersModel *model() { return &m_model; }
    /// Chooses the worker of this name, now or when it appears.
    void showWorker(const QString &id);

protected:
    void setActive(bool isActive) override;

private:
    void makeCommands();
    [[nodiscard]] const WorkerRow *current() const;
    [[nodiscard]] Timestamp now() const;
    void showState();
    void showRemark();
    void showDetail();
    void updateActions();
    void openUnlock();
    void openSweep();
    void showJobs();
    void refresh();
    void onChanged();

    ConsoleContext *const m_context;
    WorkersPoller m_poller;
    PastHourPoller m_pastHour;
    WorkersModel m_model;
    QString m_wanted; // to be chosen when it appears
    std::optional<Timestamp> m_watchedSince;
    QPushButton *m_sweepButton;
    ListPage *m_list;
    WorkerDetail *m_detail;
    QAction *m_unlockAction = nullptr;
    QAction *m_sweepAction = nullptr;
    QAction *m_jobsAction = nullptr;
};

} // namespace yardmaster
