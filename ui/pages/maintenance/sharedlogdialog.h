#pragma once

#include "models/operations/sharedlog.h"
#include "models/session/query.h"
#include "ui/kit/confirmdialog.h"

namespace yardmaster {

class Label;

/// Creates the operator log in the schema, or removes it with all its entries; shows the statement.
class SharedLogDialog final : public ConfirmDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SharedLogDialog)

public:
    /// `context` is borrowed and must outlive the dialog.
    SharedLogDialog(ConsoleContext *context, const SharedLogState &state,
                    QWidget *parent = nullptr);
    ~SharedLogDialog() override;

Q_SIGNALS:
    void logChanged();

protected:
    void confirm() override;

private:
    void count();
    void updateObstacle();

    const SharedLogState m_state;
    Query m_query;
    Label *m_entries = nullptr; // only where it is there
    bool m_isCounted = false;
};

/// "1,234", or "more than 100,000".
[[nodiscard]] QString entriesText(const SharedLogState &state);

} // namespace yardmaster
