#pragma once

#include "models/overview/finalfailures.h"
#include "models/overview/metricsreader.h"

#include <QList>

namespace yardmaster {

/// Makes rates of numbers that only grow: so many a minute, over the last minute. Pure.
class MetricsRates final
{
public:
    void add(const MetricsSample &reading);
    /// These are counted less often.
    void add(const FinalFailures &failures);
    /// Nothing was read for a while, and an average over it would be no news.
    void clear();

    // Per minute. Unset after less than three seconds, and while the server does not tell.
    [[nodiscard]] std::optional<double> arrivals() const;
    [[nodiscard]] std::optional<double> completions() const;
    /// Of runs; those of the last attempt on the average of a minute, or of the longer time they
    /// were last counted for.
    [[nodiscard]] std::optional<double> failures() const;
    [[nodiscard]] bool isFailuresLowerBound() const;

private:
    struct Sample
    {
        qint64 clock = 0; // microseconds
        std::optional<qint64> inserted;
        std::optional<qint64> deleted;
        qint64 failed = 0;   // runs that will be tried again, since the first sample
        bool misses = false; // failures since the sample before
    };

    [[nodiscard]] std::optional<double> rate(qint64 grown) const;
    [[nodiscard]] double finalRate() const;
    [[nodiscard]] std::optional<double> rate(std::optional<qint64> from,
                                             std::optional<qint64> to) const;

    QList<Sample> m_samples;       // the oldest first; the first one is a minute old
    QList<FinalFailures> m_finals; // of the last minute, or the last ones, the oldest first
};

} // namespace yardmaster
