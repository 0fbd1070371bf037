#pragma once

#include "models/operations/operatorlogmodel.h"

#include <QDialog>
#include <QTimer>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace yardmaster {

/// The record of what was done by hand: the newest entries, a filter, one entry whole, and the way
/// to get all of it as a file. GUI thread.
class OperatorLogDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OperatorLogDialog)

public:
    /// @param folder  of the log.
    explicit OperatorLogDialog(const QString &folder, QWidget *parent = nullptr);

    /// In the background; its end is told at the bottom.
    void exportTo(const QString &path);

Q_SIGNALS:
    void exported(const QString &path);

private:
    void chooseFile();
    void showEntry();

    const QString m_folder;
    OperatorLogModel m_model;
    QLineEdit *m_filter;
    QTableView *m_table;
    QPlainTextEdit *m_entry;
    QLabel *m_status;
    QTimer m_typing;
};

} // namespace yardmaster
