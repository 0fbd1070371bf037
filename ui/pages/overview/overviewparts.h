#pragma once

#include "models/overview/metricstable.h"
#include "models/overview/metricswords.h"
#include "ui/pages/overview/linklist.h"
#include "ui/pages/overview/trendview.h"

class QTableView;

namespace yardmaster {

// What the overview says about readings.

[[nodiscard]] QList<TrendLine> movementLines();
[[nodiscard]] QList<TrendLine> depthLines();
[[nodiscard]] QList<TrendLine> waitLines();

[[nodiscard]] QString oldestRemark(const QueueMetrics &metrics);
/// Of what the figure of failed runs tells: in a tooltip, and below it.
[[nodiscard]] QString failuresMeaning();
[[nodiscard]] QString failuresRemark(const QueueMetrics &metrics);
[[nodiscard]] QString outlookFigure(const Outlook &outlook);
[[nodiscard]] QString outlookRemark(const Outlook &outlook);
[[nodiscard]] QString failingTasksRemark(const QueueMetrics &metrics);

[[nodiscard]] LinkList::Row queueRow(const QueueAge &queue);
[[nodiscard]] LinkList::Row taskRow(const TaskFailures &task);

/// `model` is borrowed.
[[nodiscard]] QTableView *makeReadingsTable(MetricsTable *model, QWidget *parent);

} // namespace yardmaster
