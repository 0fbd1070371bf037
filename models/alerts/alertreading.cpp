#include "models/alerts/alertreading.h"

#include "models/overview/vitals.h"

#include <algorithm>

namespace yardmaster {

namespace {

/// Counts of running, stuck and failed jobs that are older say nothing about now.
constexpr std::chrono::minutes kOldCount{10};

AlertMeasure compare(std::optional<double> value, double threshold, bool isLowerBound = false)
{
    AlertMeasure measure;
    measure.value = value;
    measure.isLowerBound = isLowerBound;
    if (value && (*value >= threshold || !isLowerBound))
        measure.isMet = *value >= threshold;
    return measure;
}

AlertMeasure compare(const Count &count, double threshold)
{
    std::optional<double> value;
    if (count.value && !(count.isLowerBound && *count.value == 0))
        value = double(*count.value);
    return compare(value, threshold, count.isLowerBound);
}

std::optional<double> endedPerMinute(const AlertReading &reading)
{
    if (!reading.failuresPerMinute || !reading.completionsPerMinute)
        return std::nullopt;
    return *reading.failuresPerMinute + *reading.completionsPerMinute;
}

AlertMeasure measureShare(const AlertRule &rule, const AlertReading &reading)
{
    const std::optional<double> ended = endedPerMinute(reading);
    if (!ended)
        return {};
    if (*ended <= 0)
        return compare(0.0, rule.threshold);
    AlertMeasure measure = compare(100 * *reading.failuresPerMinute / *ended, rule.threshold);
    if (*ended < kFewestRuns) // one failure of one run is no trend
        measure.isMet = false;
    return measure;
}

AlertMeasure measureThroughput(const AlertRule &rule, const AlertReading &reading)
{
    AlertMeasure measure = compare(reading.ready, rule.threshold);
    if (measure.isMet != true)
        return measure;
    const std::optional<double> ended = endedPerMinute(reading);
    measure.isMet = ended ? std::optional(*ended <= 0) : std::nullopt;
    return measure;
}

AlertMeasure measureSilence(const AlertRule &rule, const AlertReading &reading)
{
    if (!reading.workers)
        return {};
    double longest = 0;
    QStringList names;
    for (const WorkerSilence &silence : *reading.workers) {
        const double seconds = double(silence.silentFor.count()) / 1000;
        longest = std::max(longest, seconds);
        if (seconds >= rule.threshold)
            names << silence.worker;
    }
    AlertMeasure measure = compare(longest, rule.threshold);
    measure.names = names;
    return measure;
}

} // namespace

AlertReading alertReadingOf(const Vitals &vitals)
{
    AlertReading reading;
    reading.at = vitals.time.toUTC();
    reading.ready = vitals.ready;
    if (vitals.takenTime.isValid()
        && std::chrono::milliseconds(vitals.takenTime.msecsTo(vitals.time)) <= kOldCount) {
        reading.stuck = vitals.stuck;
        reading.failed = vitals.failed;
    }
    reading.oldestReady = vitals.oldestReady;
    reading.isOldestLowerBound = vitals.isOldestLowerBound;
    reading.failuresPerMinute = vitals.failures;
    reading.isFailuresLowerBound = vitals.isFailuresLowerBound;
    reading.completionsPerMinute = vitals.completions;
    return reading;
}

AlertMeasure measure(const AlertRule &rule, const AlertReading &reading)
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
        return compare(reading.failuresPerMinute, rule.threshold, reading.isFailuresLowerBound);
    case AlertKind::FailureShare:
        return measureShare(rule, reading);
    case AlertKind::OldestReady: {
        std::optional<double> seconds;
        if (reading.oldestReady)
            seconds = double(reading.oldestReady->count()) / 1000;
        return compare(seconds, rule.threshold, reading.isOldestLowerBound);
    }
    case AlertKind::NoThroughput:
        return measureThroughput(rule, reading);
    case AlertKind::Stuck:
        return compare(reading.stuck, rule.threshold);
    case AlertKind::FailedForGood:
        return compare(reading.failed, rule.threshold);
    case AlertKind::ReadyBacklog:
        return compare(reading.ready, rule.threshold);
    case AlertKind::SilentWorker:
        return measureSilence(rule, reading);
    case AlertKind::Unreachable:
        break;
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
