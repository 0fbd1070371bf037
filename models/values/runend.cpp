#include "models/values/runend.h"

#include <yardmaster/eventbus.h>

namespace yardmaster {

std::optional<JobState> stateAfter(RunEnd end)
{
    switch (end) {
    case RunEnd::None:
        return JobState::Running;
    case RunEnd::Completed:
        return JobState::Completed;
    case RunEnd::Retrying:
        return JobState::Retrying;
    case RunEnd::FailedForGood:
        return JobState::FailedForGood;
    case RunEnd::GivenBack:
        return JobState::Ready;
    case RunEnd::LostLease:
        return std::nullopt;
    }
    Q_UNREACHABLE();
}

void onRunEnds(EventBus *bus, QObject *context, RunSuccess success,
               const std::function<void(const JobEvent &event, RunEnd end)> &slot)
{
    const auto on = [&](auto signal, RunEnd end) {
        QObject::connect(
            bus, signal, context, [slot, end](const JobEvent &event) { slot(event, end); },
            Qt::DirectConnection);
    };
    if (success == RunSuccess::HandlerEnded)
        on(&EventBus::jobSucceeded, RunEnd::Completed);
    on(&EventBus::jobInterrupted, RunEnd::GivenBack);
    on(&EventBus::jobSnoozed, RunEnd::GivenBack);
    on(&EventBus::jobLostLease, RunEnd::LostLease);
    QObject::connect(
        bus, &EventBus::jobFailed, context,
        [slot](const JobEvent &event) {
            slot(event, event.final ? RunEnd::FailedForGood : RunEnd::Retrying);
        },
        Qt::DirectConnection);
    if (success == RunSuccess::HandlerEnded)
        return;
    QObject::connect(
        bus, &EventBus::jobCompleted, context,
        [slot](const JobEvent &event) {
            if (event.error.isEmpty()) // else jobFailed has told
                slot(event, RunEnd::Completed);
        },
        Qt::DirectConnection);
}

} // namespace yardmaster
