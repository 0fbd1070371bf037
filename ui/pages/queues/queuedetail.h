#pragma once

#include "models/queues/queuesnapshot.h"

#include <QWidget>

class QAction;
class QPushButton;

namespace yardmaster {

class FactList;
class HoldActions;
class Label;

/// One queue: what its lock means, the facts behind that, its holds, and what can be done.
class QueueDetail final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QueueDetail)

public:
    /// All borrowed.
    QueueDetail(HoldActions *holds, QAction *release, QWidget *parent = nullptr);

    void showQueue(const QueueRow &queue, const QueueSnapshot &reading);
    void showHolds();

Q_SIGNALS:
    void jobsRequested();
    void jobRequested(qint64 id);

private:
    HoldActions *const m_holdActions;
    QueueRow m_queue;
    Label *m_title;
    Label *m_sentence;
    FactList *m_facts;
    Label *m_holds;
    QPushButton *m_showJobs;
    QPushButton *m_showJob;
};

} // namespace yardmaster
