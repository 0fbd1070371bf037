#pragma once

#include "models/queues/queuesmodel.h"
#include "ui/kit/changes/holdlistpanel.h"

class QAction;

namespace yardmaster {

class QueueDetail;

/// The named queues: what waits in them, who locks them, and what holds them up. Reads while it is
/// seen, and never for more than a twentieth of the time.
class QueuesPanel final : public HoldListPanel<QueuesModel, QueueSnapshot>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QueuesPanel)

public:
    /// All borrowed; must outlive the panel. @param worker  null: there is none here.
    QueuesPanel(ConsoleContext *context, LocalWorker *worker, JobActions *actions,
                QWidget *parent = nullptr);

private:
    [[nodiscard]] QString queueObstacle() const;
    [[nodiscard]] QString releaseObstacle() const;
    void showState() override;
    void showCurrent() override;
    void showJobs();
    void openRelease();

    QAction *m_release;
    QueueDetail *m_detail;
};

} // namespace yardmaster
