#include "ui/pages/jobs/jobgutter.h"

#include "ui/kit/checkbox.h"
#include "ui/pages/jobs/jobdelegate.h"
#include "ui/pages/jobs/jobstable.h"

#include <QMouseEvent>
#include <QPainter>

namespace yardmaster {

namespace {

constexpr int kWidth = 32;
constexpr int kBox = 14;

} // namespace

JobGutter::JobGutter(JobsTable *table)
    : QHeaderView(Qt::Vertical, table)
    , m_table(table)
{
    setSectionResizeMode(Fixed);
    setSectionsClickable(false);
    setHighlightSections(false);
    setMinimumSectionSize(16);
    setAccessibleName(tr("Selected jobs"));
}

QSize JobGutter::sizeHint() const
{
    return {kWidth, QHeaderView::sizeHint().height()};
}

void JobGutter::paintSection(QPainter *painter, const QRect &rect, int row) const
{
    const bool isChosen = m_table->isChosen(row);
    const QPalette colors = m_table->palette();
    painter->save();
    paintRowBackground(
        *painter, rect, colors,
        {row % 2 == 1, isChosen, row == m_table->currentIndex().row(), m_table->hasFocus(), false});
    QRect box(0, 0, kBox, kBox);
    box.moveCenter(rect.center());
    paintCheckBox(*painter, box, colors, isChosen ? Qt::Checked : Qt::Unchecked);
    painter->restore();
}

void JobGutter::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const int row = logicalIndexAt(event->position().toPoint());
    if (row < 0)
        return;
    m_table->setFocus(Qt::MouseFocusReason);
    m_table->toggle(row);
    m_isTicking = m_table->isChosen(row);
    m_lastRow = row;
}

void JobGutter::mouseMoveEvent(QMouseEvent *event)
{
    const int row = logicalIndexAt(event->position().toPoint());
    if (m_lastRow < 0 || row < 0 || row == m_lastRow)
        return;
    const int step = row > m_lastRow ? 1 : -1;
    while (m_lastRow != row) {
        m_lastRow += step;
        if (m_table->isChosen(m_lastRow) != m_isTicking)
            m_table->toggle(m_lastRow);
    }
}

void JobGutter::mouseReleaseEvent(QMouseEvent *)
{
    m_lastRow = -1;
}

} // namespace yardmaster
