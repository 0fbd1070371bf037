#include "models/values/statecounts.h"

namespace yardmaster {

namespace {

/// Null: no job in the table has this state.
Count StateCounts::*memberOf(JobState state)
{
    switch (state) {
    case JobState::Ready:
        return &StateCounts::ready;
    case JobState::Scheduled:
        return &StateCounts::scheduled;
    case JobState::Running:
        return &StateCounts::running;
    case JobState::Retrying:
        return &StateCounts::retrying;
    case JobState::FailedForGood:
        return &StateCounts::failed;
    case JobState::Blocked:
        return &StateCounts::blocked;
    case JobState::Stuck:
        return &StateCounts::stuck;
    case JobState::Forbidden:
    case JobState::Completed:
        return nullptr;
    }
    Q_UNREACHABLE();
}

} // namespace

std::array<Count *, 7> StateCounts::counts()
{
    return {&ready, &blocked, &scheduled, &retrying, &running, &stuck, &failed};
}

const Count &StateCounts::of(JobState state) const
{
    static const Count kUnknown;
    const auto member = memberOf(state);
    return member ? this->*member : kUnknown;
}

void StateCounts::set(JobState state, const Count &count)
{
    if (const auto member = memberOf(state))
        this->*member = count;
}

} // namespace yardmaster
