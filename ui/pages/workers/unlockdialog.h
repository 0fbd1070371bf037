#pragma once

#include "models/session/query.h"
#include "models/workers/workerrow.h"
#include "ui/kit/confirmdialog.h"
#include "worker/queue/workerunlock.h"

class QTreeWidget;

namespace yardmaster {

/// Takes what a worker holds from it: shows what is known of its life and exactly what would be
/// unlocked, asks for a typed word, and tells what was unlocked.
class UnlockDialog final : public ConfirmDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UnlockDialog)

public:
    /// `context` is borrowed and must outlive the dialog.   @param now  when `worker` was read.
    UnlockDialog(ConsoleContext *context, const WorkerRow &worker, Timestamp now,
                 QWidget *parent = nullptr);
    ~UnlockDialog() override;

Q_SIGNALS:
    /// Jobs or queues were unlocked.
    void unlocked();

protected:
    void confirm() override;

private:
    void look();
    void onLooked(const Result<WorkerLocks> &answer);
    void onUnlocked(const Result<WorkerUnlock::Report> &answer);
    void updateConsequence();

    const WorkerRow m_worker;
    WorkerLocks m_locks;
    Query m_query;
    Label *m_consequence;
    Label *m_summary;
    QTreeWidget *m_list;
};

} // namespace yardmaster
