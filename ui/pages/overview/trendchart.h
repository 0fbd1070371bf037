#pragma once

#include "ui/pages/overview/chartframe.h"
#include "ui/pages/overview/trendview.h"

namespace yardmaster {

/// Lines, with the exact values of the marked reading. GUI thread.
class TrendChart final : public ChartFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TrendChart)

public:
    TrendChart(const QString &title, const QList<TrendLine> &lines, TrendUnit unit,
               QWidget *parent = nullptr);
    ~TrendChart() override;

    void setReadings(const QList<QueueMetrics> &readings, std::chrono::seconds span);
    [[nodiscard]] TrendView *view() const { return m_view; }

private:
    TrendChart(const QString &title, const QList<TrendLine> &lines, TrendView *view,
               QWidget *parent);
    [[nodiscard]] QString valuesOf(const QueueMetrics &reading) const;
    void showMarked();

    const QList<TrendLine> m_lines;
    QList<QueueMetrics> m_readings;
    TrendView *m_view;
};

} // namespace yardmaster
