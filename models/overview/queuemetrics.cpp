#include "models/overview/queuemetrics.h"

namespace yardmaster {

const Count &QueueMetrics::of(JobState state) const
{
    static const Count kUnknown;
    switch (state) {
    case JobState::Ready:
        return ready;
    case JobState::Scheduled:
        return scheduled;
    case JobState::Running:
        return running;
    case JobState::Retrying:
        return retrying;
    case JobState::FailedForGood:
        return failed;
    case JobState::Blocked:
        return blocked;
    case JobState::Stuck:
        return stuck;
    case JobState::Forbidden:
    case JobState::Completed:
        return kUnknown;
    }
    Q_UNREACHABLE();
}

std::optional<double> QueueMetrics::failureShare() const
{
    if (!failures || !completions || *failures + *completions <= 0)
        return std::nullopt;
    return *failures / (*failures + *completions);
}

} // namespace yardmaster
