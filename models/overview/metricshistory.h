#pragma once

#include "models/overview/queuemetrics.h"

namespace yardmaster {

/// Past readings, the oldest first, without their lists. Those of the last quarter of an hour are
/// all there; earlier ones are thinned out evenly, ever more, so that as many days as one likes fit
/// into kMost of them. A value.
class MetricsHistory final
{
public:
    static constexpr qsizetype kMost = 2400;
    static constexpr std::chrono::minutes kAll{15};

    void add(QueueMetrics reading);

    [[nodiscard]] const QList<QueueMetrics> &readings() const { return m_readings; }
    /// Those of the last `span`, and the one before them, where a line through them comes from.
    [[nodiscard]] QList<QueueMetrics> since(std::chrono::milliseconds span) const;

private:
    void thinOut();

    QList<QueueMetrics> m_readings;
    std::chrono::milliseconds m_spacing{4000}; // between thinned out ones
};

} // namespace yardmaster
