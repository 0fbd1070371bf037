#include "models/overview/queuemetrics.h"

namespace yardmaster {

std::optional<double> QueueMetrics::failureShare() const
{
    if (!failures || !completions || *failures + *completions <= 0)
        return std::nullopt;
    return *failures / (*failures + *completions);
}

} // namespace yardmaster
