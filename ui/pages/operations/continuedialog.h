#pragma once

#include "models/operations/previewer.h"

#include <QDialog>

#include <optional>

class QLabel;
class QPushButton;

namespace yardmaster {

class ConsoleContext;
class TypedConfirmation;

/// Asks before an unfinished operation is resumed: what is left of it, and whether this is its
/// server. On production, and on a server that may be another, the number of jobs is typed. GUI
/// thread.
class ContinueDialog final : public QDialog
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

private:
    void onRest(const OperationRest &rest);
    void updateButton();
    [[nodiscard]] QString obstacle() const;
    void confirm();

    ConsoleContext *const m_context;
    const QUuid m_operation;
    Previewer m_previewer;
    std::optional<OperationRest> m_rest;
    QLabel *m_left;
    QLabel *m_begun;
    QLabel *m_server;
    TypedConfirmation *m_typed;
    QPushButton *m_confirm;
};

} // namespace yardmaster
