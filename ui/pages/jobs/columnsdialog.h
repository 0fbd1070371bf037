#pragma once

#include "models/jobs/jobcells.h"

#include <QDialog>

class QListWidget;
class QPushButton;

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

Q_SIGNALS:
    /// A further column is wanted, for a place of the payload.
    void payloadColumnWanted();

private:
    void fill();
    void moveCurrent(int places);
    void removeCurrent();
    void updateButtons();
    [[nodiscard]] JobColumn columnOf(int row) const;

    JobColumns *const m_columns;
    QListWidget *m_list;
    QPushButton *m_remove;
    bool m_isFilling = false;
};

} // namespace yardmaster
