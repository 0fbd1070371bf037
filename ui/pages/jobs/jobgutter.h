#pragma once

#include <QHeaderView>

namespace yardmaster {

class JobsTable;

/// The boxes on the left of a list of jobs, ticked for the chosen ones. A click turns one round; a
/// drag, those it passes.
class JobGutter final : public QHeaderView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobGutter)

public:
    explicit JobGutter(JobsTable *table);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintSection(QPainter *painter, const QRect &rect, int row) const override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    JobsTable *const m_table;
    int m_lastRow = -1;
    bool m_isTicking = false;
};

} // namespace yardmaster
