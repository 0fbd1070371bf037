#include "ui/pages/operations/operationspanel.h"

#include "models/console/consolecontext.h"
#include "models/operations/undostate.h"
#include "models/values/showntext.h"
#include "ui/kit/actionbutton.h"
#include "ui/kit/armdialog.h"
#include "ui/kit/changes/jobactions.h"
#include "ui/kit/command.h"
#include "ui/kit/consolehost.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/messagebox.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/tablesetup.h"
#include "ui/pages/operations/continuedialog.h"
#include "ui/pages/operations/operationnotice.h"
#include "ui/pages/operations/operatorlogdialog.h"
#include "ui/pages/operations/reportview.h"

#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QTableView>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kKeepKey = "operations/keepDays";
constexpr qsizetype kTitle = 60; // characters in a menu

} // namespace

OperationsPanel::OperationsPanel(ConsoleContext *context, JobActions *actions, OperationList *list,
                                 QWidget *parent)
    : ConsolePanel(parent)
    , m_context(context)
    , m_actions(actions)
    , m_list(*list)
    , m_table(new QTableView(this))
    , m_empty(new EmptyHint(this))
    , m_report(new ReportView(this))
    , m_notice(new OperationNotice(this))
    , m_keep(new QComboBox(this))
{
    setObjectName("operationsPanel"_L1);
    m_keep->setObjectName("keepOperations"_L1);
    m_keep->setAccessibleName(tr("How long operations are kept"));
    m_keep->setToolTip(tr("Finished operations are deleted after this time, and the oldest ones "
                          "earlier if they take more than 1 GB. Until then they can be undone; the "
                          "payloads needed for that are kept on this computer."));
    for (const int days : {7, JournalRetention::kUsualDays, 90, 365})
        m_keep->addItem(tr("Kept for %1 days").arg(days), days);
    m_keep->addItem(tr("Kept forever"), 0);
    m_keep->setCurrentIndex(m_keep->findData(JournalRetention::kUsualDays));
    makeCommands();
    auto *log = new QPushButton(tr("Operator log…"), this);
    buildTable();
    m_empty->setTexts(tr("No operations yet"),
                      tr("Changes made by hand are listed here, with their progress and the result "
                         "for each job, and can be undone. Select jobs and an action to begin."));

    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(16, 8, 16, 8);
    buttons->setSpacing(8);
    const std::pair<QAction *, const char *> named[]{{m_pause, "pauseOperation"},
                                                     {m_stop, "stopOperation"},
                                                     {m_resume, "continueOperation"},
                                                     {m_undo, "undoOperation"},
                                                     {m_delete, "deleteOperation"}};
    for (const auto &[command, name] : named) {
        QPushButton *button = makeActionButton(command, this);
        button->setObjectName(QLatin1StringView(name));
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    buttons->addWidget(m_keep);
    buttons->addWidget(log);
    auto *splitter = new QSplitter(Qt::Vertical, this);
    auto *top = new QWidget(splitter);
    auto *topLayout = new QVBoxLayout(top);
    topLayout->setContentsMargins(0, 0, 0, 0);
    topLayout->setSpacing(0);
    topLayout->addLayout(buttons);
    topLayout->addWidget(m_table, 1);
    topLayout->addWidget(m_empty, 1);
    splitter->addWidget(top);
    splitter->addWidget(m_report);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(splitter, 1);
    layout->addWidget(m_notice);

    connect(m_actions, &JobActions::operationStarted, this, [this](Operation *operation) {
        m_list.watch(operation);
        select(operation->id());
    });
    connect(m_actions, &JobActions::jobAdded, m_notice, &OperationNotice::tellAdded);
    connect(&m_list, &OperationList::ended, this, &OperationsPanel::onEnded);
    connect(&m_list, &OperationList::jobsChanged, m_context, &ConsoleContext::announceChange);
    connect(&m_list, &QAbstractItemModel::dataChanged, this, [this] {
        updateButtons();
        if (const int row = currentRow(); row >= 0)
            m_report->follow(m_list.at(row), m_list.titleAt(row));
    });
    connect(&m_list, &OperationList::loaded, this, [this] {
        if (m_current.isNull() && m_list.rowCount() > 0)
            m_table->selectRow(0);
        else
            select(m_current);
        updateButtons();
    });
    connect(m_context->guard(), &WriteGuard::changed, this, &OperationsPanel::updateButtons);
    connect(m_keep, &QComboBox::activated, this, [this] {
        if (m_settings)
            m_settings->setValue(kKeepKey, m_keep->currentData());
        m_list.setRetention({.days = m_keep->currentData().toInt()});
        m_list.reload();
    });
    connect(&m_list, &OperationList::deletionFailed, this, [this](const DbError &error) {
        QMessageBox *box = makeMessageBox(this, u"notDeleted"_s, tr("Not deleted"), error.message);
        box->setStandardButtons(QMessageBox::Close);
        box->open();
    });
    connect(log, &QPushButton::clicked, m_log, &QAction::trigger);
    connect(m_notice, &OperationNotice::undoRequested, this, &OperationsPanel::undo);
    connect(m_notice, &OperationNotice::reportRequested, this, [this](const QUuid &operation) {
        select(operation);
        Q_EMIT attentionRequested();
    });
    connect(m_notice, &OperationNotice::jobRequested, m_context, &ConsoleContext::requestJob);
    connect(m_report, &ReportView::jobRequested, m_context, &ConsoleContext::requestJob);
    m_report->setContext(m_context);
    updateButtons();
}

OperationsPanel::~OperationsPanel() = default;

void OperationsPanel::makeCommands()
{
    m_undoLast
        = addCommand(this, u"operations.undo"_s, tr("Undo last operation…"),
                     tr("Shows what would be restored, then asks for confirmation."),
                     [this] {
                         if (const int row = m_list.lastUndoable(); row >= 0)
                             undo(m_list.at(row).record.spec.id);
                         else
                             QApplication::beep();
                     })
              ->withKeysHere({QKeySequence::Undo})
              ->unless([this] {
                  return m_list.lastUndoable() >= 0 ? QString() : tr("No operation can be undone.");
              })
              ->writes(m_context->guard())
              ->alsoCalled(tr("revert, roll back, take back"));
    m_log = addCommand(this, u"operations.log"_s, tr("Operator log…"),
                       tr("Shows who changed which jobs by hand, and when."),
                       [this] {
                           auto *dialog = new OperatorLogDialog(*m_context, consoleHost(this));
                           dialog->setAttribute(Qt::WA_DeleteOnClose);
                           dialog->open();
                       })
                ->alsoCalled(tr("audit, history"));
    makeRowCommands();
}

/// updateButtons() says which of them are of use.
void OperationsPanel::makeRowCommands()
{
    m_pause = addCommand(this, u"operations.pause"_s, tr("Pause"),
                         tr("Pauses the operation, or resumes it."), &OperationsPanel::onPause)
                  ->withKeysHere();
    m_stop = addCommand(this, u"operations.cancel"_s, tr("Cancel operation"),
                        tr("Starts no further batch. Changes made so far stay and can be undone."),
                        &OperationsPanel::onStop)
                 ->withKeysHere()
                 ->alsoCalled(tr("stop, abort"));
    m_resume = addCommand(this, u"operations.resume"_s, tr("Resume"),
                          tr("Shows what is left, then asks for confirmation."),
                          [this] {
                              if (currentRow() >= 0 && mayWriteNow())
                                  askToContinue();
                          })
                   ->withKeysHere()
                   ->alsoCalled(tr("continue, go on"));
    m_undo = addCommand(this, u"operations.undo-chosen"_s, tr("Undo…"),
                        tr("Shows what would be restored, then asks for confirmation."),
                        [this] { undo(m_current); })
                 ->withKeysHere()
                 ->alsoCalled(tr("revert, roll back, take back"));
    m_delete = addCommand(this, u"operations.delete"_s, tr("Delete…"),
                          tr("Removes the operation from the list, after confirmation."),
                          &OperationsPanel::askToDelete)
                   ->withKeysHere()
                   ->alsoCalled(tr("remove, forget"));
}

void OperationsPanel::buildTable()
{
    m_table->setObjectName("operationsTable"_L1);
    m_table->setModel(&m_list);
    setUpTable(m_table, tr("Operations"));
    fitColumns(m_table);
    RowMenu::of(m_table)->addCommands({m_pause, m_stop, m_resume, m_undo, m_delete});
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &OperationsPanel::onSelected);
}

