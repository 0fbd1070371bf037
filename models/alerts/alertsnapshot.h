#pragma once

#include "models/alerts/alertrule.h"
#include "models/values/count.h"

#include <QDateTime>
#include <QHash>
#include <QStringList>

#include <optional>

namespace yardmaster {

struct QueueMetrics;

/// What the history tells of the runs of a task, or of all.
struct TaskRuns
{
    std::optional<std::chrono::milliseconds> heldAtMost; ///< 95 % of a quarter of an hour
    std::chrono::milliseconds sinceSuccess{0};
    bool isNeverSeen = false; ///< none has succeeded since recording began: at least so long

    [[nodiscard]] bool operator==(const TaskRuns &) const = default;
};

/// How long a registered worker has sent no heartbeat.
struct HeartbeatAge
{
    QString worker;
    std::chrono::milliseconds silentFor{0};

    [[nodiscard]] bool operator==(const HeartbeatAge &) const = default;
};

/// What the rules are compared with, at one moment. What is unset is not known.
struct AlertSnapshot
{
    QDateTime at;           ///< UTC
    bool isAnswered = true; ///< false: the queue could not be read; nothing else is known then
    Count ready;
    Count stuck;
    Count failed;
    std::optional<std::chrono::milliseconds> oldestReady; ///< 0: nothing is ready
    bool isOldestLowerBound = false;
    std::optional<double> failuresPerMinute;
    bool isFailuresLowerBound = false;
    std::optional<double> completionsPerMinute;
    bool areRatesExact = false; ///< these two are those of the history
    /// By task, with "" for all; unset: not known, or there is no history.
    std::optional<QHash<QString, TaskRuns>> runs = {};
    std::optional<QList<HeartbeatAge>> workers; ///< unset: unknown, or there is no registry
};

[[nodiscard]] AlertSnapshot alertSnapshotOf(const QueueMetrics &metrics);

/// Runs per minute below which no share of failures is judged.
inline constexpr double kFewestRuns = 5;

/// What a rule finds in a reading.
struct AlertMeasure
{
    std::optional<double> value; ///< in unitOf(kind), or of what the rule looks at; unset: unknown
    Count::Precision precision = Count::Exact;
    std::optional<bool> isMet; ///< the condition holds; unset: unknown
    QStringList names;         ///< of whom: workers, or a task. From the database.

    [[nodiscard]] bool operator==(const AlertMeasure &) const = default;
};

[[nodiscard]] AlertMeasure measure(const AlertRule &rule, const AlertSnapshot &reading);

} // namespace yardmaster
