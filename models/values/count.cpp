#include "models/values/count.h"

#include <algorithm>

namespace yardmaster {

Count operator+(const Count &left, const Count &right)
{
    if (!left.value || !right.value)
        return {};
    if (left.precision != Count::AtLeast && right.precision != Count::AtLeast)
        return {*left.value + *right.value, std::max(left.precision, right.precision)};
    const auto proven
        = [](const Count &count) { return count.precision == Count::Estimate ? 0 : *count.value; };
    return {proven(left) + proven(right), Count::AtLeast};
}

Count better(const Count &fresh, const Count &counted)
{
    if (fresh.isExact() || !counted.value)
        return fresh;
    if (!fresh.value)
        return counted;
    if (counted.precision == Count::AtLeast && fresh.precision == Count::Estimate)
        return fresh;
    return *counted.value >= *fresh.value ? counted : fresh;
}

} // namespace yardmaster