int OperationsPanel::currentRow() const
{
    return m_current.isNull() ? -1 : m_list.rowOf(m_current);
}

void OperationsPanel::select(const QUuid &operation)
{
    const int row = operation.isNull() ? -1 : m_list.rowOf(operation);
    if (row >= 0)
        m_table->selectRow(row);
    onSelected();
}

void OperationsPanel::onSelected()
{
    const QModelIndex current = m_table->currentIndex();
    m_current = {};
    if (current.isValid()) {
        const OperationEntry &entry = m_list.at(current.row());
        m_current = entry.live ? entry.live->id() : entry.record.spec.id;
        showReport(current.row());
    } else {
        m_report->show(nullptr, {});
    }
    updateButtons();
}

void OperationsPanel::showReport(int row)
{
    m_report->show(&m_list.at(row), m_list.titleAt(row));
}

QString OperationsPanel::undoObstacle(int row) const
{
    const OperationEntry &entry = m_list.at(row);
    if (const QString prohibition = m_context->guard()->prohibition(); !prohibition.isEmpty())
        return prohibition;
    if (entry.isRunning())
        return tr("It is still running.");
    if (entry.record.totals.changed == 0)
        return tr("It has not changed anything.");
    const auto spec = undoOf(entry.record);
    return spec ? QString() : spec.error().message;
}

