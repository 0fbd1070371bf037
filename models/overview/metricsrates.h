#pragma once

#include "models/overview/metricsreader.h"
#include "models/values/count.h"

#include <QList>

namespace yardmaster {

/// Makes rates of numbers that only grow: so many a minute, over the last minute. Pure.
class MetricsRates final
{
public:
    /// @param failed  for good.   @param takenTime  when these were counted.
    void add(const MetricsSample &reading, const Count &failed, const QDateTime &takenTime);
    /// Nothing was read for a while, and an average over it would be no news.
    void clear();

    // Per minute. Unset after less than three seconds, and while the server does not tell.
    [[nodiscard]] std::optional<double> arrivals() const;
    [[nodiscard]] std::optional<double> completions() const;
    [[nodiscard]] std::optional<double> failures() const;
    [[nodiscard]] bool isFailuresLowerBound() const;

private:
    struct Sample
    {
        qint64 clock = 0; // microseconds
        std::optional<qint64> inserted;
        std::optional<qint64> deleted;
        qint64 failed = 0;   // runs, since the first sample
        bool misses = false; // failures since the sample before
    };

    [[nodiscard]] std::optional<double> rate(qint64 grown) const;
    [[nodiscard]] std::optional<double> rate(std::optional<qint64> from,
                                             std::optional<qint64> to) const;

    QList<Sample> m_samples; // the oldest first; the first one is a minute old
    std::optional<qint64> m_failed;
    QDateTime m_takenTime;
};

} // namespace yardmaster
