#pragma once

#include <QTableView>

namespace yardmaster {

class EventListModel;

/// Dense table of what the local worker did, newest on top. While it is scrolled away from the top,
/// new rows do not move the ones being read. Ctrl+C copies the selected rows, tab-separated.
class EventTable final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventTable)

public:
    /// `model` is borrowed and must outlive the table.
    explicit EventTable(EventListModel *model, QWidget *parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void setColumnWidths();
    void onRowsInserted(int count);
    void copySelection() const;
};

} // namespace yardmaster
