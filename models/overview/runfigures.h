#pragma once

#include "models/history/runstatistics.h"
#include "models/overview/queuemetrics.h"

namespace yardmaster {

/// "1.27 s", "–" while there is none.
[[nodiscard]] QString formatRunDuration(const RunFigures::Duration &duration);

/// @param span  in which they ended.
[[nodiscard]] RunFigures figuresOf(const RunSums &sums, const QList<double> &bounds,
                                   std::chrono::microseconds span);

/// The points as readings of a chart, the oldest first, each at the end of its time; without one
/// that has hardly begun. Pure.
[[nodiscard]] QList<QueueMetrics> readingsOf(const RunStatistics &statistics);

/// "yesterday"; empty for none.
[[nodiscard]] QString baselineWord(RunBaseline baseline);
/// "Runs 1,234, yesterday 1,100 · failed 0.4 %, yesterday 0.2 % · …" over the points of which both
/// are known. Empty where nothing is compared. Pure.
[[nodiscard]] QString comparisonText(const RunStatistics &statistics);

/// The same readings with the failures that the history knows of, over the minute before each,
/// instead of the estimated ones; as far back as it was read. Pure.
[[nodiscard]] QList<QueueMetrics> withExactFailures(QList<QueueMetrics> readings,
                                                    const RunStatistics &statistics);

} // namespace yardmaster
