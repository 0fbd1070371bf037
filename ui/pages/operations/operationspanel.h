#pragma once

#include "models/operations/operationlist.h"
#include "ui/kit/consolepanel.h"

class QAction;
class QComboBox;
class QSettings;
class QTableView;

namespace yardmaster {

class ConsoleContext;
class EmptyHint;
class JobActions;
class Label;
class OperationNotice;
class ReportView;

/// The operations on this queue: those under way, with pause and cancel; those that ended, with
/// what became of each job, export and undo; those that a crash or a stop has left, to be resumed.
/// GUI thread.
class OperationsPanel final : public ConsolePanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OperationsPanel)

public:
    /// All borrowed.
    OperationsPanel(ConsoleContext *context, JobActions *actions, OperationList *list,
                    QWidget *parent = nullptr);
    ~OperationsPanel() override;

    [[nodiscard]] OperationList *list() { return &m_list; }
    /// A line about the last one that ended. To be placed where it is always seen; the panel owns
    /// it until it gets another parent.
    [[nodiscard]] OperationNotice *notice() { return m_notice; }
    /// "operations.undo", "operations.log".
    [[nodiscard]] QList<QAction *> commands() const { return {m_undoLast, m_log}; }

    /// @param settings  where it is kept for how long journals are; borrowed, may be null.
    void setSettings(QSettings *settings);
    void select(const QUuid &operation);
    /// Opens the dialog that takes it back.
    void undo(const QUuid &operation);

private:
    void makeCommands();
    void makeRowCommands();
    void buildTable();
    void updateButtons();
    void onSelected();
    void showReport(int row);
    void onEnded(const QUuid &operation);
    /// -1: none.
    [[nodiscard]] int currentRow() const;
    [[nodiscard]] QString undoObstacle(int row) const;
    /// As of this moment; if it is locked, arming is offered.
    [[nodiscard]] bool mayWriteNow();
    void askToContinue();
    void onPause();
    void onStop();
    void askToDelete();

    ConsoleContext *const m_context;
    JobActions *const m_actions;
    OperationList &m_list;
    QUuid m_current;
    QTableView *m_table;
    EmptyHint *m_empty;
    ReportView *m_report;
    OperationNotice *m_notice;
    QAction *m_pause = nullptr;
    QAction *m_stop = nullptr;
    QAction *m_resume = nullptr;
    QAction *m_undo = nullptr;
    QAction *m_delete = nullptr;
    QComboBox *m_keep;
    QSettings *m_settings = nullptr;
    QAction *m_undoLast = nullptr;
    QAction *m_log = nullptr;
};

} // namespace yardmaster
