#pragma once

#include "models/operations/operatorlogmodel.h"
#include "ui/kit/consoledialog.h"

#include <QTimer>

class QComboBox;
class QLineEdit;
class QTableView;

namespace yardmaster {

class ConsoleContext;

/// The record of what was done by hand, on this computer or, where the schema keeps it, by
/// everybody: the newest entries, a filter, one entry whole, and the way to get all of it as a
/// file. GUI thread.
class OperatorLogDialog final : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OperatorLogDialog)

public:
    explicit OperatorLogDialog(const ConsoleContext &context, QWidget *parent = nullptr);

    /// In the background; its end is told at the bottom.
    void exportTo(const QString &path);

Q_SIGNALS:
    void exported(const QString &path);

private:
    void chooseFile();
    void showEntry();
    void showStatus();
    void load();
    [[nodiscard]] OperatorLogModel::Source source() const;

    OperatorLogModel m_model;
    QComboBox *m_source;
    QLineEdit *m_filter;
    QTableView *m_table;
    QPlainTextEdit *m_entry;
    Label *m_status;
    QTimer m_typing;
};

} // namespace yardmaster
