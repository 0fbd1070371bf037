#pragma once

#include <QDialog>

class QListWidget;

namespace yardmaster {

class JobColumns;

/// Chooses the columns of the list and their order. What is done here shows at once.
class ColumnsDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ColumnsDialog)

public:
    /// `columns` is borrowed and must outlive the dialog.
    explicit ColumnsDialog(JobColumns *columns, QWidget *parent = nullptr);

private:
    void fill();
    void moveCurrent(int places);

    JobColumns *const m_columns;
    QListWidget *m_list;
    bool m_isFilling = false;
};

} // namespace yardmaster
