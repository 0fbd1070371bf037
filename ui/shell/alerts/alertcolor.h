#pragma once

#include "models/alerts/alertrule.h"
#include "models/values/jobstate.h"

namespace yardmaster {

/// The state of jobs whose colour an alert has.
[[nodiscard]] inline JobState alertState(AlertSeverity severity)
{
    switch (severity) {
    case AlertSeverity::Notice:
        return JobState::Ready;
    case AlertSeverity::Warning:
        return JobState::Retrying;
    case AlertSeverity::Critical:
        return JobState::FailedForGood;
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
