#pragma once

#include "models/history/pasthourpoller.h"
#include "models/holds/holdtracker.h"
#include "models/queues/queuesmodel.h"
#include "models/session/poller.h"
#include "ui/kit/consolepanel.h"

class QAction;

namespace yardmaster {

class ConsoleContext;
class HoldActions;
class JobActions;
class ListPage;
class LocalWorker;
class QueueDetail;

/// The named queues: what waits in them, who locks them, and what holds them up. Reads while it is
/// seen, and never for more than a twentieth of the time.
class QueuesPanel final : public ConsolePanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QueuesPanel)

public:
    /// All borrowed; must outlive the panel. @param worker  null: there is none here.
    QueuesPanel(ConsoleContext *context, LocalWorker *worker, JobActions *actions,
                QWidget *parent = nullptr);
    ~QueuesPanel() override;

    [[nodiscard]] QueuesModel *model() { return &m_model; }
    [[nodiscard]] HoldTracker *holds() { return &m_holdTracker; }
    void refresh();

protected:
    void setActive(bool isActive) override;

private:
    [[nodiscard]] QString queueObstacle() const;
    [[nodiscard]] QString releaseObstacle() const;
    [[nodiscard]] const QueueRow *current() const;
    void onRead();
    void showState();
    void showCurrent();
    void showJobs();
    void openRelease();

    ConsoleContext *const m_context;
    QueuesModel m_model;
    HoldTracker m_holdTracker;
    Poller<QueueSnapshot> m_poller;
    PastHourPoller m_pastHour;
    HoldActions *m_holds;
    QAction *m_release;
    ListPage *m_list;
    QueueDetail *m_detail;
};

} // namespace yardmaster
