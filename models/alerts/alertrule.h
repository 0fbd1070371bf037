#pragma once

#include <QList>
#include <QString>

#include <chrono>
#include <optional>

namespace yardmaster {

/// What a rule looks at.
enum class AlertKind {
    FailureRate,   ///< failed runs per minute
    FailureShare,  ///< percent of the runs that ended
    OldestReady,   ///< seconds the oldest ready job has been due
    NoThroughput,  ///< so many jobs are ready, and none ends
    Stuck,         ///< jobs locked for four hours
    FailedForGood, ///< jobs without an attempt left
    ReadyBacklog,  ///< jobs that are ready
    StaleWorker,   ///< seconds a registered worker has sent no heartbeat
    SlowRuns,      ///< seconds that 95 % of a task's runs were held at most; from the history
    NoSuccess,     ///< seconds since a run of a task has succeeded; from the history
    Unreachable,   ///< the queue cannot be read
};
inline constexpr int kAlertKinds = 11;

enum class AlertSeverity { Notice, Warning, Critical };

/// In what a kind's threshold is measured.
enum class AlertUnit { PerMinute, Percent, Seconds, Jobs, None };

/// What an operator wants to be told about. A value.
struct AlertRule
{
    QString id; ///< unique among the rules of a profile, never shown
    AlertKind kind = AlertKind::FailureRate;
    bool isEnabled = false;
    AlertSeverity severity = AlertSeverity::Warning;
    double threshold = 0; ///< in unitOf(kind); the condition is that it is reached
    QString task = {};    ///< of kinds that looksAtTask(); empty: all
    /// The condition has to hold for so long; to be over, it has to be gone as long, see
    /// calmTime().
    std::chrono::seconds hold{0};

    [[nodiscard]] bool operator==(const AlertRule &) const = default;
};

/// What is wrong with a field of a rule or of the way alerts are told. A sentence for people.
struct AlertProblem
{
    enum class Field { Threshold, Hold, Remind, QuietHours, Days, Program, Arguments };

    Field field = Field::Threshold;
    QString sentence;

    [[nodiscard]] bool operator==(const AlertProblem &) const = default;
};

inline constexpr std::chrono::seconds kLongestHold{24 * 3600};
inline constexpr int kMostAlertRules = 50;

[[nodiscard]] AlertUnit unitOf(AlertKind kind);
[[nodiscard]] bool looksAtTask(AlertKind kind);
/// It needs the history, or is exact only with it.
[[nodiscard]] bool looksAtHistory(AlertKind kind);
/// How long the condition of a raised alert has to be gone until the alert is over.
[[nodiscard]] std::chrono::seconds calmTime(const AlertRule &rule);

/// One of each kind with sensible limits, none of them enabled.
[[nodiscard]] QList<AlertRule> suggestedAlertRules();
/// A rule of this kind as it is suggested, with a new id.
[[nodiscard]] AlertRule suggestedAlertRule(AlertKind kind);

/// Empty: the rule can be used.
[[nodiscard]] QList<AlertProblem> problemsOf(const AlertRule &rule);

/// Names in settings files and for commands: "failure-rate", "critical".
[[nodiscard]] QString alertKindKey(AlertKind kind);
[[nodiscard]] std::optional<AlertKind> alertKindFromKey(const QString &key);
[[nodiscard]] QString alertSeverityKey(AlertSeverity severity);
[[nodiscard]] std::optional<AlertSeverity> alertSeverityFromKey(const QString &key);

} // namespace yardmaster
