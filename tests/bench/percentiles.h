#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace yardmaster::bench {

/// The smallest sample that `percent` of all are not above. @param samples  not empty.
[[nodiscard]] inline double percentile(std::vector<double> samples, double percent)
{
    std::ranges::sort(samples);
    const auto rank = size_t(std::ceil(percent / 100 * double(samples.size())));
    return samples[std::clamp<size_t>(rank, 1, samples.size()) - 1];
}

} // namespace yardmaster::bench
