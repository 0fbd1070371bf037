#pragma once

#include "models/jobs/jobcolumns.h"
#include "ui/kit/consoledialog.h"

class QListWidget;

namespace yardmaster {

class JobColumns;

/// Chooses the columns of the list and their order. What is done here shows at once.
class ColumnsDialog final : public ConsoleDialog
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
    void updateRemove();
    [[nodiscard]] JobColumn columnOf(int row) const;

    JobColumns *const m_columns;
    QListWidget *m_list;
    QPushButton *m_remove;
    bool m_isFilling = false;
};

} // namespace yardmaster
