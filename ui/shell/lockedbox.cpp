#include "ui/shell/lockedbox.h"

#include "models/localworker/localworker.h"
#include "models/operations/operationlist.h"
#include "ui/kit/messagebox.h"

#include <QCoreApplication>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct LockedText
{
    Q_DECLARE_TR_FUNCTIONS(LockedBox)
};

} // namespace

void askWhatGoesOn(OperationList *operations, LocalWorker *worker, QWidget *parent)
{
    const bool isChanging = operations->hasRunning();
    const bool isWorking = worker->state() == LocalWorker::State::Running
        || worker->state() == LocalWorker::State::Starting;
    if (!isChanging && !isWorking)
        return;
    QMessageBox *box = makeMessageBox(
        parent, u"lockedBox"_s, LockedText::tr("Locked"),
        isChanging && isWorking ? LockedText::tr("Operations are in progress, and the worker of "
                                                 "this window is running jobs. Both continue.")
            : isChanging
            ? LockedText::tr("Operations are in progress. They continue.")
            : LockedText::tr("The worker of this window is running jobs. It continues."));
    QPushButton *leave = box->addButton(LockedText::tr("Keep running"), QMessageBox::RejectRole);
    box->setDefaultButton(leave);
    box->setEscapeButton(leave);
    if (isChanging) {
        QPushButton *pause
            = box->addButton(LockedText::tr("Pause operations"), QMessageBox::AcceptRole);
        pause->setObjectName("pauseOperations"_L1);
        QObject::connect(pause, &QPushButton::clicked, operations, &OperationList::pauseAll);
    }
    if (isWorking) {
        QPushButton *stop = box->addButton(LockedText::tr("Stop worker"), QMessageBox::AcceptRole);
        stop->setObjectName("stopWorkerWhenLocked"_L1);
        QObject::connect(stop, &QPushButton::clicked, worker, &LocalWorker::stop);
    }
    box->open();
}

} // namespace yardmaster
