#pragma once

#include "models/overview/queuemetrics.h"
#include "models/tables/rowsmodel.h"

namespace yardmaster {

/// The readings that charts show, as rows; the newest on top. GUI thread.
class MetricsTable final : public RowsModel<QueueMetrics, &QueueMetrics::time>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MetricsTable)

public:
    explicit MetricsTable(QObject *parent = nullptr);

    /// Readings, the oldest first.
    void setReadings(const QList<QueueMetrics> &readings);
    void clear();
};

} // namespace yardmaster
