#pragma once

#include "models/operations/previewer.h"
#include "ui/kit/confirmdialog.h"

#include <optional>

namespace yardmaster {

class Label;

/// Asks before an unfinished operation is resumed: what is left, and whether this is its server.
/// On production, and on a server that may be another, the number of jobs is typed. GUI thread.
class ContinueDialog final : public ConfirmDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ContinueDialog)

public:
    /// @param context  borrowed.
    ContinueDialog(ConsoleContext *context, const OperationSpec &spec, QWidget *parent = nullptr);
    ~ContinueDialog() override;

Q_SIGNALS:
    /// Confirmed; the dialog closes.
    /// @param server  the one that was confirmed although it may be another; unset: it is the same.
    void confirmed(const QUuid &operation, const std::optional<yardmaster::ServerIdentity> &server);

protected:
    [[nodiscard]] QString obstacle() const override;
    void confirm() override;

private:
    void onRest(const OperationRest &rest);

    const QUuid m_operation;
    Previewer m_previewer;
    std::optional<OperationRest> m_rest;
    Label *m_left = nullptr;
    Label *m_begun = nullptr;
    Label *m_server = nullptr;
};

} // namespace yardmaster
