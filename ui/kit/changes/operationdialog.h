#pragma once

#include "models/query/operationspec.h"

#include <QDialog>

class QLabel;
class QPushButton;

namespace yardmaster {

class ChangeForm;
class ConsoleContext;
class Fold;
class PaceForm;
class PreviewPane;
class TypedConfirmation;

/// Asks before an operation on jobs: what it does, to how many and which, with which options. What
/// it shows is looked up in the background, and frozen: jobs added later do not belong.
///
/// Enter confirms what is harmless, as does Ctrl+Enter from any field; what destroys wants its
/// button to be pressed. On production the number of jobs is typed as well. GUI thread.
class OperationDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OperationDialog)

public:
    /// @param context  borrowed.   @param description  of the jobs, for people.
    OperationDialog(ConsoleContext *context, const OperationSpec &spec, const QString &description,
                    QWidget *parent = nullptr);
    ~OperationDialog() override;

    /// What this operation is for, below what it does; empty: nothing.
    void setNote(const QString &note);

Q_SIGNALS:
    /// Confirmed; the dialog closes. The scope is frozen.
    void confirmed(const yardmaster::OperationSpec &spec);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void updateAll();
    /// What is missing before it can be confirmed, one sentence; empty: nothing.
    [[nodiscard]] QString obstacle() const;
    void askToType();
    void confirm();

    ConsoleContext *const m_context;
    const OperationSpec m_spec;
    ChangeForm *m_change;
    PreviewPane *m_preview;
    PaceForm *m_pace;
    Fold *m_paceFold;
    QLabel *m_note;
    TypedConfirmation *m_typed;
    QLabel *m_problem;
    QPushButton *m_arm;
    QPushButton *m_confirm;
    bool m_hasFocused = false;
};

} // namespace yardmaster
