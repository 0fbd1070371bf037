#pragma once

#include "models/diagnosis/databasecheck.h"
#include "ui/kit/consoledialog.h"

class QAction;
class QComboBox;

namespace yardmaster {

class CheckRow;
class ConsoleContext;
class CopyButton;

/// What `yardmaster doctor` checks, for the database of a window: what stops something first. Leads
/// to what the window can do about it, and closes then. Changes nothing.
class CheckDialog final : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CheckDialog)

public:
    /// `context` is borrowed and must outlive the dialog. Begins at once.
    explicit CheckDialog(ConsoleContext *context, QWidget *parent = nullptr);
    ~CheckDialog() override;

    /// The command that opens it, "maintenance.check".
    [[nodiscard]] static QAction *makeCommand(QWidget *owner);

    [[nodiscard]] const DatabaseCheck &check() const { return m_check; }

Q_SIGNALS:
    /// Closed to change where the window is connected to.
    void editConnectionRequested();

protected:
    bool cancelWork() override;

private:
    void run();
    void onChanged();
    void addRow(const QueueCheck &check);
    void showState();
    void showHelp();
    [[nodiscard]] QString counts() const;
    [[nodiscard]] QString helpText(QueueCheck::Help help) const;
    [[nodiscard]] QString obstacleOf(QueueCheck::Help help) const;
    void help(const QueueCheck &check);

    ConsoleContext *const m_context;
    DatabaseCheck m_check;
    QComboBox *m_use;
    Label *m_summary;
    Label *m_checkedAt;
    QWidget *m_list;
    QVBoxLayout *m_column;
    QList<CheckRow *> m_rows; // by severity
    QProgressBar *m_bar;
    CopyButton *m_copy;
    QPushButton *m_again;
};

} // namespace yardmaster
