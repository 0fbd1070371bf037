#pragma once

#include <chrono>

namespace yardmaster {

/// An axis from zero in round steps.
struct ChartScale
{
    double step = 1;
    int steps = 1;

    [[nodiscard]] double maximum() const { return step * steps; }
};

/// For counts and rates: 1, 2 or 5 times a power of ten, two to five steps.
[[nodiscard]] ChartScale countScale(double largest);
/// For waits in seconds: steps a clock has.
[[nodiscard]] ChartScale waitScale(double largest);
/// For durations in seconds, from microseconds on.
[[nodiscard]] ChartScale durationScale(double largest);
/// For the past in seconds: the shortest round span that holds `span`.
[[nodiscard]] ChartScale spanScale(std::chrono::seconds span);

} // namespace yardmaster
