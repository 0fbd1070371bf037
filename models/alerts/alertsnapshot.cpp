#include "models/alerts/alertsnapshot.h"

#include "models/overview/queuemetrics.h"

#include <algorithm>

namespace yardmaster {

namespace {

/// Counts that are older say nothing about now.
constexpr std::chrono::minutes kOldCount{10};

/// A lower bound that is below the threshold is unknown, not calm.
AlertMeasure compare(std::optional<double> value, double threshold,
                     Count::Precision precision = Count::Exact)
{
    AlertMeasure measure;
    measure.value = value;
    measure.precision = precision;
    if (value && (*value >= threshold || precision != Count::AtLeast))
        measure.isMet = *value >= threshold;
    return measure;
}

AlertMeasure compare(const Count &count, double threshold)
{
    std::optional<double> value;
    if (count.isKnown())
        value = double(*count.value);
    return compare(value, threshold, count.precision);
}

/// Without a history, failures are estimated at best.
Count::Precision failuresPrecision(const AlertSnapshot &reading)
{
    if (reading.areRatesExact)
        return Count::Exact;
    return reading.isFailuresLowerBound ? Count::AtLeast : Count::Estimate;
}

std::optional<double> endedPerMinute(const AlertSnapshot &reading)
{
    if (!reading.failuresPerMinute || !reading.completionsPerMinute)
        return std::nullopt;
    return *reading.failuresPerMinute + *reading.completionsPerMinute;
}

AlertMeasure measureShare(const AlertRule &rule, const AlertSnapshot &reading)
{
    const std::optional<double> ended = endedPerMinute(reading);
    if (!ended)
        return {};
    if (*ended <= 0)
        return compare(0.0, rule.threshold, failuresPrecision(reading));
    AlertMeasure measure = compare(100 * *reading.failuresPerMinute / *ended, rule.threshold,
                                   failuresPrecision(reading));
    // One failure of one run is no trend.
    if (*ended < kFewestRuns && measure.precision != Count::AtLeast)
        measure.isMet = false;
    return measure;
}

AlertMeasure measureThroughput(const AlertRule &rule, const AlertSnapshot &reading)
{
    AlertMeasure measure = compare(reading.ready, rule.threshold);
    if (measure.isMet != true)
        return measure;
    const std::optional<double> ended = endedPerMinute(reading);
    measure.isMet = ended ? std::optional(*ended <= 0) : std::nullopt;
    return measure;
}

AlertMeasure measureHeartbeatAge(const AlertRule &rule, const AlertSnapshot &reading)
{
    if (!reading.workers)
        return {};
    double longest = 0;
    QStringList names;
    for (const HeartbeatAge &age : *reading.workers) {
        const double seconds = double(age.silentFor.count()) / 1000;
        longest = std::max(longest, seconds);
        if (seconds >= rule.threshold)
            names << age.worker;
    }
    AlertMeasure measure = compare(longest, rule.threshold);
    measure.names = names;
    return measure;
}

AlertMeasure measureTask(const AlertRule &rule, const AlertSnapshot &reading)
{
    if (!reading.runs)
        return {};
    const auto runs = reading.runs->constFind(rule.task);
    if (runs == reading.runs->cend())
        return {};
    const auto seconds = [](std::chrono::milliseconds span) { return double(span.count()) / 1000; };
    AlertMeasure found;
    if (rule.kind == AlertKind::NoSuccess) {
        found = compare(seconds(runs->sinceSuccess), rule.threshold,
                        runs->isNeverSeen ? Count::AtLeast : Count::Exact);
    } else {
        // Nothing ran: nothing was slow.
        found = compare(seconds(runs->heldAtMost.value_or(std::chrono::milliseconds(0))),
                        rule.threshold);
    }
    if (!rule.task.isEmpty())
        found.names = QStringList{rule.task};
    return found;
}

} // namespace

AlertSnapshot alertSnapshotOf(const QueueMetrics &metrics)
{
    AlertSnapshot reading;
    reading.at = metrics.time.toUTC();
    const auto isFresh = [&metrics](const QDateTime &countedAt) {
        return countedAt.isValid()
            && std::chrono::milliseconds(countedAt.msecsTo(metrics.time)) <= kOldCount;
    };
    if (isFresh(metrics.readyTime))
        reading.ready = metrics.ready;
    if (isFresh(metrics.takenTime)) {
        reading.stuck = metrics.stuck;
        reading.failed = metrics.failed;
    }
    reading.oldestReady = metrics.oldestReady;
    reading.isOldestLowerBound = metrics.isOldestLowerBound;
    reading.failuresPerMinute = metrics.failures;
    reading.isFailuresLowerBound = metrics.isFailuresLowerBound;
    reading.completionsPerMinute = metrics.completions;
    return reading;
}

AlertMeasure measure(const AlertRule &rule, const AlertSnapshot &reading)
{
    if (rule.kind == AlertKind::Unreachable) {
        AlertMeasure measure;
        measure.isMet = !reading.isAnswered;
        return measure;
    }
    if (!reading.isAnswered)
        return {};
    switch (rule.kind) {
    case AlertKind::FailureRate:
        return compare(reading.failuresPerMinute, rule.threshold, failuresPrecision(reading));
    case AlertKind::FailureShare:
        return measureShare(rule, reading);
    case AlertKind::OldestReady: {
        std::optional<double> seconds;
        if (reading.oldestReady)
            seconds = double(reading.oldestReady->count()) / 1000;
        return compare(seconds, rule.threshold,
                       reading.isOldestLowerBound ? Count::AtLeast : Count::Exact);
    }
    case AlertKind::NoThroughput:
        return measureThroughput(rule, reading);
    case AlertKind::Stuck:
        return compare(reading.stuck, rule.threshold);
    case AlertKind::FailedForGood:
        return compare(reading.failed, rule.threshold);
    case AlertKind::ReadyBacklog:
        return compare(reading.ready, rule.threshold);
    case AlertKind::StaleWorker:
        return measureHeartbeatAge(rule, reading);
    case AlertKind::SlowRuns:
    case AlertKind::NoSuccess:
        return measureTask(rule, reading);
    case AlertKind::Unreachable:
        break;
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
