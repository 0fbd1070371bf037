#pragma once

#include "models/alerts/alertnews.h"

namespace yardmaster {

struct AlertCommandResult;

/// Alerts in words, for people; translated. Spans of time and numbers are written so that they can
/// be typed the same way.

[[nodiscard]] QString alertKindTitle(AlertKind kind);
/// What it looks at, in a sentence or two.
[[nodiscard]] QString alertKindHelp(AlertKind kind);
[[nodiscard]] QString alertSeverityWord(AlertSeverity severity);
/// "5 min or more, for 1 min".
[[nodiscard]] QString alertCondition(const AlertRule &rule);
/// "12 per minute", "34 %", "9 min 12 s", "10,000+"; "unknown".
[[nodiscard]] QString alertValue(AlertKind kind, const AlertMeasure &measure);
/// "Oldest ready job: 9 min 12 s"; "Over: oldest ready job, after 12 min".
[[nodiscard]] QString alertHeadline(const AlertNews &news);
/// "Oldest ready job: 9 min 12 s", of an active alert.
[[nodiscard]] QString alertLine(const AlertRule &rule, const AlertMeasure &measure);
/// "Exited with 0 after 12 ms", "Killed after 30 s".
[[nodiscard]] QString alertCommandText(const AlertCommandResult &result);

/// The threshold as a person types it, "10", "5 min", "25 %".
[[nodiscard]] QString thresholdText(const AlertRule &rule);
/// nullopt: it is none of this kind. Says nothing about limits, see problemsOf().
[[nodiscard]] std::optional<double> parseThreshold(AlertKind kind, const QString &text);

/// As typed; a number alone is taken for minutes.
[[nodiscard]] std::optional<std::chrono::seconds> parseSpan(const QString &text);

} // namespace yardmaster
