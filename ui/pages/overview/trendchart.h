#pragma once

#include "ui/pages/overview/trendview.h"

#include <QWidget>

namespace yardmaster {

class Label;

/// A chart under its title, with the exact values of the marked reading at the right of it.
class TrendChart final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TrendChart)

public:
    TrendChart(const QString &title, const QList<TrendLine> &lines, TrendUnit unit,
               QWidget *parent = nullptr);

    void setReadings(const QList<QueueMetrics> &readings, std::chrono::seconds span);
    [[nodiscard]] TrendView *view() const { return m_view; }

private:
    [[nodiscard]] QString valuesOf(const QueueMetrics &reading) const;
    void showMarked();

    const QList<TrendLine> m_lines;
    QList<QueueMetrics> m_readings;
    Label *m_title;
    Label *m_marked;
    TrendView *m_view;
};

} // namespace yardmaster
