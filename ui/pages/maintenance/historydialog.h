#pragma once

#include "models/session/query.h"
#include "ui/kit/confirmdialog.h"
#include "worker/history/history.h"

namespace yardmaster {

class PayloadForm;

/// Installs the history, also over one that is incomplete or to be changed, or removes it with all
/// it recorded; shows the price, the locks and the statements.
class HistoryDialog final : public ConfirmDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HistoryDialog)

public:
    /// `context` is borrowed and must outlive the dialog.
    HistoryDialog(ConsoleContext *context, const HistoryState &state, bool isRemoval,
                  QWidget *parent = nullptr);
    ~HistoryDialog() override;

Q_SIGNALS:
    void historyChanged();

protected:
    void confirm() override;

private:
    [[nodiscard]] HistoryOptions options() const;
    void updateObstacle();
    void showStatement();

    const HistoryState m_state;
    const bool m_isRemoval;
    Query m_query;
    QPlainTextEdit *m_sql;
    PayloadForm *m_payloads = nullptr; ///< none for a removal
};

} // namespace yardmaster