void OperationsPanel::updateButtons()
{
    m_table->setVisible(m_list.rowCount() > 0);
    m_empty->setVisible(m_list.rowCount() == 0);
    const int row = currentRow();
    const bool isKnown = row >= 0;
    const bool isRunning = isKnown && m_list.at(row).isRunning();
    const bool isUnfinished = isKnown && m_list.at(row).isUnfinished();
    const bool isPaused = isKnown && m_list.at(row).isPaused();
    const bool mayWrite = m_context->guard()->mayWrite();
    m_pause->setText(isPaused ? tr("Resume") : tr("Pause"));
    m_pause->setEnabled(isRunning && (mayWrite || !isPaused));
    m_stop->setEnabled(isRunning || isUnfinished);
    m_resume->setVisible(isUnfinished);
    const bool isDamaged = isKnown && m_list.at(row).record.isDamaged;
    m_resume->setEnabled(isUnfinished && mayWrite && !isDamaged);
    m_resume->setToolTip(isDamaged      ? tr("Its journal is damaged: it can only be cancelled.")
                             : mayWrite ? tr("Shows what is left, then asks for confirmation.")
                                        : m_context->guard()->reason());
    const QString obstacle = isKnown ? undoObstacle(row) : tr("Select an operation first.");
    const bool isPartly = isKnown && m_list.at(row).record.undone && obstacle.isEmpty();
    m_undo->setText(isPartly ? tr("Undo the rest…") : tr("Undo…"));
    m_undo->setEnabled(obstacle.isEmpty());
    m_undo->setToolTip(obstacle.isEmpty() ? tr("Undoes: %1").arg(m_list.titleAt(row)) : obstacle);
    const int last = m_list.lastUndoable();
    // The menu and the palette say what it would be.
    m_undoLast->setText(
        last < 0
            ? tr("Undo last operation…")
            : tr("Undo “%1”…").arg(shownText(m_list.titleAt(last), kTitle).replace(u'&', "&&"_L1)));
    updateCommands(this);
    m_notice->setUndoObstacle(m_context->guard()->prohibition());
    const QString kept = isKnown ? m_list.deletionObstacle(row) : tr("Select an operation first.");
    m_delete->setEnabled(kept.isEmpty());
    m_delete->setToolTip(kept);
}

