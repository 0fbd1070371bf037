#pragma once

#include <QStyledItemDelegate>

namespace yardmaster {

class JobsTable;

/// What the background of a row tells.
struct RowLook
{
    bool isAlternate = false;
    bool isChosen = false;
    bool isCurrent = false;
    bool hasFocus = false; ///< the list has
    bool isHovered = false;
};

void paintRowBackground(QPainter &painter, const QRect &rect, const QPalette &palette,
                        const RowLook &look);

/// Paints a job's cell: the state as shape, word and colour, figures of one width, what matters
/// less muted, jobs that are gone struck through, jobs that left the filter faded.
class JobDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobDelegate)

public:
    explicit JobDelegate(JobsTable *table);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

private:
    JobsTable *const m_table;
};

} // namespace yardmaster
