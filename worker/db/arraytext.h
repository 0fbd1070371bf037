#pragma once

#include <QByteArrayView>

#include <algorithm>
#include <charconv>
#include <vector>

namespace yardmaster {

/// The numbers of an array of integers as the server writes it, "{1,NULL,3}"; 0 for a null, none
/// for an array that is null itself.
[[nodiscard]] inline std::vector<qint64> int64sFrom(QByteArrayView array)
{
    std::vector<qint64> numbers;
    if (array.size() <= 2)
        return numbers;
    const char *const end = array.cend() - 1;
    for (const char *at = array.cbegin() + 1; at < end; ++at) { // steps over the comma
        qint64 number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        at = error == std::errc() ? next : std::find(at, end, ',');
        numbers.push_back(error == std::errc() ? number : 0);
    }
    return numbers;
}

} // namespace yardmaster