void OperationsPanel::setSettings(QSettings *settings)
{
    m_settings = settings;
    const int days = settings ? settings->value(kKeepKey, JournalRetention::kUsualDays).toInt()
                              : JournalRetention::kUsualDays;
    if (const int index = m_keep->findData(days); index >= 0)
        m_keep->setCurrentIndex(index);
    m_list.setRetention({.days = m_keep->currentData().toInt()});
    m_list.reload();
}

void OperationsPanel::askToDelete()
{
    const int row = currentRow();
    if (row < 0 || !m_list.deletionObstacle(row).isEmpty())
        return;
    QMessageBox *box
        = makeMessageBox(this, u"deleteOperationBox"_s, tr("Delete an operation"),
                         tr("%1\n\nIts changes stay, but they can no longer be undone, and its "
                            "report is deleted. The operator log keeps its entry.")
                             .arg(m_list.titleAt(row)));
    QPushButton *keep = box->addButton(tr("Keep"), QMessageBox::RejectRole);
    box->setDefaultButton(keep);
    box->setEscapeButton(keep);
    QPushButton *remove = box->addButton(tr("Delete"), QMessageBox::DestructiveRole);
    remove->setObjectName("confirmDelete"_L1);
    connect(remove, &QPushButton::clicked, this, [this, id = m_current] {
        if (const int chosen = m_list.rowOf(id); chosen >= 0)
            m_list.deleteAt(chosen);
    });
    box->open();
}

bool OperationsPanel::mayWriteNow()
{
    if (m_context->guard()->mayWrite())
        return true;
    updateButtons(); // they had not heard of it
    if (m_context->guard()->state() == WriteGuard::State::Locked)
        ArmDialog::openOver(m_context, consoleHost(this));
    return false;
}

void OperationsPanel::askToContinue()
{
    auto *dialog
        = new ContinueDialog(m_context, m_list.at(currentRow()).record.spec, consoleHost(this));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ContinueDialog::confirmed, this,
            [this](const QUuid &operation, const std::optional<ServerIdentity> &server) {
                if (const int row = m_list.rowOf(operation); row >= 0) {
                    m_notice->withdraw(operation);
                    m_list.resume(row, server);
                }
            });
    dialog->open();
}

void OperationsPanel::onPause()
{
    const int row = currentRow();
    if (row < 0 || !m_list.at(row).isRunning())
        return;
    const bool resumes = m_list.at(row).isPaused();
    if (!resumes || mayWriteNow())
        m_list.at(row).live->setPaused(!resumes);
}

void OperationsPanel::onStop()
{
    const int row = currentRow();
    if (row < 0)
        return;
    if (m_list.at(row).isRunning())
        m_list.at(row).live->cancel();
    else if (m_list.at(row).isUnfinished())
        m_list.giveUp(row);
}

void OperationsPanel::undo(const QUuid &operation)
{
    const int row = m_list.rowOf(operation);
    if (row < 0 || !undoObstacle(row).isEmpty()) {
        QApplication::beep();
        return;
    }
    m_actions->undo(m_list.at(row).record);
}

void OperationsPanel::onEnded(const QUuid &operation)
{
    const int row = m_list.rowOf(operation);
    if (row < 0)
        return;
    m_notice->tell(m_list.at(row), m_list.titleAt(row));
    if (operation == m_current)
        showReport(row);
    updateButtons();
}

} // namespace yardmaster
