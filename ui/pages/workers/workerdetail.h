#pragma once

#include "models/workers/workerrow.h"

#include <QWidget>

class QPushButton;
class QTreeWidget;

namespace yardmaster {

class ConsoleContext;
class CopyButton;
class FactList;
class HeartbeatStrip;
class Label;
class WriteGuard;
struct Fact;

/// One worker: what is known of its life, the jobs it holds, its sessions, and what can be done.
class WorkerDetail final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkerDetail)

public:
    /// `guard` is borrowed and must outlive it.
    explicit WorkerDetail(WriteGuard *guard, QWidget *parent = nullptr);
    /// The menus of its jobs lead elsewhere from now on; borrowed.
    void setContext(ConsoleContext *context);

    void showWorker(const WorkerRow &worker, const QList<Timestamp> &beats, Timestamp now,
                    Timestamp watchedSince);

    /// What is known of a worker's life, for whoever decides about it.
    [[nodiscard]] static QList<Fact> evidence(const WorkerRow &worker, Timestamp now);
    /// Why its locks cannot be taken away, a sentence; empty: they can.
    [[nodiscard]] static QString unlockObstacle(const WorkerRow &worker);

Q_SIGNALS:
    void jobRequested(qint64 id);
    void jobsRequested();
    void unlockRequested();

private:
    void showJobs(const WorkerRow &worker, Timestamp now);
    void showSessions(const WorkerRow &worker, Timestamp now);
    void updateActions();

    WriteGuard *const m_guard;
    WorkerRow m_worker;
    Label *m_title;
    Label *m_life;
    CopyButton *m_copy;
    FactList *m_facts;
    HeartbeatStrip *m_beats;
    Label *m_jobsTitle;
    QTreeWidget *m_jobs;
    Label *m_sessionsTitle;
    QTreeWidget *m_sessions;
    QPushButton *m_show;
    QPushButton *m_unlock;
};

} // namespace yardmaster
