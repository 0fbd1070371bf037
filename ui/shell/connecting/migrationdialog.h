#pragma once

#include "models/connecting/schemamigration.h"
#include "ui/kit/confirmdialog.h"

class QAction;
class QProgressBar;
class QTreeWidget;

namespace yardmaster {

/// Installs the queue's schema or upgrades it, when asked: shows beforehand which steps are
/// missing, which of them stop older workers, and who is at work.
class MigrationDialog final : public ConfirmDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MigrationDialog)

public:
    /// `context` is borrowed and must outlive the dialog.
    explicit MigrationDialog(ConsoleContext *context, QWidget *parent = nullptr);
    ~MigrationDialog() override;

    /// The command that opens it, "file.migrate".
    [[nodiscard]] static QAction *makeCommand(QWidget *owner);

    [[nodiscard]] const SchemaMigration &migration() const { return m_migration; }

Q_SIGNALS:
    /// The schema is at another revision now.
    void migrated();

protected:
    [[nodiscard]] QString obstacle() const override;
    void updateButtons() override;
    void confirm() override;
    bool cancelWork() override;

private:
    void onPhase();
    void showPlan(const MigrationPlan &plan);
    [[nodiscard]] QString warning(const MigrationPlan &plan) const;

    SchemaMigration m_migration;
    Label *m_title = nullptr;
    Label *m_facts = nullptr;
    Label *m_warning = nullptr;
    QTreeWidget *m_steps;
    QProgressBar *m_bar;
    QPushButton *m_again;
};

} // namespace yardmaster
