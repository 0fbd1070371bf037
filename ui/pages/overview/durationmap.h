#pragma once

#include "models/history/runstatistics.h"
#include "ui/pages/overview/chartscale.h"
#include "ui/pages/overview/chartview.h"

namespace yardmaster {

/// Durations over time: a column for each point of statistics, a row for each bucket that any run
/// fell into, the shortest at the bottom; the more runs, the darker. Pointing at it, or the arrow
/// keys, mark a cell. GUI thread.
class DurationMap final : public ChartView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DurationMap)

public:
    explicit DurationMap(QWidget *parent = nullptr);

    /// Shows the held times of `statistics`.
    void setStatistics(const RunStatistics &statistics);

    /// "16:00 to 17:00 · 10 ms to 16 ms: 120 of 1,400 runs (8.6 %)"; empty while nothing is marked.
    [[nodiscard]] QString markedText() const;
    /// What changed in the time of the marked cell.
    [[nodiscard]] ChangeMarks markedChanges() const;
    /// What it shows at its right end, for people who cannot see it.
    [[nodiscard]] QString latestText() const;
    /// Where a cell is, in pixels; empty where it is not shown.
    [[nodiscard]] QRectF cellOf(int point, int bucket) const;

Q_SIGNALS:
    void markedChanged();

protected:
    void layOut() override;
    void draw(QPainter *painter) override;
    void unmark() override { mark({}); }
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Cell
    {
        int point = -1; ///< of m_statistics.points; -1: none
        int bucket = 0;
        [[nodiscard]] bool operator==(const Cell &) const = default;
    };

    [[nodiscard]] qint64 runsIn(const Cell &cell) const;
    /// "10 ms to 16 ms"
    [[nodiscard]] QString rangeText(int bucket) const;
    [[nodiscard]] QString lowerEnd(int bucket) const;
    [[nodiscard]] double rowHeight() const;
    void drawAxes(QPainter *painter) const;
    void drawCells(QPainter *painter) const;
    [[nodiscard]] Cell cellAt(const QPointF &position) const;
    void mark(const Cell &cell);
    void describeMarked();

    RunStatistics m_statistics;
    int m_lowest = 0; // buckets that are shown
    int m_highest = 0;
    qint64 m_most = 0; // runs of one cell
    ChartScale m_past;
    Cell m_marked;
};

} // namespace yardmaster
