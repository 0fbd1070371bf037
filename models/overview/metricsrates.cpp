#include "models/overview/metricsrates.h"

#include <algorithm>

namespace yardmaster {

namespace {

constexpr qint64 kMinute = 60'000'000;
constexpr qint64 kLeastSpan = 3'000'000;
/// The first retry is due after 2.7 s, and readings are 0.3 s behind: failures that are looked for
/// less often may have been taken again.
constexpr qint64 kSafeGap = 2'400'000;

bool isReset(std::optional<qint64> before, std::optional<qint64> after)
{
    return before.has_value() != after.has_value() || (before && *after < *before);
}

} // namespace

void MetricsRates::add(const MetricsSample &reading)
{
    Sample sample{reading.clock, reading.inserted, reading.deleted, 0, true};
    if (!m_samples.isEmpty()) {
        const Sample &last = m_samples.last();
        sample.failed = last.failed + reading.failed.value_or(0);
        sample.misses
            = !reading.failed || reading.isFailedCut || reading.clock - last.clock > kSafeGap;
        // The counters were reset, or this is another server.
        if (reading.clock <= last.clock || isReset(last.inserted, sample.inserted)
            || isReset(last.deleted, sample.deleted))
            m_samples.clear();
    }
    m_samples << sample;
    while (m_samples.size() > 2 && m_samples.at(1).clock <= sample.clock - kMinute)
        m_samples.removeFirst();
}

void MetricsRates::add(const FinalFailures &failures)
{
    if (failures.span.count() <= 0) { // nothing is known of the time before
        m_finals.clear();
        return;
    }
    m_finals << failures;
    qint64 covered = 0;
    qsizetype first = m_finals.size();
    while (first > 0 && covered < kMinute)
        covered += m_finals.at(--first).span.count();
    m_finals.remove(0, first);
}

double MetricsRates::finalRate() const
{
    qint64 runs = 0;
    qint64 span = 0;
    for (const FinalFailures &failures : m_finals) {
        runs += failures.runs;
        span += failures.span.count();
    }
    return span > 0 ? double(runs) * double(kMinute) / double(span) : 0;
}

void MetricsRates::clear()
{
    m_samples.clear();
    m_finals.clear();
}

std::optional<double> MetricsRates::rate(qint64 grown) const
{
    const qint64 span = m_samples.last().clock - m_samples.first().clock;
    if (span < kLeastSpan)
        return std::nullopt;
    return double(grown) * double(kMinute) / double(span);
}

std::optional<double> MetricsRates::rate(std::optional<qint64> from, std::optional<qint64> to) const
{
    return from && to ? rate(*to - *from) : std::nullopt;
}

std::optional<double> MetricsRates::arrivals() const
{
    return m_samples.isEmpty() ? std::nullopt
                               : rate(m_samples.first().inserted, m_samples.last().inserted);
}

std::optional<double> MetricsRates::completions() const
{
    return m_samples.isEmpty() ? std::nullopt
                               : rate(m_samples.first().deleted, m_samples.last().deleted);
}

std::optional<double> MetricsRates::failures() const
{
    if (m_samples.isEmpty())
        return std::nullopt;
    auto failed = rate(m_samples.last().failed - m_samples.first().failed);
    if (failed)
        *failed += finalRate();
    return failed;
}

bool MetricsRates::isFailuresLowerBound() const
{
    return m_finals.isEmpty()
        || std::any_of(m_samples.cbegin() + std::min<qsizetype>(1, m_samples.size()),
                       m_samples.cend(), [](const Sample &sample) { return sample.misses; });
}

} // namespace yardmaster
