#pragma once

#include "models/query/operationspec.h"
#include "ui/kit/confirmdialog.h"

namespace yardmaster {

class ChangeForm;
class Fold;
class Label;
class PaceForm;
class PreviewPane;

/// Asks before an operation on jobs: what it does, to how many and which, with which options. What
/// it shows is looked up in the background, and frozen: jobs added later do not belong.
///
/// Enter confirms what is harmless, as does Ctrl+Enter from any field; what destroys wants its
/// button to be pressed. On production the number of jobs is typed as well. GUI thread.
class OperationDialog final : public ConfirmDialog
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
    void updateButtons() override;
    [[nodiscard]] QString obstacle() const override;
    void confirm() override;

private:
    void askToType();

    const OperationSpec m_spec;
    ChangeForm *m_change;
    PreviewPane *m_preview;
    PaceForm *m_pace;
    Fold *m_paceFold;
    Label *m_note = nullptr;
    bool m_hasFocused = false;
};

} // namespace yardmaster
