#pragma once

#include <QStyledItemDelegate>

class QTableView;

namespace yardmaster {

/// Cells with room beside their text. Where a row says how far something is
/// (OperationList::ProgressRole), with a bar below the numbers.
class OperationDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OperationDelegate)

public:
    explicit OperationDelegate(QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

/// The look of the tables about operations: dense, without a grid, whole rows.
void styleOperationTable(QTableView *table, const QString &accessibleName);

} // namespace yardmaster
