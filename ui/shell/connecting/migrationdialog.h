#pragma once

#include "models/connecting/schemamigration.h"

#include <QDialog>

class QAction;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTreeWidget;

namespace yardmaster {

class ConsoleContext;

/// Installs the queue's schema or upgrades it, when asked: shows beforehand which steps are
/// missing, which of them stop older workers, and who is at work.
class MigrationDialog final : public QDialog
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

    void reject() override;

Q_SIGNALS:
    /// The schema is at another revision now.
    void migrated();

protected:
    void changeEvent(QEvent *event) override;

private:
    void onPhase();
    void showPlan(const MigrationPlan &plan);
    void updateButtons();
    void updateColors();
    [[nodiscard]] QString obstacle() const;
    [[nodiscard]] QString warning(const MigrationPlan &plan) const;

    ConsoleContext *const m_context;
    SchemaMigration m_migration;
    QLabel *m_title;
    QLabel *m_facts;
    QLabel *m_warning;
    QTreeWidget *m_steps;
    QWidget *m_typing;
    QLineEdit *m_typed;
    QLabel *m_problem;
    QProgressBar *m_bar;
    QPushButton *m_again;
    QPushButton *m_run;
    QPushButton *m_close;
};

} // namespace yardmaster
