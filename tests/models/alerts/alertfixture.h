#pragma once

#include "models/alerts/alertsnapshot.h"
#include <yardmaster/timestamp.h>

namespace yardmaster::test {

inline const QDateTime kStart(QDate(2026, 11, 20), QTime(12, 0), kUtc);

inline AlertRule ruleFor(AlertKind kind, double threshold, std::chrono::seconds hold = {},
                         AlertSeverity severity = AlertSeverity::Warning)
{
    AlertRule rule = suggestedAlertRule(kind);
    rule.isEnabled = true;
    rule.threshold = threshold;
    rule.hold = hold;
    rule.severity = severity;
    return rule;
}

/// A snapshot taken so many seconds after the start.
inline AlertSnapshot at(qint64 seconds)
{
    AlertSnapshot reading;
    reading.at = kStart.addSecs(seconds);
    return reading;
}

inline AlertSnapshot withFailed(qint64 seconds, qint64 failed)
{
    AlertSnapshot reading = at(seconds);
    reading.failed = {failed};
    return reading;
}

} // namespace yardmaster::test
