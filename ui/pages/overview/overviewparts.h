#pragma once

#include "models/overview/vitalstable.h"
#include "models/overview/vitalswords.h"
#include "ui/pages/overview/linklist.h"
#include "ui/pages/overview/trendview.h"

class QTableView;

namespace yardmaster {

// What the overview says about readings.

[[nodiscard]] QList<TrendLine> movementLines();
[[nodiscard]] QList<TrendLine> depthLines();
[[nodiscard]] QList<TrendLine> waitLines();

[[nodiscard]] QString oldestRemark(const Vitals &vitals);
[[nodiscard]] QString outlookFigure(const Outlook &outlook);
[[nodiscard]] QString outlookRemark(const Outlook &outlook);
[[nodiscard]] QString failingTasksRemark(const Vitals &vitals);

[[nodiscard]] LinkList::Row queueRow(const QueueAge &queue);
[[nodiscard]] LinkList::Row taskRow(const TaskFailures &task);

/// `model` is borrowed.
[[nodiscard]] QTableView *makeReadingsTable(VitalsTable *model, QWidget *parent);

} // namespace yardmaster
