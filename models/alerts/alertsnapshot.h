#pragma once

#include "models/alerts/alertrule.h"
#include "models/values/count.h"

#include <QDateTime>
#include <QStringList>

#include <optional>

namespace yardmaster {

struct QueueMetrics;

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
    QStringList names;         ///< of whom: workers. From the database.

    [[nodiscard]] bool operator==(const AlertMeasure &) const = default;
};

[[nodiscard]] AlertMeasure measure(const AlertRule &rule, const AlertSnapshot &reading);

} // namespace yardmaster
