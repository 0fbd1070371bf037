#pragma once

#include "models/alerts/alertrule.h"
#include "ui/kit/theme.h"

namespace yardmaster {

[[nodiscard]] inline QColor alertColor(AlertSeverity severity, const QPalette &palette)
{
    switch (severity) {
    case AlertSeverity::Notice:
        return stateColor(JobState::Ready, palette);
    case AlertSeverity::Warning:
        return stateColor(JobState::Retrying, palette);
    case AlertSeverity::Critical:
        return stateColor(JobState::FailedForGood, palette);
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
