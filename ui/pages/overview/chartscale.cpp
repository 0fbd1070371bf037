#include "ui/pages/overview/chartscale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace yardmaster {

namespace {

constexpr double kMostSteps = 4;
constexpr double kLeastWait = 10; // seconds: below it all is well
constexpr double kDay = 86400;

ChartScale inSteps(double largest, double step)
{
    return {step, std::max(1, int(std::ceil(largest / step - 1e-9)))};
}

} // namespace

ChartScale countScale(double largest)
{
    if (!(largest > kMostSteps))
        return {1, int(kMostSteps)};
    const double least = largest / kMostSteps;
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * (1 - 1e-9))
            return inSteps(largest, factor * power);
    }
    return inSteps(largest, 10 * power);
}

ChartScale waitScale(double largest)
{
    constexpr std::array kSteps{1.0,   2.0,    5.0,    15.0,   30.0,    60.0,    120.0, 300.0,
                                900.0, 1800.0, 3600.0, 7200.0, 21600.0, 43200.0, kDay};
    const double shown = std::max(largest, kLeastWait);
    const double least = shown / kMostSteps;
    const auto *const step = std::ranges::lower_bound(kSteps, least * (1 - 1e-9));
    if (step != kSteps.end())
        return inSteps(shown, *step);
    const ChartScale days = countScale(largest / kDay);
    return {days.step * kDay, days.steps};
}

ChartScale durationScale(double largest)
{
    if (largest >= kLeastWait)
        return waitScale(largest);
    const ChartScale micros = countScale(largest * 1e6);
    return {micros.step / 1e6, micros.steps};
}

ChartScale spanScale(std::chrono::seconds span)
{
    struct Span
    {
        double step;
        int steps;
    };
    constexpr std::array kSpans{Span{30, 4},    Span{60, 5},      Span{300, 3},   Span{600, 3},
                                Span{900, 4},   Span{1800, 4},    Span{3600, 4},  Span{7200, 4},
                                Span{10800, 4}, Span{21600, 4},   Span{43200, 4}, Span{kDay, 4},
                                Span{kDay, 7},  Span{7 * kDay, 4}};
    for (const Span &round : kSpans) {
        if (round.step * round.steps >= double(span.count()))
            return {round.step, round.steps};
    }
    return inSteps(double(span.count()), countScale(double(span.count()) / kDay).step * kDay);
}

} // namespace yardmaster
